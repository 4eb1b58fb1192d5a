import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useSelection } from '#web/ui/admin/list/bulk/selection.ts';
import { SelectionBar } from '#web/ui/admin/list/bulk/selection-bar.tsx';
import {
  shownColumns,
  shownUnder,
  useColumnChoice,
  withoutUnused,
} from '#web/ui/admin/list/state/column-choice.ts';
import { useListPlace } from '#web/ui/admin/list/state/keep-list-place.ts';
import { useListState } from '#web/ui/admin/list/state/list-state.ts';
import { SortChoice } from '#web/ui/admin/list/table/sort-choice.tsx';
import { BuiltInViews } from '#web/ui/admin/list/views/built-in-views.tsx';
import { useCurrentView } from '#web/ui/admin/list/views/saved-views.ts';
import { MissingView } from '#web/ui/admin/list/views/views-button.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { ListFold, type Unfolded } from './list-fold.tsx';
import { ListBody } from './list-body.tsx';
import { countedKey } from './list-pages.tsx';
import { useListRows } from './list-rows.ts';
import { ListRefusals } from './list-refusals.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { ListStay } from './list-stay.tsx';
import { ListTools } from './list-tools.tsx';
import { mayNameOwnFields, useWithOwnFields } from '#web/ui/admin/list/state/own-columns.tsx';
import './resource-list.css';

/**
 * A declared list: search, filters, columns, sort, pages, export. Its whole state is in the address (DESIGN section
 * 9).
 */
export function ResourceList<R extends Row>({ resource: declared, ...more }: ListProps<R>) {
  const { resource, isKnown } = useWithOwnFields(declared);
  const [isNamed] = useState(() => mayNameOwnFields(declared.name));
  return !isKnown && isNamed ? <ListSkeleton /> : <KnownList resource={resource} {...more} />;
}

interface ListProps<R extends Row> {
  resource: Resource<R>;
  /** Further actions at the end of the tools. */
  actions?: ReactNode;
  /** What to do in an installation without any rows. */
  whenEmpty?: ReactNode;
}

function KnownList<R extends Row>({ resource, actions, whenEmpty }: ListProps<R>) {
  const { t } = useTranslation();
  const known = useMemo(() => resource.columns.map(({ field }) => field), [resource]);
  const state = useListState(resource.spec, known);
  const unused = useUnused(resource.whileUsed);
  const whole = useColumnChoice(resource.name, shownUnder(resource.columns, state.query), state);
  const columns = withoutUnused(whole, unused);
  const view = useCurrentView(resource.name, state, whole.choice);
  // The state of the list is in the view, which is being loaded.
  const isAwaited = state.isBare && (view.state === 'loading' || view.state === 'same');
  const rows = useListRows<R>(resource, state, { isAwaited });
  const { total, isLate } = rows;
  const isThere = rows.tableQuery.isSuccess && !rows.isStale && !state.isBare;
  const remember = useListPlace(
    resource.name,
    isThere ? { ids: rows.result.data.map(({ id }) => id), total: total ?? 0 } : null,
  );
  // Nobody changes all of a list that shows more than its address asked for.
  const selection = useSelection(state.isWider ? undefined : resource.bulk, state);
  // There is nothing to search, to filter or to save.
  const { filters, trashed } = state.query;
  const isBlank = isThere && total === 0 && filters.length === 0 && trashed === 'without' && !state.refusals;
  const [unfolded, setUnfolded] = useState<Unfolded>(null);
  const isSecond = resource.list?.above !== undefined;
  const title = t(declaredKey(isSecond ? `${resource.name}.listTitle` : `${resource.name}.title`));
  const Summary = resource.list?.summary;
  const sums = rows.tableQuery.data?.sums as Readonly<Record<string, number>> | undefined; // by the list's contract
  return (
    <section
      className="list"
      data-unfolded={unfolded ?? undefined}
      aria-labelledby="list-title"
      onClickCapture={remember}
    >
      <ListStay>
        <div className="list-head">
          <ListHeading
            title={title}
            total={isLate ? (total ?? null) : total}
            counted={countedKey(resource, state)}
            isSecond={isSecond}
          />
          <ListTools
            resource={resource}
            state={state}
            columns={columns}
            whole={whole.choice}
            view={view}
            total={total}
            isStale={rows.isStale}
            isBlank={isBlank}
            fold={<ListFold state={state} unfolded={unfolded} onUnfold={setUnfolded} />}
            actions={actions}
          />
        </div>
        <BuiltInViews resource={resource} list={state} />
        <MissingView list={state} current={view} />
        {state.refusals && <ListRefusals state={state} />}
        {(!isBlank || resource.spec.trashed) && <FilterBar resource={resource} state={state} />}
        {!isBlank && <SortChoice resource={resource} state={state} shown={shownColumns(columns.choice)} />}
        {selection && (
          <SelectionBar resource={resource} state={state} selection={selection} total={total ?? 0} />
        )}
      </ListStay>
      {Summary && sums && total !== 0 && (
        <div className={isLate && total === undefined ? 'list-unknown' : undefined}>
          <Summary sums={sums} />
        </div>
      )}
      <ListBody
        resource={resource}
        state={state}
        rows={rows}
        columns={columns}
        whenEmpty={whenEmpty}
        selection={selection}
      />
    </section>
  );
}

function ListHeading({
  title,
  total,
  counted,
  isSecond,
}: {
  title: string;
  counted: ReturnType<typeof countedKey>;
  /** Null while another number is on its way, undefined before the first one. */
  total: number | null | undefined;
  /** Below another subject of the screen, which has its name. */
  isSecond: boolean;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const heading = (
    <>
      {title}
      {total !== undefined && (
        <span className="list-total" title={counted && t(counted)}>
          {total === null ? '–' : number(total)}
        </span>
      )}
    </>
  );
  return isSecond ? (
    <h2 id="list-title">{heading}</h2>
  ) : (
    <PageHeading id="list-title" title={title}>
      {heading}
    </PageHeading>
  );
}
