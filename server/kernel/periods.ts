import { offsetAt } from './zone-offsets.ts';

/**
 * Dates of the subscription, on the variant's calendar (DESIGN section 7, "Clock"). Pure. A local time is written as
 * the milliseconds that UTC would have at that reading of the clock.
 */

const day = 86_400_000;

/**
 * The moment `days` calendar days later at the same clock time in the zone. A clock time that a change of clocks
 * skips moves later by the gap; a doubled one takes the first.
 */
export function addDays(from: Date, days: number, timeZone: string): Date {
  const time = from.getTime();
  return days === 0 ? from : new Date(momentOf(localOf(time, timeZone) + days * day, timeZone));
}

/**
 * The moment `months` calendar months after an anchor: its day and clock time in the zone, in a shorter month the
 * last day. Always counted from the anchor, so that 31 Jan is followed by 28 Feb and 31 Mar.
 */
export function addMonths(anchor: Date, months: number, timeZone: string): Date {
  return new Date(monthsAfter(anchor.getTime(), months, timeZone));
}

/** How many months after the anchor a moment of its month grid lies; the nearest one for any other moment. */
export function monthsBetween(anchor: Date, moment: Date, timeZone: string): number {
  const [start, time] = [anchor.getTime(), moment.getTime()];
  const guess = monthOf(time, timeZone) - monthOf(start, timeZone);
  const ahead = monthsAfter(start, guess, timeZone) - time;
  if (ahead === 0) return guess;
  // The nearest is the guess or its neighbour on the other side.
  if (ahead > 0) return time - monthsAfter(start, guess - 1, timeZone) <= ahead ? guess - 1 : guess;
  return monthsAfter(start, guess + 1, timeZone) - time < -ahead ? guess + 1 : guess;
}

/** Whole calendar days in the zone from one moment's day to another's: 0 on the same day, negative when past. */
export function calendarDaysBetween(from: Date, to: Date, timeZone: string): number {
  return dayNumber(to, timeZone) - dayNumber(from, timeZone);
}

/** Whole days that are left until an end: how many days can be subtracted from it without passing `now`. */
export function wholeDaysUntil(end: Date, now: Date, timeZone: string): number {
  if (now >= end) return 0;
  const days = calendarDaysBetween(now, end, timeZone);
  return addDays(end, -days, timeZone) >= now ? days : days - 1;
}

/** The first moment of a day (`2026-03-14`) in the zone. */
export function startOfDay(date: string, timeZone: string): Date {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(momentOf(Date.UTC(year, month - 1, dayOfMonth), timeZone));
}

/** The first moment of a moment's day in the zone. */
export function dayOf(moment: Date, timeZone: string): Date {
  return startOfDay(localDay(moment, timeZone), timeZone);
}

/** The day of a moment in the zone, as `2026-03-14`. */
export function localDay(moment: Date, timeZone: string): string {
  return new Date(localOf(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** In milliseconds, like the functions below: a run over all clients makes a Date only of what it keeps. */
function monthsAfter(anchor: number, months: number, timeZone: string): number {
  const local = localOf(anchor, timeZone);
  const days = Math.floor(local / day);
  const from = monthOfDay(days);
  const target = from + months;
  const dayOfMonth = Math.min(days - firstDayOf(from), firstDayOf(target + 1) - firstDayOf(target) - 1);
  return momentOf(local + (firstDayOf(target) + dayOfMonth - days) * day, timeZone);
}

/** The calendar month at a moment, counted from the year 0. */
function monthOf(time: number, timeZone: string): number {
  return monthOfDay(Math.floor(localOf(time, timeZone) / day));
}

/** The month of a day that is counted from 1970-01-01. */
function monthOfDay(days: number): number {
  // Months are 30.4 days long on average; the estimate is off by at most two days.
  const guess = Math.floor((days - 2) / 30.436875) + monthOf1970;
  return days >= firstDayOf(guess + 1) ? guess + 1 : guess;
}

function dayNumber(moment: Date, timeZone: string): number {
  return Math.floor(localOf(moment.getTime(), timeZone) / day);
}

function localOf(time: number, timeZone: string): number {
  return time + offsetAt(time, timeZone);
}

/** The moment at which the zone's clocks show a local time. */
function momentOf(local: number, timeZone: string): number {
  const before = offsetAt(local - day, timeZone);
  const after = offsetAt(local + day, timeZone);
  if (before === after) return local - before;
  // The earlier of the readings that are real; in a gap none is, and the offset before it moves the time later.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    if (offsetAt(local - offset, timeZone) === offset) return local - offset;
  }
  return local - before;
}

const monthOf1970 = 1970 * 12;

/** The first day of a month that is counted from the year 0, as days from 1970-01-01. */
function firstDayOf(month: number): number {
  const known = firstDays.get(month);
  if (known !== undefined) return known;
  const year = Math.floor(month / 12);
  const first = Date.UTC(year, month - year * 12) / day;
  firstDays.set(month, first);
  return first;
}

const firstDays = new Map<number, number>();
