import type { ClientStatus } from '#contract/entities/client.ts';
import { type Filter, type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import type { ProofFinding, ReportForecast, ReportSummary } from '#contract/panel/report.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { documentResource } from '#web/resources/documents/document-resource.tsx';
import { ledgerResource } from '#web/resources/ledger/ledger-resource.tsx';
import { paymentResource } from '#web/resources/payments/payment-resource.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';

/** Links to the lists behind the dashboard's figures; each lists exactly the clients that its figure counts. */

export function clientsWith(filters: Filter[], query: Pick<Partial<ListQuery>, 'trashed'> = {}): string {
  return `${listPath(clientResource)}?${printListQuery({ filters, ...query })}`;
}

/** Open proformas of clients who aren't deleted, all or those that were due before today. */
export function proformasOpen(): string {
  return `${listPath(documentResource)}?${printListQuery({ filters: openOfPresent })}`;
}

export function proformasOverdue(): string {
  const late: Filter = { field: 'due_on', op: 'eq', value: 'before:today' };
  return `${listPath(documentResource)}?${printListQuery({ filters: [...openOfPresent, late] })}`;
}

const openOfPresent: Filter[] = [
  { field: 'status', op: 'in', value: ['open'] },
  { field: 'client_deleted', op: 'eq', value: 'false' },
];

/** The first and the last day. */
interface Days {
  from: string;
  to: string;
}

export function clientsSignedUp(days: Days): string {
  return clientsWith(between('created_at', days));
}

/** Deleted clients too: their payments count. */
export function clientsToppedUp(days: Days): string {
  return clientsWith(between('topped_up_at', days), { trashed: 'with' });
}

export function clientsIn(...statuses: ClientStatus[]): string {
  return clientsWith([inStatus(...statuses)]);
}

/** Clients whose balance ends within so many days. */
export function clientsEnding(
  { days }: Pick<ReportSummary['ending'][number], 'days'>,
  status: ClientStatus,
): string {
  return clientsWith([{ field: 'lasts_until', op: 'eq', value: `next:${days}d` }, inStatus(status)]);
}

/** Clients whose wallets do not add up, deleted or not. */
export function clientsBroken(ids: string[]): string {
  return clientsWith([{ field: 'id', op: 'in', value: ids }], { trashed: 'with' });
}

/** Where what the proof found is listed, and the list's name; null for what has no list. */
export function foundByProof({ kind, names }: ProofFinding): { resource: string; to: string } | null {
  switch (kind) {
    case 'payment_without_line':
    case 'payment_not_reversed':
    case 'refund_differs':
      return rowsOf(paymentResource, 'id', names);
    case 'line_without_payment':
    case 'reversal_differs':
    case 'line_without_document':
      return rowsOf(ledgerResource, 'id', names);
    case 'document_differs':
      return rowsOf(documentResource, 'number', names);
    case 'closed_month_changed':
      return { resource: 'ledger', to: `/admin-panel/money/month?month=${names[0]}` };
    case 'numbers_with_gaps':
      return null;
  }
}

function rowsOf(
  resource: { name: string; path?: string },
  field: string,
  names: string[],
): { resource: string; to: string } {
  const filters: Filter[] = [{ field, op: 'in', value: names }];
  return { resource: resource.name, to: `${listPath(resource)}?${printListQuery({ filters })}` };
}

type Foreseen = Pick<ReportForecast, 'until' | 'days'>;

/** Clients who are charged within a forecast, or on a day of it. */
export function clientsToCharge(forecast: Foreseen, day?: string): string {
  return clientsWith([foreseen('charged_at', forecast, day)]);
}

/** Clients who will have to pay, be blocked, or lose their database, if nobody pays. */
export const clientsToLose: Record<
  'graces' | 'blocks' | 'deletions',
  (forecast: Foreseen, day?: string) => string
> = {
  graces: (forecast, day) =>
    clientsWith([inStatus('trial', 'active'), foreseen('lasts_until', forecast, day)]),
  blocks: (forecast, day) => clientsWith([foreseen('access_ends_at', forecast, day)]),
  deletions: (forecast, day) => clientsWith([foreseen('deletion_at', forecast, day)]),
};

/** Overdue events count for the first day. */
function foreseen(field: string, { until, days }: Foreseen, day: string | undefined): Filter {
  if (day === undefined) return { field, op: 'lt', value: until };
  return { field, op: day === days[0]?.day ? 'lte' : 'eq', value: day };
}

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
