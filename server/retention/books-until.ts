import { localDay } from '#server/kernel/periods.ts';

/**
 * The first day whose documents still name their buyer: they are kept for whole years after the year in which they
 * were made. Pure.
 */
export function booksUntil(now: Date, years: number, timeZone: string): string {
  const [year = ''] = localDay(now, timeZone).split('-');
  return `${Number(year) - years}-01-01`;
}
