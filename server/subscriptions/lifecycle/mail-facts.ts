import type { EmailKind } from '#contract/entities/email.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { calendarDaysBetween } from '#server/kernel/periods.ts';
import type { SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { advance } from './lifecycle.ts';
import { endsUncovered } from './lifecycle-mails.ts';
import { chargeOf, priceIn, stopIn } from './lifecycle-messages.ts';
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
  return { amount: missing(outcome), ...until(deletionDate(subscription, terms), terms, now) };
};

const stateFacts: { [Kind in EmailKind]?: StateFacts } = {
  payment_reminder(outcome, terms, now) {
    if (!endsUncovered(outcome)) return undefined;
    const { trialEnds } = outcome.subscription;
    return { amount: missing(outcome), ...chargeOf(outcome), ...until(trialEnds, terms, now) };
  },
  trial_ending(outcome, terms, now) {
    const { status, trialEnds } = outcome.subscription;
    if (status !== 'trial' || !endsUncovered(outcome)) return undefined;
    return {
      amount: missing(outcome),
      ...chargeOf(outcome),
      ...priceIn(outcome),
      ...until(trialEnds, terms, now),
      ...stopIn(stopAfter(outcome.subscription, terms)),
    };
  },
  payment_due(outcome, terms, now) {
    const { subscription } = outcome;
    if (subscription.status !== 'grace') return undefined;
    const end = graceEnd(subscription, terms);
    return { amount: missing(outcome), ...chargeOf(outcome), ...until(end, terms, now) };
  },
  access_blocked: untilDeletion,
  access_resumed({ subscription: { status, balance, trialEnds } }, terms, now) {
    return status === 'trial' || status === 'active'
      ? { balance, ...until(trialEnds, terms, now) }
      : undefined;
  },
  deletion_warning: untilDeletion,
  data_deleted(outcome) {
    return outcome.subscription.status === 'archived' ? { amount: missing(outcome) } : undefined;
  },
};

/** `days` as a calendar counts them, so that 0 is today. */
function until(end: Date, { timeZone }: Pick<Terms, 'timeZone'>, now: Date): Facts {
  return { date: end.toISOString(), days: calendarDaysBetween(now, end, timeZone) };
}
