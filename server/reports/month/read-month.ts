import { monthAfter, type MonthReport, monthsBetween, previousMonth } from '#contract/money/month.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import {
  closingOf,
  countMonths,
  firstDay,
  latestClosed,
  type MonthSum,
  sumMonth,
  tariffTextsOf,
} from './month-store.ts';

export interface MonthDeps {
  db: Db;
  timeZone: string;
  defaultLocale: Locale;
}

/**
 * What happened in all wallets in a month, by value date (GROWTH section 16). Without a month, the one before the
 * running one, or the running one where there are no lines before it.
 *
 * @throws AppError 422 at `month` for one that has not begun.
 */
export async function readMonth(
  { db, timeZone, defaultLocale }: MonthDeps,
  { now, locale }: Pick<Caller, 'now' | 'locale'>,
  asked?: string,
): Promise<MonthReport> {
  const today = localDay(now, timeZone);
  const running = monthOf(today);
  const first = monthOf((await firstDay(db)) ?? today);
  const before = previousMonth(today);
  const month = asked ?? (before < first ? running : before);
  if (month > running) throw fieldError('month', 'validation.future');
  const sums = await sumMonth(db, { from: `${month}-01`, to: `${monthAfter(month)}-01` });
  const latest = await latestClosed(db);
  const closing = await closingOf(db, `${month}-01`);
  const names = await namesOf(db, sums, { locale, defaultLocale });
  const isClosed = latest !== null && month <= monthOf(latest);
  const state = isClosed ? 'closed' : month === running ? 'running' : 'open';
  const latest_closed = latest === null ? null : monthOf(latest);
  return {
    month,
    state,
    closed_by: closing?.closed_by ? { id: closing.closed_by, name: closing.closed_by_name ?? '' } : null,
    closed_at: closing?.closed_at.toISOString() ?? null,
    ...figuresOf(sums, names),
    first_month: first < running ? first : running,
    running_month: running,
    latest_closed,
    closes_too: state === 'open' && latest === null ? await openMonths(db, { first, month }) : [],
  };
}

/** The months before one, from the first, while none is closed. */
async function openMonths(
  db: Db,
  { first, month }: { first: string; month: string },
): Promise<MonthReport['closes_too']> {
  const before = previousMonth(month);
  if (first > before) return [];
  const counted = await countMonths(db, { from: `${first}-01`, to: `${month}-01` });
  const nothing = { lines: 0, sum: 0 };
  return monthsBetween(first, before)
    .toReversed()
    .map((one) => counted.find((counts) => counts.month === one) ?? { month: one, ...nothing });
}

type Figures = Pick<
  MonthReport,
  | 'opening'
  | 'top_ups'
  | 'bonuses'
  | 'charges'
  | 'refunds'
  | 'reversals'
  | 'payouts'
  | 'closing'
  | 'by_tariff'
>;

/** The figures of a month from its sums. Pure. */
export function figuresOf(sums: readonly MonthSum[], names: ReadonlyMap<string, string>): Figures {
  const total = (chosen: (one: MonthSum) => boolean) =>
    sums.reduce((sum, one) => (chosen(one) ? sum + one.sum : sum), 0);
  const of = (kind: MonthSum['kind']) => total((one) => one.kind === kind);
  const paidBy = (method: MonthSum['method']) =>
    total((one) => one.kind === 'top_up' && one.method === method);
  return {
    opening: of('opening'),
    top_ups: { cash: paidBy('cash'), bank: paidBy('bank'), card: paidBy('card'), online: paidBy('online') },
    bonuses: of('bonus'),
    charges: of('charge'),
    refunds: of('refund'),
    reversals: of('reversal'),
    payouts: of('payout'),
    closing: total(() => true),
    by_tariff: tariffFigures(sums.filter(isOfTariff), names),
  };
}

/** A charge, what gives one back, or a reversal of either. */
function isOfTariff({ kind, origin }: MonthSum): boolean {
  const what = kind === 'reversal' ? origin : kind;
  return what === 'charge' || what === 'refund';
}

function tariffFigures(
  sums: readonly MonthSum[],
  names: ReadonlyMap<string, string>,
): MonthReport['by_tariff'] {
  const ids = [...new Set(sums.map(({ tariff_id }) => tariff_id))];
  const figures = ids.map((id) => {
    const own = sums.filter(({ tariff_id }) => tariff_id === id);
    const of = (kind: MonthSum['kind']) =>
      own.reduce((sum, one) => (one.kind === kind ? sum + one.sum : sum), 0);
    return {
      tariff: id === null ? null : { id, name: names.get(id) ?? '' },
      charges: of('charge'),
      refunds: of('refund'),
      reversals: of('reversal'),
      total: own.reduce((sum, one) => sum + one.sum, 0),
    };
  });
  // The largest first; charges are negative.
  return figures.toSorted((a, b) => a.total - b.total);
}

async function namesOf(
  db: Db,
  sums: readonly MonthSum[],
  { locale, defaultLocale }: { locale: Locale; defaultLocale: Locale },
): Promise<Map<string, string>> {
  const ids = new Set(sums.flatMap(({ tariff_id }) => tariff_id ?? []));
  const tariffs = await tariffTextsOf(db, [...ids]);
  return new Map(
    tariffs.map(({ id, translations: texts }) => [
      id,
      texts[locale]?.name || texts[defaultLocale]?.name || '',
    ]),
  );
}

/** Of a day. */
function monthOf(day: string): string {
  return day.slice(0, 7);
}
