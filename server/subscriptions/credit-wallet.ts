import type { Db } from '#server/db/tables.ts';
import { AppError, deletedClient } from '#server/kernel/app-error.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { insertLines } from '#server/wallet/ledger-store.ts';
import { generalTerms } from './general-terms.ts';
import { derived } from './lifecycle/forecast.ts';
import { receive } from './lifecycle/lifecycle.ts';
import { linesOf, type Money } from './lifecycle/outcome-lines.ts';
import { isRunning, subscriptionOf, termsAfter, termsOf } from './lifecycle/stored-subscription.ts';
import { dueOf, missing } from './lifecycle/lifecycle-steps.ts';
import type { Outcome } from './lifecycle/subscription.ts';
import { previewOf } from './lifecycle/tariff-change.ts';
import { lockSubscription } from './settle-subscription.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { subscribedById, type SubscribedRow, updateSubscription } from './subscription-store.ts';
import { writeOutcomes } from './write-outcomes.ts';

/** What became of money: with `before` it makes the `balance`, after what was `charged` (below zero). */
export interface Credit {
  balance: number;
  before: number | null;
  charged: number | null;
  paid_until: string | null;
  /** What the next period costs on `next_date`: the first one that is paid, or a later one. */
  first: number | null;
  next: number | null;
  next_date: string | null;
  /** What is missing for the period that is due. */
  lacking: number | null;
}

/** Writes a ledger line for money in or out, with everything that follows from it. */
export async function creditWallet(
  deps: SubscriptionDeps,
  tx: Db,
  { id, money, now }: { id: string; money: Money; now: Date },
): Promise<Credit> {
  const row = await lockSubscription(tx, id);
  const terms = termsOf(row, await generalTerms(deps, tx));
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (subscription) {
    const outcome = receive(subscription, terms, money.amount, now);
    await writeOutcomes(deps, tx, now, [{ row, terms, money, outcome }]);
    return creditOf(outcome, money.amount);
  }
  // Time stands still, so the money stays in the wallet.
  const { lines } = linesOf([], money, {
    clientId: id,
    balance: row.balance,
    now,
    today: localDay(now, deps.timeZone),
    newId,
  });
  await insertLines(tx, lines);
  const kept = subscriptionWith(row, money.amount);
  if (kept) await updateSubscription(tx, id, { lasts_until: derived(kept, terms).lastsUntil });
  return { ...nothingNext, balance: row.balance + money.amount, before: row.balance || null };
}

const nothingNext = {
  charged: null,
  paid_until: null,
  first: null,
  next: null,
  next_date: null,
  lacking: null,
};

function creditOf(outcome: Outcome, amount: number): Credit {
  const { balance, status, trialEnds } = outcome.subscription;
  const { charge } = previewOf(outcome);
  const end = trialEnds.toISOString();
  const credit = {
    ...nothingNext,
    balance,
    before: balance - amount + charge || null,
    ...(charge > 0 && { charged: -charge, paid_until: end }),
  };
  const { price } = dueOf(outcome);
  if (status === 'trial') return { ...credit, first: price, next_date: end };
  if (status === 'active') return { ...credit, next: price, next_date: end };
  return { ...credit, lacking: missing(outcome) };
}

/** What incoming money would do; changes nothing. */
export async function previewCredit(deps: SubscriptionDeps, id: string, amount: number, now: Date) {
  const row = await subscribedById(deps.db, id);
  if (!row) throw new AppError('not_found');
  if (row.deleted_at) throw deletedClient(row);
  const terms = termsOf(row, await generalTerms(deps, deps.db));
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (subscription) {
    const outcome = receive(subscription, terms, amount, now);
    const { balance, status, trialEnds } = outcome.subscription;
    const { lastsUntil } = derived(outcome.subscription, termsAfter(terms, outcome));
    return { charge: previewOf(outcome).charge, balance, status, trialEnds, lastsUntil };
  }
  const kept = subscriptionWith(row, amount);
  return {
    charge: 0,
    balance: row.balance + amount,
    status: row.status,
    trialEnds: row.trial_ends,
    lastsUntil: kept ? derived(kept, terms).lastsUntil : null,
  };
}

function subscriptionWith(row: SubscribedRow, amount: number) {
  return subscriptionOf({ ...row, balance: row.balance + amount });
}
