import type { MailEffect, Outcome, Subscription, Terms } from './lifecycle.ts';
import { type Course, covers, deletionDate, graceEnd, outcomeOf } from './lifecycle-steps.ts';
import { addDays } from './periods.ts';

/** Closes a course with its mails: that of the state reached, the nearest reminder, the nearest warning. */
export function finish(course: Course, terms: Terms, now: Date): Outcome {
  course.effects.push(...lifecycleMails(course, terms, now));
  return outcomeOf(course);
}

/**
 * What a course writes to the client when it is done (DESIGN section 7, "After an outage"): of the states passed
 * through the last, and of reminders and warnings that fell due on the way the nearest, if its end is still ahead.
 */
function lifecycleMails(course: Course, terms: Terms, now: Date): MailEffect[] {
  return [stateMail(course, terms), reminder(course, terms, now), deletionWarning(course, terms, now)].filter(
    (mail) => mail !== undefined,
  );
}

/** The moments at which a client is reminded of an end that its balance doesn't cover, the earliest first. */
export function remindersOf({ trialEnds }: Subscription, { reminderDays, timeZone }: Terms) {
  return moments(trialEnds, reminderDays, timeZone);
}

/** The moments at which a blocked client is warned of the deletion, the earliest first. */
export function deletionWarningsOf(subscription: Subscription, terms: Terms) {
  return moments(deletionDate(subscription, terms), terms.deletionWarningDays, terms.timeZone);
}

/** Whether the running period's end is one that the balance doesn't cover. */
export function endsUncovered({
  subscription,
  plan,
  nextPlan,
}: Pick<Course, 'subscription' | 'plan' | 'nextPlan'>) {
  const { status, balance } = subscription;
  return (status === 'trial' || status === 'active') && !covers(balance, nextPlan ?? plan);
}

function stateMail({ subscription, effects }: Course, terms: Terms): MailEffect | undefined {
  const { status, trialEnds, blockedAt } = subscription;
  switch (status) {
    case 'trial':
    case 'active': {
      const resumed = effects.findLast(({ kind }) => kind === 'resume');
      if (resumed?.kind !== 'resume') return undefined;
      return { kind: 'mail', mail: 'resumed', key: keyOf('resumed', resumed.at), date: trialEnds };
    }
    case 'grace':
      if (!effects.some(({ kind }) => kind === 'grace')) return undefined;
      return {
        kind: 'mail',
        mail: 'grace',
        key: keyOf('grace', trialEnds),
        date: graceEnd(subscription, terms),
      };
    case 'blocked':
      if (!blockedAt || !effects.some(({ kind }) => kind === 'block')) return undefined;
      return {
        kind: 'mail',
        mail: 'blocked',
        key: keyOf('blocked', blockedAt),
        date: deletionDate(subscription, terms),
      };
    case 'archived':
      if (!blockedAt || !effects.some(({ kind }) => kind === 'archive')) return undefined;
      return { kind: 'mail', mail: 'deleted', key: keyOf('deleted', blockedAt) };
  }
}

function reminder(course: Course, terms: Terms, now: Date): MailEffect | undefined {
  const { subscription, since } = course;
  if (!endsUncovered(course) || subscription.trialEnds <= now) return undefined;
  const due = remindersOf(subscription, terms).findLast(({ at }) => at > since && at <= now);
  if (!due) return undefined;
  const date = subscription.trialEnds;
  return { kind: 'mail', mail: 'reminder', key: keyOf('reminder', date, due.days), days: due.days, date };
}

function deletionWarning({ subscription, since }: Course, terms: Terms, now: Date): MailEffect | undefined {
  if (subscription.status !== 'blocked') return undefined;
  const date = deletionDate(subscription, terms);
  if (date <= now) return undefined;
  const due = deletionWarningsOf(subscription, terms).findLast(({ at }) => at > since && at <= now);
  if (!due) return undefined;
  const key = keyOf('deletion_warning', date, due.days);
  return { kind: 'mail', mail: 'deletion_warning', key, days: due.days, date };
}

function moments(end: Date, daysBefore: readonly number[], timeZone: string) {
  return [...daysBefore]
    .sort((one, other) => other - one)
    .map((days) => ({ days, at: addDays(end, -days, timeZone) }));
}

function keyOf(event: string, moment: Date, days?: number): string {
  return [event, moment.toISOString(), ...(days === undefined ? [] : [days])].join(':');
}
