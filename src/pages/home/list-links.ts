import type { ClientStatus } from '#contract/client.ts';
import { type Filter, printListQuery } from '#contract/list-query.ts';
import type { ReportForecast } from '#contract/report.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { emailResource } from '#web/resources/emails/email-resource.tsx';
import { listPath } from '#web/ui/define-resource.ts';

/** The lists behind the dashboard's figures. */

export function clientsWith(filters: Filter[]): string {
  return `${listPath(clientResource)}?${printListQuery({ filters })}`;
}

export function clientsBetween(field: string, { from, to }: { from: string; to: string }): string {
  return clientsWith([
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ]);
}

/** Clients who are charged within a forecast, or on a day of it; what is overdue is charged today. */
export function clientsToCharge(
  { until, days }: Pick<ReportForecast, 'until' | 'days'>,
  day?: string,
): string {
  const field = 'charged_at';
  if (day === undefined) return clientsWith([{ field, op: 'lt', value: until }]);
  if (day === days[0]?.day) return clientsWith([{ field, op: 'lte', value: day }]);
  return clientsBetween(field, { from: day, to: day });
}

/** Clients who will wait for a payment, be blocked, or lose their database, if nobody pays. */
export const clientsToLose = {
  graces: ({ until }) =>
    clientsWith([inStatus('trial', 'active'), { field: 'lasts_until', op: 'lt', value: until }]),
  blocks: ({ blocked_since }) =>
    clientsWith([
      inStatus('trial', 'active', 'grace'),
      { field: 'lasts_until', op: 'lt', value: blocked_since },
    ]),
  deletions: ({ until }) => clientsWith([{ field: 'deletion_at', op: 'lt', value: until }]),
} as const satisfies Record<string, (forecast: Pick<ReportForecast, 'until' | 'blocked_since'>) => string>;

function inStatus(...statuses: ClientStatus[]): Filter {
  return { field: 'status', op: 'in', value: statuses };
}

export function failedEmails(): string {
  const filters: Filter[] = [{ field: 'status', op: 'eq', value: 'failed' }];
  return `${listPath(emailResource)}?${printListQuery({ filters })}`;
}
