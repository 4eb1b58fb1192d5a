import type { ClientDiscount, RunningDiscount } from '#contract/catalogue/discount.ts';
import type { Db, StoredDiscount } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import {
  discountOf,
  discountsOf,
  type NamedDiscountRow,
} from '#server/subscriptions/discounts/discount-store.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';

/** Every discount that a client was given, the latest first, with what remains of it. */
export async function readDiscounts(db: Db, clientId: string): Promise<ClientDiscount[]> {
  const running = await runningOf(db, clientId);
  return (await discountsOf(db, clientId)).map((row) => toDiscount(row, running));
}

/**
 * One of them.
 * @throws AppError `not_found`
 */
export async function readDiscount(db: Db, clientId: string, id: string): Promise<ClientDiscount> {
  const row = await discountOf(db, clientId, id);
  if (!row) throw new AppError('not_found');
  return toDiscount(row, await runningOf(db, clientId));
}

/** Those that the next period gets, for their client. */
export async function readRunningDiscounts(db: Db, clientId: string): Promise<RunningDiscount[]> {
  const running = await runningOf(db, clientId);
  if (running.size === 0) return [];
  return (await discountsOf(db, clientId))
    .filter(({ id }) => running.has(id))
    .map((row) => toDiscount(row, running))
    .map(({ id, percent, amount, periods, periods_left }) => ({ id, percent, amount, periods, periods_left }))
    .reverse();
}

async function runningOf(db: Db, clientId: string): Promise<ReadonlyMap<string, StoredDiscount>> {
  const row = await subscribedById(db, clientId);
  return new Map((row?.discounts ?? []).map((one) => [one.id, one]));
}

function toDiscount(row: NamedDiscountRow, running: ReadonlyMap<string, StoredDiscount>): ClientDiscount {
  const { id, percent, amount, periods, reason, created_at, ended_at } = row;
  const left = running.get(id);
  const over = ended_at === null ? 'used' : 'ended';
  return {
    id,
    percent,
    amount,
    periods,
    periods_left: left ? left.left : 0,
    state: left ? 'running' : over,
    reason,
    created_by: person(row.created_by, row.created_by_name),
    created_at: created_at.toISOString(),
    ended_by: person(row.ended_by, row.ended_by_name),
    ended_at: ended_at?.toISOString() ?? null,
  };
}

function person(id: string | null, name: string | null): ClientDiscount['created_by'] {
  return id === null ? null : { id, name: name ?? '' };
}
