import type { EmailKind } from '#contract/email.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { advance } from './lifecycle.ts';
import { endsUncovered } from './lifecycle-mails.ts';
import { deletionDate, graceEnd } from './lifecycle-steps.ts';
import { type GeneralTerms, isRunning, subscriptionOf, termsAfter, termsOf } from './stored-subscription.ts';
import type { SubscribedRow } from './subscription-store.ts';

type Facts = EmailRow['data'];

/**
 * What a mail to a client says if it is sent again now: the balance, what is owed, the date and the days that are left.
 * Undefined when it tells of a state that is over; what happened once stays as it was told. Pure.
 */
export function mailFacts(
  kind: EmailKind,
  row: SubscribedRow,
  general: GeneralTerms,
  now: Date,
): Facts | undefined {
  switch (kind) {
    case 'top_up_receipt':
    case 'bonus_given':
    case 'balance_corrected':
      return { balance: row.balance };
    case 'payment_reminder':
    case 'payment_due':
    case 'access_blocked':
    case 'access_resumed':
    case 'deletion_warning':
    case 'data_deleted':
      return stateFacts(kind, row, general, now);
    default:
      return {};
  }
}

type StateMail =
  | 'payment_reminder'
  | 'payment_due'
  | 'access_blocked'
  | 'access_resumed'
  | 'deletion_warning'
  | 'data_deleted';

function stateFacts(
  kind: StateMail,
  row: SubscribedRow,
  general: GeneralTerms,
  now: Date,
): Facts | undefined {
  const before = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!before) return undefined;
  const termsBefore = termsOf(row, general);
  const outcome = advance(before, termsBefore, now);
  const { subscription, plan, nextPlan } = outcome;
  const terms = termsAfter(termsBefore, outcome);
  const { status, balance, trialEnds } = subscription;
  const amount = Math.max(0, (nextPlan ?? plan).price - balance);
  switch (kind) {
    case 'payment_reminder':
      return endsUncovered(outcome) ? { amount, ...until(trialEnds, now) } : undefined;
    case 'payment_due':
      return status === 'grace' ? { amount, ...until(graceEnd(subscription, terms), now) } : undefined;
    case 'access_blocked':
    case 'deletion_warning':
      return status === 'blocked' ? { amount, ...until(deletionDate(subscription, terms), now) } : undefined;
    case 'access_resumed': {
      const isUp = status === 'trial' || status === 'active';
      return isUp ? { balance, ...until(trialEnds, now) } : undefined;
    }
    case 'data_deleted':
      return status === 'archived' ? { amount } : undefined;
  }
}

const day = 86_400_000;

/** A day that has begun counts. */
function until(end: Date, now: Date): Facts {
  return { date: end.toISOString(), days: Math.ceil((end.getTime() - now.getTime()) / day) };
}
