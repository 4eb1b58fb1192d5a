import { newId } from '#server/kernel/ids.ts';
import type { Db, StoredDiscount } from '#server/db/tables.ts';
import { storeDiscounts } from '#server/subscriptions/subscription-store.ts';
import { day, later } from './calendar.ts';
import type { People } from './names/people.ts';

interface Given {
  percent: number | null;
  amount: number | null;
  periods: number | null;
  /** Null: without end. */
  left: number | null | 'ended';
}

/** A client's `discounts`; its first run computes the rest. */
const discounts: readonly Given[] = [
  { percent: 20, amount: null, periods: 3, left: 2 },
  { percent: 50, amount: null, periods: 1, left: 1 },
  { percent: 10, amount: null, periods: null, left: null },
  { percent: null, amount: 500, periods: 12, left: 9 },
  { percent: 15, amount: null, periods: 6, left: 'ended' },
];

/** Discounts of a few clients who pay, given by a colleague, and a promo code that gives one. */
export async function insertDiscounts(
  tx: Db,
  { now, by, people }: { now: Date; by: string; people: People },
): Promise<void> {
  const given = later(now, -20 * day);
  const clients = await tx
    .selectFrom('clients')
    .select(['id', 'created_at'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('created_at', '<', given)
    .orderBy('id')
    .limit(discounts.length)
    .execute();
  for (const [place, client] of clients.entries()) {
    const one = discounts[place];
    const reason = people.discountReasons[place] ?? '';
    if (one) await insertDiscount(tx, client.id, { ...one, reason }, { now, given, by });
  }
  await tx
    .insertInto('promo_codes')
    .values({
      id: newId(given),
      code: 'MENSHE20',
      uses_left: 40,
      discount_percent: 20,
      discount_periods: 3,
      created_at: given,
      updated_at: given,
    })
    .execute();
}

async function insertDiscount(
  tx: Db,
  clientId: string,
  { left, ...terms }: Given & { reason: string },
  { now, given, by }: { now: Date; given: Date; by: string },
): Promise<void> {
  const id = newId(given);
  const isEnded = left === 'ended';
  await tx
    .insertInto('client_discounts')
    .values({
      ...terms,
      id,
      client_id: clientId,
      created_by: by,
      created_at: given,
      ended_by: isEnded ? by : null,
      ended_at: isEnded ? later(now, -day) : null,
    })
    .execute();
  if (isEnded) return;
  const { percent, amount } = terms;
  const stored: StoredDiscount = {
    id,
    kind: percent === null ? 'amount' : 'percent',
    value: percent ?? amount ?? 0,
    left,
  };
  await storeDiscounts(tx, clientId, [stored]);
}
