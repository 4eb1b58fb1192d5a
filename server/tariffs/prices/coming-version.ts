import type { ExistingPrices } from '#contract/entities/tariff.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { addMonths, localDay, startOfDay } from '#server/kernel/periods.ts';

/** When a new price begins (GROWTH section 17, "Prices keep promises"). Pure. */

/** As far ahead as a forecast reaches. */
const mostMonthsAhead = 24;

export interface PriceTerms {
  existing?: ExistingPrices | undefined;
  from?: string | undefined;
}

/**
 * The first day of a price and its first moment: now on the present day, else the beginning of the day in the zone.
 * @throws AppError 422 at `from` for a day that is over, or more than two years ahead.
 */
export function beginningOf(
  { from }: PriceTerms,
  { now, timeZone }: { now: Date; timeZone: string },
): { day: string; moment: Date } {
  const today = localDay(now, timeZone);
  const day = from ?? today;
  if (day < today) throw fieldError('from', 'validation.dayIsOver');
  if (day > localDay(addMonths(now, mostMonthsAhead, timeZone), timeZone)) {
    throw fieldError('from', 'validation.dayTooFar');
  }
  return { day, moment: day === today ? now : startOfDay(day, timeZone) };
}
