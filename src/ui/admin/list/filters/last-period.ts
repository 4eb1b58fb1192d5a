import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** "In the last N days or weeks" (DESIGN section 9; issue 2 names the numbers). */
export const lastPeriods = [
  { unit: 'day', count: 1 },
  { unit: 'day', count: 3 },
  { unit: 'day', count: 7 },
  { unit: 'day', count: 14 },
  { unit: 'day', count: 30 },
  { unit: 'week', count: 1 },
  { unit: 'week', count: 2 },
  { unit: 'week', count: 4 },
  { unit: 'week', count: 8 },
  { unit: 'week', count: 12 },
] as const;
export type LastPeriod = (typeof lastPeriods)[number];

/**
 * The first day of a last period in the installation's time zone, for `filter[field][gte]`. Days are counted
 * back from today; the last 7 days begin a week ago at midnight.
 */
export function lastPeriodStart({ unit, count }: LastPeriod, now: Date, timeZone: string): string {
  return dayjs(now).tz(timeZone).subtract(count, unit).format('YYYY-MM-DD');
}

/** The period that begins on a day, counted from now, or undefined. If two begin then: `chosen`, or the one in days. */
export function lastPeriodOf(
  day: string | undefined,
  now: Date,
  timeZone: string,
  chosen?: LastPeriod,
): LastPeriod | undefined {
  const fitting = lastPeriods.filter((period) => lastPeriodStart(period, now, timeZone) === day);
  return fitting.find((period) => period === chosen) ?? fitting[0];
}
