import type { ClientStatus } from '#contract/client.ts';
import { type Filter, type ListQuery, printListQuery } from '#contract/list-query.ts';
import type { ReportForecast, ReportSummary } from '#contract/report.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { listPath } from '#web/ui/define-resource.ts';

/** The lists behind the dashboard's figures: each lists exactly those whom its figure counts. */

export function clientsWith(filters: Filter[], query: Pick<Partial<ListQuery>, 'trashed'> = {}): string {
  return `${listPath(clientResource)}?${printListQuery({ filters, ...query })}`;
}

/** The first of some days and the last. */
interface Days {
  from: string;
  to: string;
}

export function clientsSignedUp(days: Days): string {
  return clientsWith(between('created_at', days));
}

/** Deleted since or not: what they paid is counted. */
export function clientsToppedUp(days: Days): string {
  return clientsWith(between('topped_up_at', days), { trashed: 'with' });
}

export function clientsIn(...statuses: ClientStatus[]): string {
  return clientsWith([inStatus(...statuses)]);
}

/** Clients who pay: all, or those on a tariff. */
export function clientsPaying(tariffId?: string): string {
  const onTariff: Filter[] =
    tariffId === undefined ? [] : [{ field: 'tariff_id', op: 'eq', value: tariffId }];
  return clientsWith([...onTariff, inStatus('active', 'grace')]);
}

/** Clients whose money ends soon. */
export function clientsEnding(
  { from, until }: Pick<ReportSummary['ending'][number], 'from' | 'until'>,
  status: ClientStatus,
): string {
  return clientsWith([
    { field: 'lasts_until', op: 'gte', value: from },
    { field: 'lasts_until', op: 'lt', value: until },
    inStatus(status),
  ]);
}

/** Clients whose wallets do not add up, deleted or not. */
export function clientsBroken(ids: string[]): string {
  return clientsWith([{ field: 'id', op: 'in', value: ids }], { trashed: 'with' });
}

export function clientsWithoutCabinet(): string {
  return clientsWith([{ field: 'cabinet_status', op: 'eq', value: 'failed' }]);
}

/** Clients who are charged within a forecast, or on a day of it; what is overdue is charged today. */
export function clientsToCharge(
  { until, days }: Pick<ReportForecast, 'until' | 'days'>,
  day?: string,
): string {
  const field = 'charged_at';
  if (day === undefined) return clientsWith([{ field, op: 'lt', value: until }]);
  if (day === days[0]?.day) return clientsWith([{ field, op: 'lte', value: day }]);
  return clientsWith([{ field, op: 'eq', value: day }]);
}

/** Clients who will wait for a payment, be blocked, or lose their database, if nobody pays. */
export const clientsToLose = {
  graces: ({ until }) =>
    clientsWith([inStatus('trial', 'active'), { field: 'lasts_until', op: 'lt', value: until }]),
  blocks: ({ until }) => clientsWith([{ field: 'access_ends_at', op: 'lt', value: until }]),
  deletions: ({ until }) => clientsWith([{ field: 'deletion_at', op: 'lt', value: until }]),
} as const satisfies Record<string, (forecast: Pick<ReportForecast, 'until'>) => string>;

function inStatus(...statuses: ClientStatus[]): Filter {
  const [only, ...others] = statuses;
  return others.length === 0 && only
    ? { field: 'status', op: 'eq', value: only }
    : { field: 'status', op: 'in', value: statuses };
}

function between(field: string, { from, to }: Days): Filter[] {
  return [
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ];
}

export function failedEmails(): string {
  const filters: Filter[] = [{ field: 'status', op: 'eq', value: 'failed' }];
  return `${listPath(emailResource)}?${printListQuery({ filters })}`;
}
