import type { EmailKind } from '#contract/entities/email.ts';
import type { EmailRow } from '#server/db/tables.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { advance } from './lifecycle.ts';
import { endsUncovered } from './lifecycle-mails.ts';
import { chargeOf, stopIn } from './lifecycle-messages.ts';
import { deletionDate, graceEnd, missing, stopAfter } from './lifecycle-steps.ts';
import { type GeneralTerms, isRunning, subscriptionOf, termsAfter, termsOf } from './stored-subscription.ts';
import type { Outcome, Terms } from './subscription.ts';

type Facts = EmailRow['data'];

/**
 * The values of an email to a client if it is sent again now: balance, debt, date and days left. Undefined when its
 * state is over; values of one-time events stay. Pure.
 */
export function mailFacts(
  kind: EmailKind,
  row: SubscribedRow,
  general: GeneralTerms,
  now: Date,
): Facts | undefined {
  if (kind === 'bonus_given' || kind === 'balance_corrected') {
    return { balance: row.balance };
  }
  const factsOf = stateFacts[kind];
  if (!factsOf) return {};
  const before = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!before) return undefined;
  const terms = termsOf(row, general);
  const outcome = advance(before, terms, now);
  return factsOf(outcome, termsAfter(terms, outcome), now);
}

type StateFacts = (outcome: Outcome, terms: Terms, now: Date) => Facts | undefined;

const untilDeletion: StateFacts = (outcome, terms, now) => {
  const { subscription } = outcome;
  if (subscription.status !== 'blocked') return undefined;
  return { amount: missing(outcome), ...until(deletionDate(subscription, terms), now) };
};

const stateFacts: { [Kind in EmailKind]?: StateFacts } = {
  payment_reminder(outcome, _terms, now) {
    if (!endsUncovered(outcome)) return undefined;
    return { amount: missing(outcome), ...chargeOf(outcome), ...until(outcome.subscription.trialEnds, now) };
  },
  trial_ending(outcome, terms, now) {
    const { status, trialEnds } = outcome.subscription;
    if (status !== 'trial' || !endsUncovered(outcome)) return undefined;
    return {
      amount: missing(outcome),
      ...chargeOf(outcome),
      ...until(trialEnds, now),
      ...stopIn(stopAfter(outcome.subscription, terms)),
    };
  },
  payment_due(outcome, terms, now) {
    const { subscription } = outcome;
    if (subscription.status !== 'grace') return undefined;
    return { amount: missing(outcome), ...chargeOf(outcome), ...until(graceEnd(subscription, terms), now) };
  },
  access_blocked: untilDeletion,
  access_resumed({ subscription: { status, balance, trialEnds } }, _terms, now) {
    return status === 'trial' || status === 'active' ? { balance, ...until(trialEnds, now) } : undefined;
  },
  deletion_warning: untilDeletion,
  data_deleted(outcome) {
    return outcome.subscription.status === 'archived' ? { amount: missing(outcome) } : undefined;
  },
};

const day = 86_400_000;

/** A day that has begun counts as a full day. */
function until(end: Date, now: Date): Facts {
  return { date: end.toISOString(), days: Math.ceil((end.getTime() - now.getTime()) / day) };
}
