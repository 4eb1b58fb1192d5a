import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import type { ChosenColumns } from '#web/ui/admin/list/state/column-choice.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { Selection } from '#web/ui/admin/list/bulk/selection.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { ListEmpty } from './list-empty.tsx';
import { countedKey, ListPages } from './list-pages.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { ListTable } from './table/list-table.tsx';
import type { ListRows } from './list-rows.ts';

/** The rows and the page numbers, or the reason why there are none. */
export function ListBody<R extends Row>({
  resource,
  state,
  rows: { tableQuery: query, result, isStale, isLate, total: known },
  columns,
  whenEmpty,
  selection,
}: {
  resource: Resource<R>;
  state: ListState;
  rows: ListRows<R>;
  columns: ChosenColumns;
  whenEmpty?: ReactNode;
  selection?: Selection | undefined;
}) {
  if (query.isPending) return <ListSkeleton />;
  if (query.isError) {
    const { error } = query;
    const cause: unknown = error.cause;
    return (
      <Failure
        text={errorText(cause instanceof HttpError ? cause : error)}
        retry={() => void query.refetch()}
      />
    );
  }
  const { data, total = 0 } = result;
  if (isLate && data.length === 0) return <ListSkeleton />;
  if (total === 0) return <ListEmpty resource={resource} state={state} whenEmpty={whenEmpty} />;
  if (data.length === 0) return <BeyondTheEnd state={state} total={total} />;
  return (
    <>
      <ListTable
        resource={resource}
        state={state}
        rows={data}
        columns={columns}
        isStale={isStale}
        isLate={isLate}
        selection={selection}
      />
      <div className={known === undefined ? 'list-unknown' : undefined}>
        <ListPages state={state} total={total} counted={countedKey(resource, state)} />
      </div>
    </>
  );
}

/** The address may have a page beyond the end of the list. */
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
