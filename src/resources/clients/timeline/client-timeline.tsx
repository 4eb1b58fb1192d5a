import { useInfiniteList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, DatePicker, Select, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TimelineKind, timelineKinds, type TimelineRow } from '#contract/clients/timeline.ts';
import type { Client } from '#contract/entities/client.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useLate } from '#web/ui/admin/resource/use-late.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { dayIn } from '#web/ui/shared/zoned-day.ts';
import { useMonthTitle } from '#web/ui/admin/resource/month-name.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { monthCell } from '#web/ui/admin/form/controls/month-cell.tsx';
import type { NamedRow } from './changed-values.tsx';
import { TimelineEntry } from './timeline-entry.tsx';
import { withUndoneBlocks } from './undone-blocks.ts';
import './client-timeline.css';

const pageSize = 25;

/** Everything that happened to a client, newest first, by kind and month. */
export function ClientTimeline({ client }: { client: Client }) {
  const { t } = useTranslation();
  const [kinds, setKinds] = useState<TimelineKind[]>([]);
  const monthTitle = useMonthTitle();
  const { timeZone } = useAdmin().config;
  const [month, setMonth] = useState<Dayjs | null>(null);
  const { query, result } = useInfiniteList<TimelineRow>({
    resource: 'client_timeline',
    pagination: { pageSize },
    filters: [
      ...(kinds.length > 0 ? [{ field: 'kind', operator: 'in' as const, value: kinds }] : []),
      ...(month ? daysOf(month) : []),
    ],
    // A change of the client adds a row.
    meta: { params: { id: client.id }, version: `${client.updated_at} ${client.balance}` },
    queryOptions: { placeholderData: keepPreviousData, retry: false },
    errorNotification: false,
  });
  const { error, isFetching, refetch } = query;
  const isLate = useLate(query.isPlaceholderData);
  // A new row shifts the pages, so a row can come twice.
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data).map((row) => [row.id, row]));
  return (
    <section className="panel client-timeline" aria-busy={isFetching}>
      <header className="panel-head">
        <h2>{t('clients.timeline.title')}</h2>
        <div className="timeline-filters">
          <Select<TimelineKind[]>
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            size="small"
            aria-label={t('clients.timeline.kinds')}
            placeholder={t('clients.timeline.allKinds')}
            value={kinds}
            onChange={setKinds}
            options={timelineKinds.map((value) => ({ value, label: t(`clients.timeline.kind.${value}`) }))}
          />
          <DatePicker
            picker="month"
            cellRender={monthCell}
            inputReadOnly
            format={(shown) => monthTitle(shown.format('YYYY-MM'))}
            size="small"
            aria-label={t('clients.timeline.month')}
            placeholder={t('clients.timeline.month')}
            value={month}
            onChange={(chosen) => setMonth(chosen)}
          />
        </div>
      </header>
      {error && !query.data && <Failure text={errorText(causeOf(error))} retry={() => void refetch()} />}
      {(query.isPending || isLate) && <Skeleton active paragraph={{ rows: 6 }} />}
      {query.data && !isLate && rows.size === 0 && (
        <p className="muted">{t(`clients.activity.${month || kinds.length > 0 ? 'noneSuch' : 'none'}`)}</p>
      )}
      {byMonth(isLate ? [] : withUndoneBlocks([...rows.values()]), timeZone).map(([monthOfRows, some]) => (
        <section key={monthOfRows} aria-label={monthTitle(monthOfRows)}>
          <h3 className="timeline-month">{monthTitle(monthOfRows)}</h3>
          <ol className="timeline">
            {some.map((row) => (
              <TimelineEntry
                key={row.id}
                row={row}
                clientId={client.id}
                known={namedIn(client)}
                pageOf={client.id}
              />
            ))}
          </ol>
        </section>
      ))}
      {result.hasNextPage && !isLate && (
        <Button loading={isFetching} onClick={() => void query.fetchNextPage()}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}

/** Whom and what a client's changes may name. */
function namedIn({ manager, tariff_id, tariff_name, next_tariff }: Client): NamedRow[] {
  const others = [manager, next_tariff].filter((row) => row !== null);
  return [{ id: tariff_id, name: tariff_name }, ...others];
}

/** The rows of each month, in their order. */
function byMonth(rows: readonly TimelineRow[], timeZone: string): [month: string, rows: TimelineRow[]][] {
  const months = new Map<string, TimelineRow[]>();
  for (const row of rows) {
    const month = dayIn(timeZone, new Date(row.at)).slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), row]);
  }
  return [...months];
}

/** A month as the days of the list's grammar, in the installation's time zone. */
function daysOf(month: Dayjs) {
  const day = (at: Dayjs) => at.format('YYYY-MM-DD');
  return [
    { field: 'at', operator: 'gte' as const, value: day(month.startOf('month')) },
    { field: 'at', operator: 'lte' as const, value: day(month.endOf('month')) },
  ];
}
