import type { MailEffect, Outcome, Subscription, Terms } from './subscription.ts';
import {
  type Course,
  covers,
  deletionDate,
  dueOf,
  graceEnd,
  isClosedBy,
  monthsOf,
  outcomeOf,
  stopAfter,
} from './lifecycle-steps.ts';
import { addDays, calendarDaysBetween } from '#server/kernel/periods.ts';

/** Ends a course with its emails: for the state reached, the nearest reminder, and the nearest warning. */
export function finish(course: Course, terms: Terms, now: Date): Outcome {
  course.effects.push(...lifecycleMails(course, terms, now));
  return outcomeOf(course);
}

/**
 * The emails to the client when a course is done (DESIGN section 7, "After an outage"): of all states passed through
 * only the last, and of all reminders and warnings that were due only the nearest whose date is still ahead.
 */
function lifecycleMails(course: Course, terms: Terms, now: Date): MailEffect[] {
  return [
    stateMail(course, terms),
    discountUsed(course),
    reminder(course, terms, now),
    renewalAhead(course, terms, now),
    deletionWarning(course, terms, now),
  ].filter((mail) => mail !== undefined);
}

/** A period that costs nothing sends no email (GROWTH section 17, "Discounts"). */
function discountUsed({ subscription: { status, trialEnds }, usedDiscount }: Course): MailEffect | undefined {
  if (!usedDiscount || status !== 'active') return undefined;
  const key = keyOf('discount_used', trialEnds);
  return { kind: 'mail', mail: 'discount_used', key, date: trialEnds };
}

/** When a client is told of an end that comes some days later. */
export interface Announcement {
  at: Date;
  days: number;
}

/** When a client is reminded of the running period's end, between two moments; earliest first. */
export function remindersOf(
  { trialEnds }: Subscription,
  { reminderDays, timeZone }: Terms,
  span: { after: Date; until: Date },
): Announcement[] {
  return announcements(trialEnds, reminderDays, timeZone, span);
}

/** How many months make a period so long that its end is forgotten, and how many days before a card pays for the next. */
const longPeriod = 6;
const renewalNoticeDays = 7;

/**
 * When the renewal of a long period comes near that a card may pay for, between two moments (docs/decisions/0293). The
 * end of a short one is no news.
 */
export function renewalNoticesOf(
  { subscription, plan }: Omit<Outcome, 'effects'>,
  { timeZone }: Pick<Terms, 'timeZone'>,
  span: { after: Date; until: Date },
): Announcement[] {
  const isLong = subscription.status === 'active' && monthsOf(plan.billingPeriod) >= longPeriod;
  return isLong ? announcements(subscription.trialEnds, [renewalNoticeDays], timeZone, span) : [];
}

/** When a blocked client is warned of the deletion, between two moments; earliest first. */
export function deletionWarningsOf(
  subscription: Subscription,
  terms: Terms,
  span: { after: Date; until: Date },
): Announcement[] {
  const date = deletionDate(subscription, terms);
  if (isClosedBy(subscription, date)) return [];
  return announcements(date, terms.deletionWarningDays, terms.timeZone, span);
}

/** Whether the balance does not cover the end of the running period, and another one is to follow. */
export function endsUncovered(state: Omit<Outcome, 'effects'>) {
  const { status, balance, trialEnds } = state.subscription;
  if ((status !== 'trial' && status !== 'active') || isClosedBy(state.subscription, trialEnds)) return false;
  return !covers(balance, dueOf(state).price);
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
  const due = remindersOf(subscription, terms, { after: since, until: now }).at(-1);
  if (!due) return undefined;
  const date = subscription.trialEnds;
  const key = keyOf('reminder', date, due.days);
  return {
    kind: 'mail',
    mail: 'reminder',
    key,
    days: calendarDaysBetween(now, date, terms.timeZone),
    date,
    stop: stopAfter(subscription, terms),
  };
}

/** Whether a card pays is for the writer of emails to know: without one there are the reminders. */
function renewalAhead(course: Course, terms: Terms, now: Date): MailEffect | undefined {
  const { trialEnds: date } = course.subscription;
  if (!endsUncovered(course) || date <= now) return undefined;
  const [due] = renewalNoticesOf(course, terms, { after: course.since, until: now });
  return due && { kind: 'mail', mail: 'renewal_ahead', key: keyOf('renewal_ahead', date), date };
}

function deletionWarning({ subscription, since }: Course, terms: Terms, now: Date): MailEffect | undefined {
  if (subscription.status !== 'blocked') return undefined;
  const date = deletionDate(subscription, terms);
  if (date <= now) return undefined;
  const due = deletionWarningsOf(subscription, terms, { after: since, until: now }).at(-1);
  if (!due) return undefined;
  const key = keyOf('deletion_warning', date, due.days);
  const days = calendarDaysBetween(now, date, terms.timeZone);
  return { kind: 'mail', mail: 'deletion_warning', key, days, date };
}

const day = 86_400_000;

function announcements(
  end: Date,
  daysBefore: readonly number[],
  timeZone: string,
  { after, until }: { after: Date; until: Date },
): Announcement[] {
  const [first, last, time] = [after.getTime(), until.getTime(), end.getTime()];
  const found: Announcement[] = [];
  for (const days of daysBefore) {
    // Most are far off. Only near the span do local clock times matter.
    const about = time - days * day;
    if (about < first - day || about > last + day) continue;
    const at = addDays(end, -days, timeZone);
    if (at.getTime() > first && at.getTime() <= last) found.push({ at, days });
  }
  return found.length > 1 ? found.sort((one, other) => other.days - one.days) : found;
}

function keyOf(event: string, moment: Date, days?: number): string {
  return [event, moment.toISOString(), ...(days === undefined ? [] : [days])].join(':');
}
