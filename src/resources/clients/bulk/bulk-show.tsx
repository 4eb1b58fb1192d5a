import { useInfiniteList } from '@refinedev/core';
import { Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { emptyListQuery } from '#contract/kernel/list-query.ts';
import { type BulkResult, bulkResults, type BulkRow, type BulkRun } from '#contract/panel/bulk.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { bulkResource, bulkRowResource } from '#web/resources/clients/bulk/bulk-resource.tsx';
import { BulkProgress, isAtWork } from '#web/ui/admin/list/bulk/bulk-progress.tsx';
import { CsvExport } from '#web/ui/admin/list/csv-export.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { ResourceShow } from '#web/ui/admin/show/resource-show.tsx';
import './bulk-show.css';

const lookEveryMs = 2000;

/** One bulk change: how far it is, and what became of each row. */
export function Component() {
  return (
    <ResourceShow<BulkRun> resource={bulkResource} lookEvery={(run) => isAtWork(run) && lookEveryMs}>
      {(run) => <BulkPage run={run} />}
    </ResourceShow>
  );
}

function BulkPage({ run }: { run: BulkRun }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  return (
    <article>
      <header className="show-head">
        <div>
          <PageHeading title={t(`bulk.values.act.${run.act}`)} />
          <p className="show-subtitle">
            {run.created_by.name} <span className="muted">{moment(run.created_at)}</span>
          </p>
        </div>
      </header>
      <div className="panels">
        <section className="panel">
          <BulkProgress run={run} />
        </section>
        <Rows run={run} />
      </div>
    </article>
  );
}

const pageSize = 50;

function Rows({ run }: { run: BulkRun }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<BulkResult | 'all'>('all');
  const filters = result === 'all' ? [] : [{ field: 'result', operator: 'eq' as const, value: result }];
  const { query, result: found } = useInfiniteList<BulkRow>({
    resource: 'bulk_rows',
    pagination: { pageSize },
    filters,
    meta: { params: { id: run.id } },
    queryOptions: { retry: false },
    errorNotification: false,
  });
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row]));
  const kinds = bulkResults.filter((kind) => run[kind] > 0);
  return (
    <section className="panel bulk-rows" aria-busy={query.isFetching}>
      <header className="panel-head">
        <h2>{t('bulk_rows.title')}</h2>
        <CsvExport
          resource={bulkRowResource}
          params={{ id: run.id }}
          query={emptyListQuery}
          columns={['client_name', 'result', 'code']}
          total={run.done + run.skipped + run.failed + run.undone}
        />
      </header>
      {kinds.length > 1 && (
        <Segmented<BulkResult | 'all'>
          aria-label={t('bulk_rows.fields.result')}
          value={result}
          onChange={setResult}
          options={(['all', ...kinds] as const).map((kind) => ({
            value: kind,
            label: kind === 'all' ? t('bulk_rows.all') : t(`bulk_rows.values.result.${kind}`),
          }))}
        />
      )}
      {query.error && !query.data && (
        <Failure text={errorText(causeOf(query.error))} retry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {query.data && rows.size === 0 && <p className="muted">{t('bulk_rows.none')}</p>}
      <ul className="bulk-row-list">
        {[...rows.values()].map((row) => (
          <li key={row.id}>
            <Link to={`/admin-panel/clients/show/${row.client.id}`}>{row.client.name || row.client.id}</Link>
            <span>
              {t(`bulk_rows.values.result.${row.result}`)}
              {row.code && <span className="muted"> – {t(`bulk_rows.values.code.${row.code}`)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button size="small" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('bulk_rows.more')}
        </Button>
      )}
    </section>
  );
}
