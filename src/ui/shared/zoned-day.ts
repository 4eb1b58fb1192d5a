import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** The day (`2026-03-29`) that a moment is in, in a time zone. */
export function dayIn(timeZone: string, moment: Date): string {
  return dayjs(moment).tz(timeZone).format('YYYY-MM-DD');
}

/** The time when a day begins in a time zone, ISO 8601. */
export function startOfDay(timeZone: string, day: string): string {
  return dayjs.tz(`${day}T00:00:00`, timeZone).toISOString();
}

/** The moment that stands for a day without a time: noon is the same day in every nearby zone. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}

/** The day a number of days after a day. */
export function dayAfter(day: string, days = 1): string {
  return dayjs.utc(day).add(days, 'day').format('YYYY-MM-DD');
}

/** The last full day before an end. */
export function lastDayBefore(timeZone: string, end: string): string {
  return dayIn(timeZone, new Date(Date.parse(end) - 1));
}
