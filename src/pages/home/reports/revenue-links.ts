import type { ClientSource } from '#contract/entities/client.ts';
import type { Filter } from '#contract/kernel/list-query.ts';
import { type RevenueMove, signUpSources } from '#contract/panel/revenue.ts';
import { clientsWith } from '#web/pages/home/list-links.ts';

/** Links to the clients behind the figures of the report; the deleted too, because what they did counts. */

interface Days {
  from: string;
  to: string;
}

/** Whose revenue moved in this way. */
export function clientsMoved(kind: RevenueMove, days: Days): string {
  return withDeleted(between(`revenue_${kind}_at`, days));
}

/** Who paid at the end of a day, all or those who came in some way. */
export function clientsPayingOn(day: string, source?: ClientSource): string {
  return withDeleted([...paidOn(day), ...(source === undefined ? [] : cameBy([source]))]);
}

/** Who paid for a tariff at the end of a day. */
export function clientsPayingFor(tariffId: string, day: string): string {
  return withDeleted([{ field: 'paying_for', op: 'eq', value: `${tariffId}@${day}` }]);
}

/** Clients who came in some days, registered themselves or in one way alone. */
export function clientsCame(days: Days, source?: ClientSource): string {
  return withDeleted(came(days, source));
}

/** Those of them who began the free period, for whom it runs, or who ever paid. */
export const clientsTried: Record<
  'tried' | 'trying' | 'paid',
  (days: Days, source?: ClientSource) => string
> = {
  tried: (days, source) =>
    withDeleted([...came(days, source), { field: 'trialEnds', op: 'null', value: 'false' }]),
  trying: (days, source) =>
    clientsWith([...came(days, source), { field: 'status', op: 'eq', value: 'trial' }]),
  paid: (days, source) =>
    withDeleted([...came(days, source), { field: 'revenue_new_at', op: 'gte', value: days.from }]),
};

/** Sign-ups of some days who paid at the end of a later one. */
export function clientsKept(days: Days, day: string): string {
  return withDeleted([...came(days), ...paidOn(day)]);
}

function withDeleted(filters: Filter[]): string {
  return clientsWith(filters, { trashed: 'with' });
}

function paidOn(day: string): Filter[] {
  return [{ field: 'paying_on', op: 'eq', value: day }];
}

function cameBy(sources: readonly ClientSource[]): Filter[] {
  return [{ field: 'source', op: 'in', value: [...sources] }];
}

function came(days: Days, source?: ClientSource): Filter[] {
  return [...between('created_at', days), ...cameBy(source === undefined ? signUpSources : [source])];
}

function between(field: string, { from, to }: Days): Filter[] {
  return [
    { field, op: 'gte', value: from },
    { field, op: 'lte', value: to },
  ];
}
