import * as z from 'zod';
import { delimiters, type Delimiter } from '../kernel/csv.ts';
import { type ClientSource, clientSources } from '../entities/client.ts';
import { month, monthsBetween, previousMonth } from '../money/month.ts';
import { minorUnits, moment } from '../kernel/primitives.ts';

/** Recurring revenue by movement, trial to paid, and cohorts (docs/decisions/0179). Money in minor units a month. */

/** In the order in which they lead from a period's start to its end. */
export const revenueMoves = ['new', 'back', 'more', 'less', 'lost'] as const;
export type RevenueMove = (typeof revenueMoves)[number];

/** Who registered; the other sources are what staff entered, which says nothing about the product. */
export const signUpSources: readonly ClientSource[] = ['direct', 'partner', 'promo'];

/** How many months a report may have. */
export const mostMonths = 36;

const period = /^(?:this:month|last:([1-9]\d?)m|(20\d\d-(?:0[1-9]|1[0-2]))\.\.(20\d\d-(?:0[1-9]|1[0-2])))$/;
export const standardPeriod = 'last:12m';

/** The first and the last month of a period, seen from a month. The running one belongs to those that are relative. */
export function monthsOf(value: string, running: string): { from: string; to: string } | undefined {
  const [found, count, from, to] = period.exec(value) ?? [];
  if (found === undefined) return undefined;
  if (from !== undefined && to !== undefined) return from <= to ? { from, to } : undefined;
  let first = running;
  for (let back = 1; back < Number(count ?? 1); back += 1) first = previousMonth(first);
  return { from: first, to: running };
}

/** `GET admin/reports/revenue`: `this:month`, `last:12m`, or both ends as `2026-01..2026-06`. */
export const revenueQuery = z.strictObject({
  period: z
    .string()
    .refine(isPeriod, { error: 'validation.notAllowed' })
    .optional()
    .transform((value) => value ?? standardPeriod),
});

function isPeriod(value: string): boolean {
  const months = monthsOf(value, '2050-01');
  return months !== undefined && monthsBetween(months.from, months.to).length <= mostMonths;
}

export const revenueTables = ['moves', 'sign_ups', 'cohorts', 'tariffs', 'sources'] as const;
export type RevenueTable = (typeof revenueTables)[number];

/** `GET admin/reports/revenue/csv`: one of the tables; without a delimiter for programs (`contract/kernel/csv.ts`). */
export const revenueFileQuery = revenueQuery.extend({
  table: z.enum(revenueTables, { error: 'validation.notAllowed' }),
  delimiter: z.enum(Object.keys(delimiters) as Delimiter[], { error: 'validation.notAllowed' }).optional(),
});

const count = z.int();
const day = z.iso.date();

const worth = z.object({ clients: count, monthly: minorUnits });
export type Worth = z.infer<typeof worth>;

/** By each kind of movement: how many clients, and the sum, signed. */
const moves = z.record(z.enum(revenueMoves), z.object({ clients: count, amount: minorUnits }));
export type Moves = z.infer<typeof moves>;

/** Some days: what recurred before the first, how that moved, and what recurs at the end of the last. */
const movement = z.object({ from: day, to: day, start: worth, moves, end: worth });
export type Movement = z.infer<typeof movement>;

/** Of clients who came in some days: whose free period began, for whom it still runs, and who ever paid. */
const trials = z.object({ came: count, tried: count, trying: count, paid: count });
export type Trials = z.infer<typeof trials>;

export const revenueReport = z.object({
  at: moment,
  /** The month in which the first client came; null: none has. */
  first_month: month.nullable(),
  running_month: month,
  total: movement,
  /** As many months before; up to the same day, when the last month still runs. */
  before: movement,
  months: z.array(movement.extend({ month })),
  /** Of those who registered themselves. */
  sign_ups: z.object({ total: trials, before: trials, months: z.array(trials.extend({ month })) }),
  /** `kept`: how many of a month's sign-ups paid at the end of it and of each later month until now. */
  cohorts: z.array(z.object({ month, tried: count, kept: z.array(count) })),
  /** What recurs at the end, and recurred at the start, by tariff and by how the clients came. */
  tariffs: z.array(z.object({ id: z.string(), name: z.string(), start: worth, end: worth })),
  sources: z.array(z.object({ source: z.enum(clientSources), start: worth, end: worth, trials })),
});
export type RevenueReport = z.infer<typeof revenueReport>;

/** Which part of those who paid at the start left, by clients and by revenue; null where nobody paid. */
export interface Churn {
  clients: number | null;
  revenue: number | null;
}

/** The churn of a month, or the average of several, each weighed by what it began with. Pure. */
export function churnOf(months: readonly Movement[]): Churn {
  const sum = (of: (one: Movement) => number) => months.reduce((all, one) => all + of(one), 0);
  const part = (lost: number, had: number) => (had > 0 ? lost / had : null);
  return {
    clients: part(
      sum(({ moves: { lost } }) => lost.clients),
      sum(({ start }) => start.clients),
    ),
    revenue: part(
      sum(({ moves: { lost } }) => Math.abs(lost.amount)),
      sum(({ start }) => start.monthly),
    ),
  };
}

/** Which part of those whose free period is over paid; null while it is over for nobody. Pure. */
export function conversionOf({ tried, trying, paid }: Trials): number | null {
  return tried > trying ? paid / (tried - trying) : null;
}
