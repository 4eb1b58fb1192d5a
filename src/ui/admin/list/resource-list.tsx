import { useTable } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trashed } from '#contract/list-query.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { shownColumns, useColumnChoice } from '#web/ui/admin/list/state/column-choice.ts';
import { CsvExport } from './csv-export.tsx';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { Failure } from '#web/ui/admin/kit/failure.tsx';
import { FilterIcon } from '#web/ui/admin/kit/icons.tsx';
import { FilterChips } from './filters/list-filter-chips.tsx';
import { ListPages } from './list-pages.tsx';
import { ListRefusals } from './list-refusals.tsx';
import { ListSearch } from './list-search.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { ListTable } from './list-table.tsx';
import { type ListState, useListState } from '#web/ui/admin/list/state/list-state.ts';
import { useCurrentView } from '#web/ui/admin/list/views/saved-views.ts';
import { MissingView, ViewsButton } from '#web/ui/admin/list/views/views-button.tsx';
import { PageHeading } from '#web/ui/admin/kit/page-heading.tsx';
import './resource-list.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

// The pickers of dates weigh more than the list itself.
const ListFilters = lazy(() => import('./filters/list-filters.tsx'));

/**
 * A declaration as a list: search, filters, columns, sort, pages, export. Its whole state is the address
 * (DESIGN section 9).
 */
export function ResourceList<R extends Row>({
  resource,
  actions,
  whenEmpty,
}: {
  resource: Resource<R>;
  /** What can be done beside looking, at the end of the tools. */
  actions?: ReactNode;
  /** What to do in an installation without any. */
  whenEmpty?: ReactNode;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const known = useMemo(() => resource.columns.map(({ field }) => field), [resource]);
  const state = useListState(resource.spec, known);
  const columns = useColumnChoice(resource.name, resource.columns, state);
  const view = useCurrentView(resource.name, state, columns.choice);
  const [isFiltering, setFiltering] = useState(false);
  // What the list shows is in the view, which is on its way.
  const isAwaited = state.isBare && (view.state === 'loading' || view.state === 'same');
  const { tableQuery: query, result } = useTable<R>({
    resource: resource.name,
    // The address is ours, in the API's grammar (docs/decisions/0111).
    syncWithLocation: false,
    meta: { listQuery: { ...state.query, include: [] } },
    queryOptions: { enabled: !isAwaited && state.refusals === null, placeholderData: keepPreviousData },
    // Beside the panel below: rows that were there before stay, and a toast says that they are not of now.
    errorNotification: (error) =>
      error?.statusCode === 401 ? false : { type: 'error', message: errorText(error?.cause) },
  });
  const total = result.total;
  const chosen = state.query.filters.filter(({ field }) => field !== 'search').length;

  return (
    <section aria-labelledby="list-title">
      <div className="list-head">
        <PageHeading id="list-title" title={t(declaredKey(`${resource.name}.title`))}>
          {t(declaredKey(`${resource.name}.title`))}
          {total !== undefined && query.isSuccess && (
            <span className="list-total">{formats.number(total)}</span>
          )}
        </PageHeading>
        <div className="list-tools">
          <ViewsButton resource={resource} list={state} choice={columns.choice} current={view} />
          {resource.spec.search && <ListSearch state={state} />}
          {resource.trashedSwitch && <TrashedSwitch name={resource.name} state={state} />}
          {resource.filters.length > 0 && (
            <Button icon={<FilterIcon />} onClick={() => setFiltering(true)} aria-haspopup="dialog">
              {t('list.filters')}
              {chosen > 0 && <span className="count-badge">{chosen}</span>}
            </Button>
          )}
          <ColumnChooser name={resource.name} {...columns} />
          {resource.csv && (
            <CsvExport
              resource={resource}
              query={state.query}
              columns={shownColumns(columns.choice)}
              total={total}
            />
          )}
          {actions}
        </div>
      </div>
      <MissingView list={state} current={view} />
      <FilterChips resource={resource} state={state} />
      {body()}
      {isFiltering && (
        <Suspense fallback={null}>
          <ListFilters resource={resource} state={state} onClose={() => setFiltering(false)} />
        </Suspense>
      )}
    </section>
  );

  function body(): ReactNode {
    if (state.refusals) return <ListRefusals state={state} />;
    if (query.isPending) return <ListSkeleton />;
    if (query.isError) {
      const { error } = query;
      const cause: unknown = error.cause;
      return (
        <Failure
          text={cause instanceof HttpError ? errorText(cause) : errorText(error)}
          retry={() => void query.refetch()}
        />
      );
    }
    const { data, total: count = 0 } = result;
    if (count === 0) return <EmptyList name={resource.name} state={state} whenEmpty={whenEmpty} />;
    if (data.length === 0) return <BeyondTheEnd state={state} total={count} />;
    return (
      <>
        <ListTable
          resource={resource}
          state={state}
          rows={data}
          choice={columns.choice}
          isStale={query.isPlaceholderData}
        />
        <ListPages state={state} total={count} />
      </>
    );
  }
}

function TrashedSwitch({ name, state }: { name: string; state: ListState }) {
  const { t } = useTranslation();
  const choices: [Trashed, string][] = [
    ['with', 'all'],
    ['without', 'active'],
    ['only', 'deleted'],
  ];
  return (
    <Segmented<Trashed>
      aria-label={t(declaredKey(`${name}.trashed.label`))}
      options={choices.map(([value, word]) => ({ value, label: t(declaredKey(`${name}.trashed.${word}`)) }))}
      value={state.query.trashed}
      onChange={(trashed) => state.change({ trashed })}
    />
  );
}

function EmptyList({ name, state, whenEmpty }: { name: string; state: ListState; whenEmpty: ReactNode }) {
  const { t } = useTranslation();
  const { filters, trashed } = state.query;
  if (filters.length > 0 || trashed === 'only') {
    return (
      <section className="notice-page">
        <h2>{t('list.nothing.title')}</h2>
        <p>{t('list.nothing.text')}</p>
        <Button onClick={state.clear}>{t('list.clear')}</Button>
      </section>
    );
  }
  return (
    <section className="notice-page">
      <h2>{t(declaredKey(`${name}.empty.title`))}</h2>
      <p>{t(declaredKey(`${name}.empty.text`))}</p>
      {whenEmpty}
    </section>
  );
}

/** An address may name a page that the list no longer has. */
function BeyondTheEnd({ state, total }: { state: ListState; total: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { page, limit } = state.query;
  const last = Math.ceil(total / limit);
  return (
    <section className="notice-page">
      <h2>{t('list.beyond.title', { page: number(page) })}</h2>
      <p>{t('list.beyond.text', { last: number(last) })}</p>
      <Button onClick={() => state.change({ page: last }, { replace: true })}>{t('list.beyond.go')}</Button>
    </section>
  );
}
