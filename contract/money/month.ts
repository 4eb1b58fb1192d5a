import * as z from 'zod';
import { delimiters, type Delimiter } from '../kernel/csv.ts';
import { limits, minorUnits, moment, multiline } from '../kernel/primitives.ts';

/** A day that money may have come on: one of the months below. Others are mistyped. */
export function isMoneyDay(day: string): boolean {
  return day >= '2000-01-01' && day <= '2099-12-31';
}

/** A calendar month: `2026-10`. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'validation.month' });

/** `GET admin/reports/month`; without a month the one before the running one, once there are lines of it. */
export const monthQuery = z.strictObject({ month: month.optional() });

/** `GET admin/reports/month/csv`; without a delimiter for programs (`contract/kernel/csv.ts`). */
export const monthFileQuery = z.strictObject({
  month,
  delimiter: z.enum(Object.keys(delimiters) as Delimiter[], { error: 'validation.notAllowed' }).optional(),
});

/** `POST admin/reports/month/close` */
export const closeMonthInput = z.strictObject({ month });

/** `POST admin/reports/month/reopen` */
export const reopenMonthInput = z.strictObject({
  month,
  reason: multiline({ min: 1, max: limits.note.max }),
});
export type ReopenMonthInput = z.infer<typeof reopenMonthInput>;

/**
 * What happened in all wallets in a month, by value date on the variant's calendar, signed as in the ledger: `opening`
 * and all moves are `closing` (GROWTH section 16). Minor units.
 */
export const monthReport = z.object({
  month,
  /** Whether lines can still be written into it. */
  state: z.enum(['running', 'open', 'closed']),
  closed_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  closed_at: moment.nullable(),
  opening: minorUnits,
  top_ups: z.object({ cash: minorUnits, bank: minorUnits, card: minorUnits, online: minorUnits }),
  bonuses: minorUnits,
  charges: minorUnits,
  refunds: minorUnits,
  reversals: minorUnits,
  payouts: minorUnits,
  closing: minorUnits,
  /** Charges, what gave them back, and both reversed; without a tariff for lines from before it was kept. */
  by_tariff: z.array(
    z.object({
      tariff: z.object({ id: z.string(), name: z.string() }).nullable(),
      charges: minorUnits,
      refunds: minorUnits,
      reversals: minorUnits,
      total: minorUnits,
    }),
  ),
  /** The open months before it, which closing it closes too, oldest first; `sum` of all their lines. */
  closes_too: z.array(z.object({ month, lines: z.int(), sum: minorUnits })),
  /** The months that can be asked for: from the first line to today. */
  first_month: month,
  running_month: month,
  /** The one that can be opened again; the one after it can be closed. */
  latest_closed: month.nullable(),
});
export type MonthReport = z.infer<typeof monthReport>;

/** The lines of the report that add up to `closing`, in their order. */
export const monthMoves = [
  'cash',
  'bank',
  'card',
  'online',
  'bonuses',
  'charges',
  'refunds',
  'reversals',
  'payouts',
] as const;
export type MonthMove = (typeof monthMoves)[number];

/** What a kind of move comes to. */
export function moveOf({ top_ups, ...report }: MonthReport, move: MonthMove): number {
  return move === 'cash' || move === 'bank' || move === 'card' || move === 'online'
    ? top_ups[move]
    : report[move];
}

/** Whether it is the next to be closed; the very first closing may be of any month that is over. */
export function isClosable({
  month: one,
  state,
  latest_closed: latest,
}: Pick<MonthReport, 'month' | 'state' | 'latest_closed'>): boolean {
  return state === 'open' && (latest === null || one === monthAfter(latest));
}

/** The month before the one of a day. */
export function previousMonth(day: string): string {
  const [year, number] = partsOf(day);
  return number === 1 ? written(year - 1, 12) : written(year, number - 1);
}

export function monthAfter(one: string): string {
  const [year, number] = partsOf(one);
  return number === 12 ? written(year + 1, 1) : written(year, number + 1);
}

/** Both and all between them, newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months = [];
  for (let one = last; one >= first; one = previousMonth(one)) months.push(one);
  return months;
}

function partsOf(day: string): [year: number, month: number] {
  const [year = 0, number = 1] = day.split('-').map(Number);
  return [year, number];
}

function written(year: number, number: number): string {
  return `${year}-${String(number).padStart(2, '0')}`;
}
