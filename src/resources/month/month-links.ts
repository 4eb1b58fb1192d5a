import { type Filter, printListQuery } from '#contract/kernel/list-query.ts';
import { type MonthMove, monthAfter } from '#contract/money/month.ts';
import { ledgerResource } from '#web/resources/ledger/ledger-resource.tsx';
import { paymentResource } from '#web/resources/payments/payment-resource.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';

/** What each figure counts, as filters of the ledger of all clients. */
const kinds: Record<MonthMove, Filter[]> = {
  cash: topUpsBy('cash'),
  bank: topUpsBy('non_cash'),
  card: topUpsBy('card'),
  online: topUpsBy('card'),
  bonuses: ofKind('bonus'),
  charges: ofKind('charge'),
  refunds: ofKind('refund'),
  reversals: ofKind('reversal'),
  payouts: ofKind('payout'),
};

/** The lines behind a figure of a month, of one tariff or all. */
export function linesOfMonth(month: string, move: MonthMove, tariffId?: string): string {
  const ofTariff: Filter[] =
    tariffId === undefined ? [] : [{ field: 'tariff_id', op: 'eq', value: tariffId }];
  const filters = [...within(month), ...kinds[move], ...ofTariff];
  return `${listPath(ledgerResource)}?${printListQuery({ filters })}`;
}

/** Payments of a month by method: the ledger calls those by card and online alike. */
export function paymentsOfMonth(month: string, method: 'card' | 'online'): string {
  const filters: Filter[] = [...within(month), { field: 'method', op: 'eq', value: method }];
  return `${listPath(paymentResource)}?${printListQuery({ filters })}`;
}

/** Bank lines of a month whose client nobody has named yet. */
export function waitingOfMonth(month: string): Filter[] {
  return [...within(month), { field: 'status', op: 'eq', value: 'unmatched' }];
}

function within(month: string): Filter[] {
  return [
    { field: 'value_date', op: 'gte', value: `${month}-01` },
    { field: 'value_date', op: 'lt', value: `${monthAfter(month)}-01` },
  ];
}

function ofKind(kind: string): Filter[] {
  return [{ field: 'kind', op: 'eq', value: kind }];
}

function topUpsBy(service: string): Filter[] {
  return [...ofKind('top_up'), { field: 'service', op: 'eq', value: service }];
}
