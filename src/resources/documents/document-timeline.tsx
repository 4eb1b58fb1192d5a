import { useInfiniteList } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { Document } from '#contract/entities/document.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { TimelineEntry } from '#web/resources/clients/timeline/timeline-entry.tsx';
import '#web/resources/clients/timeline/client-timeline.css';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';

const pageSize = 25;

/** What became of a document, newest first: its issue, the money for it, the emails about it, its end. */
export function DocumentTimeline({ row: { id, status, paid_amount, client } }: { row: Document }) {
  const { t } = useTranslation();
  const { query, result } = useInfiniteList<TimelineRow>({
    resource: 'document_timeline',
    pagination: { pageSize },
    meta: { params: { id }, version: `${status} ${paid_amount}` },
    queryOptions: { retry: false },
    errorNotification: false,
  });
  const { error, isFetching, refetch } = query;
  // A new row shifts the pages, so a row can come twice.
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row]));
  return (
    <section className="panel panel-wide client-timeline" aria-busy={isFetching}>
      <h2>{t('documents.parts.timeline')}</h2>
      {error && !query.data && <Failure text={errorText(causeOf(error))} retry={() => void refetch()} />}
      {query.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      <ol className="timeline">
        {[...rows.values()].map((row) => (
          <TimelineEntry key={row.id} row={row} clientId={client.id} known={[client]} pageOf={id} />
        ))}
      </ol>
      {result.hasNextPage && (
        <Button loading={isFetching} onClick={() => void query.fetchNextPage()}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}
