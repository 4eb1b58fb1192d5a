import {
  type ChargedClient,
  chargedClient,
  dueCharges,
  insertCharge,
  newReasons,
  type ReasonRow,
} from './card-store.ts';
import { newId } from '#server/kernel/ids.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { chargedAheadMs } from '#server/subscriptions/lifecycle/card-charge.ts';
import { dueOf, isClosedBy } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import {
  type GeneralTerms,
  subscriptionOf,
  termsOf,
} from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { chargeAmount } from '#server/subscriptions/lifecycle/charge-amount.ts';

const reasonsAtOnce = 1000;

/**
 * Finds the clients whose saved card is to be charged now, once for each reason, and has those charged that are due:
 * new ones, and tries after a refusal (GROWTH section 16, "By itself").
 */
export async function runAutoTopUps(
  deps: OnlineDeps,
  now: Date,
  { atOnce = reasonsAtOnce } = {},
): Promise<void> {
  const { db, queue } = deps;
  const endsBefore = new Date(now.getTime() + chargedAheadMs);
  let after: string | null = null;
  // A client who lacks nothing is found again each time, so all pages are read.
  do {
    const page: ReasonRow[] = await newReasons(db, { endsBefore, after, limit: atOnce });
    await writeCharges(deps, page, now);
    after = page.length < atOnce ? null : (page.at(-1)?.client_id ?? null);
  } while (after !== null);
  const due = await dueCharges(db, now);
  await queue.enqueueAll(
    db,
    'charge-card',
    due.map((chargeId) => ({ chargeId })),
  );
}

async function writeCharges(
  { db, subscriptions }: OnlineDeps,
  reasons: readonly ReasonRow[],
  now: Date,
): Promise<void> {
  const general = await generalTerms(subscriptions, db);
  for (const { client_id, reason_key } of reasons) {
    const client = await chargedClient(db, client_id);
    const amount = client ? amountFor(client, general) : 0;
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
}

/** What is to be charged of this client as things are; 0: nothing. */
export function amountFor({ autoTopUp, ...row }: ChargedClient, general: GeneralTerms): number {
  const { moment: when, threshold, amount } = autoTopUp;
  const subscription = subscriptionOf(row);
  // Nobody pays ahead for an account that closes with the running period.
  if (!subscription || isClosedBy(subscription, subscription.trialEnds)) return 0;
  const { price } = dueOf({ subscription, ...termsOf(row, general) });
  return chargeAmount({ when, threshold, amount }, { price, balance: row.balance });
}
