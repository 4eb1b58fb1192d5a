import { addDays } from '#server/kernel/periods.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

/** The same day of a month `months` later, or that month's last, at the same clock time in the zone. */
export function monthsLater(moment: Date, months: number, timeZone: string): Date {
  const [year, month, date] = localDay(moment, timeZone);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const target = first.getTime() + (Math.min(date, lastDate) - 1) * day;
  return addDays(moment, Math.round((target - Date.UTC(year, month - 1, date)) / day), timeZone);
}

/** Year, month from 1 and day of the month in the zone. */
export function localDay(moment: Date, timeZone: string): [year: number, month: number, date: number] {
  let format = formats.get(timeZone);
  if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone })));
  const [year = 0, month = 1, date = 1] = format.format(moment).split('-').map(Number);
  return [year, month, date];
}

/** Making one takes longer than all its uses. */
const formats = new Map<string, Intl.DateTimeFormat>();
