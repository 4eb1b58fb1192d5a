import { dayOf } from './month.ts';

/**
 * Whole calendar days from `now` to `end` in a time zone: 0 on the day itself, negative afterwards.
 */
export function daysLeft(end: Date, now: Date, timeZone: string): number {
  // As midnights in UTC, so that daylight saving makes no day shorter.
  return (Date.parse(dayOf(end, timeZone)) - Date.parse(dayOf(now, timeZone))) / 86_400_000;
}
