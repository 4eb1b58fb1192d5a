import { type Charged, chargedClient, dueCharges, insertCharge, newReasons } from './card-store.ts';
import { newId } from '#server/kernel/ids.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { chargeAmount } from './charge-amount.ts';

/** How long before the period's end its card is charged. */
const aheadMs = 86_400_000;
const reasonsAtOnce = 1000;

/**
 * Finds the clients whose saved card is to be charged now, once for each reason, and has those charged that are due:
 * new ones, and tries after a refusal (GROWTH section 16, "By itself").
 */
export async function runAutoTopUps({ db, queue }: OnlineDeps, now: Date): Promise<void> {
  const endsBefore = new Date(now.getTime() + aheadMs);
  for (const { client_id, reason_key } of await newReasons(db, { endsBefore, limit: reasonsAtOnce })) {
    const client = await chargedClient(db, client_id);
    const amount = client ? amountFor(client) : 0;
    // Without an amount there is no reason yet: the next charge of the subscription may make one.
    if (amount === 0) continue;
    await insertCharge(db, {
      id: newId(now),
      client_id,
      reason_key,
      status: 'waiting',
      amount,
      tries: 0,
      next_try_at: now,
      created_at: now,
    });
  }
  const due = await dueCharges(db, now);
  await queue.enqueueAll(
    db,
    'charge-card',
    due.map((chargeId) => ({ chargeId })),
  );
}

/** What is to be charged of this client as things are; 0: nothing. */
export function amountFor({ autoTopUp, ...row }: Charged): number {
  const { moment: when, threshold, amount } = autoTopUp;
  return chargeAmount({ when, threshold, amount }, { price: comingPrice(row), balance: row.balance });
}

/** What the next period costs: of the tariff that waits for it, if there is one. */
function comingPrice(row: Omit<Charged, 'autoTopUp'>): number {
  const { next_price_month, next_price_year, next_tariff_id, next_billing_period } = row;
  if (next_tariff_id !== null && next_price_month !== null && next_price_year !== null) {
    return (next_billing_period ?? row.billing_period) === 'year' ? next_price_year : next_price_month;
  }
  return row.billing_period === 'year' ? row.price_year : row.price_month;
}
