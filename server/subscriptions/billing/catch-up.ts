import { advance } from '#server/subscriptions/lifecycle/lifecycle.ts';
import type { Effect, Outcome, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import { nextStep } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import { termsAfter } from '#server/subscriptions/lifecycle/stored-subscription.ts';

/** Late runs are made up for day by day, in order (GROWTH section 20, "Clock and brake"). Pure. */

const dayMs = 86_400_000;

/**
 * The time of the next run after one at `from`: a day later while more than a day is missed, else now. Days on which
 * nobody is due are skipped; `firstDue` is when the first client is due, null when none is.
 */
export function nextRunMoment(from: Date, firstDue: Date | null, now: Date): Date {
  const missed = now.getTime() - from.getTime();
  if (missed <= dayMs || firstDue === null || firstDue > now) return now;
  const days = Math.max(1, Math.ceil((firstDue.getTime() - from.getTime()) / dayMs));
  const moment = from.getTime() + days * dayMs;
  return moment < now.getTime() ? new Date(moment) : now;
}

/** The result of a run at a moment for a client, and when to check the client next, if not as usual. */
export interface DayOutcome {
  outcome: Outcome;
  wakeAt?: Date;
}

/**
 * One day of a run that catches up to `now`. The last step before `now` completes the client, with the emails for the
 * state then reached. Until then the client is only looked at when its next step comes, and gets no email except
 * about a return that lasts.
 */
export function advanceDay(
  subscription: Subscription,
  terms: Terms,
  { moment, now }: { moment: Date; now: Date },
): DayOutcome {
  const whole = advance(subscription, terms, now);
  if (moment >= now) return { outcome: whole };
  const day = advance(subscription, terms, moment);
  if (stepsIn(day.effects) === stepsIn(whole.effects)) return { outcome: whole };
  const returned = day.effects.some(({ kind }) => kind === 'resume');
  const mails = whole.effects.filter(
    (effect) => returned && effect.kind === 'mail' && effect.mail === 'resumed',
  );
  const effects = [...day.effects.filter(({ kind }) => kind !== 'mail'), ...mails];
  const wakeAt = nextStep(day, termsAfter(terms, day))?.at;
  return { outcome: { ...day, effects }, ...(wakeAt && { wakeAt }) };
}

function stepsIn(effects: readonly Effect[]): number {
  return effects.filter(({ kind }) => kind !== 'mail').length;
}
