import { clientSources } from '#contract/entities/client.ts';
import { monthAfter, monthsBetween } from '#contract/money/month.ts';
import {
  monthsOf,
  type Movement,
  type RevenueReport,
  signUpSources,
  type Worth,
} from '#contract/panel/revenue.ts';
import type { Db, TariffTexts } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { textIn } from '#server/kernel/messages.ts';
import { addDays, addMonths, dayOf, localDay, startOfDay } from '#server/kernel/periods.ts';
import { cohortsOf, movementsOf, totalOf, trialsOf, worthOf } from './movement.ts';
import {
  cohortMoves,
  firstCame,
  movesBySpan,
  type Spans,
  tariffNames,
  totalBefore,
  type TrialGroup,
  trialsBySpan,
  worthBefore,
  type WorthGroup,
} from './revenue-store.ts';

interface Deps {
  db: Db;
  timeZone: string;
}

/** The report with names of tariffs in all languages. */
type CountedRevenue = Omit<RevenueReport, 'tariffs'> & {
  tariffs: (Omit<RevenueReport['tariffs'][number], 'name'> & { translations: TariffTexts })[];
};

/**
 * Counts recurring revenue by movement, trials and cohorts (docs/decisions/0179) for the months `FROM..TO`. A month that
 * runs ends today, and what it is compared with ends on the same day.
 */
export async function countRevenue(
  { db, timeZone }: Deps,
  period: string,
  now: Date,
): Promise<CountedRevenue> {
  const [from = '', to = ''] = period.split('..');
  const months = monthsBetween(from, to).toReversed();
  const startOf = (month: string) => startOfDay(`${month}-01`, timeZone);
  const tomorrow = addDays(dayOf(now, timeZone), 1, timeZone);
  const end = startOf(monthAfter(to));
  const spans: Spans = { starts: months.map(startOf), until: end > tomorrow ? tomorrow : end };
  const first = startOf(from);
  const earlier: Spans = {
    starts: [addMonths(first, -months.length, timeZone)],
    until: addMonths(spans.until, -months.length, timeZone),
  };
  // One after the other, so that a report does not take every connection.
  const worth = await worthBefore(db, [first, spans.until]);
  const atStart = worth.filter(({ place }) => place === 0);
  const atEnd = worth.filter(({ place }) => place === 1);
  const total = await movement(db, spans, { start: worthOf(atStart), timeZone });
  const start = worthOf(await totalBefore(db, earlier.starts));
  const before = await movement(db, earlier, { start, timeZone });
  const trials = await trialsBySpan(db, spans);
  const trialsBefore = await trialsBySpan(db, earlier);
  const cohorts = await cohortMoves(db, spans, signUpSources);
  const names = new Map((await tariffNames(db)).map((one) => [one.id, one.translations]));
  const came = await firstCame(db);
  const signUps = months.map((month, place) => ({
    month,
    ...trialsOf(trials, (one) => isSignUp(one) && one.place === place),
  }));
  return {
    at: now.toISOString(),
    first_month: came && localDay(came, timeZone).slice(0, 7),
    running_month: localDay(now, timeZone).slice(0, 7),
    total: total.whole,
    before: before.whole,
    months: total.parts.map((one, place) => ({ month: months[place] ?? '', ...one })),
    sign_ups: {
      total: trialsOf(trials, isSignUp),
      before: trialsOf(trialsBefore, isSignUp),
      months: signUps,
    },
    cohorts: cohortsOf(signUps, cohorts),
    tariffs: byTariff({ atStart, atEnd }, names),
    sources: clientSources.map((source) => ({
      source,
      start: worthOf(atStart, (one) => one.source === source),
      end: worthOf(atEnd, (one) => one.source === source),
      trials: trialsOf(trials, (one) => one.source === source),
    })),
  };
}

function isSignUp({ source }: TrialGroup): boolean {
  return signUpSources.includes(source);
}

async function movement(
  db: Db,
  spans: Spans,
  { start, timeZone }: { start: Worth; timeZone: string },
): Promise<{ whole: Movement; parts: Movement[] }> {
  const ends = [...spans.starts.slice(1), spans.until];
  const days = spans.starts.map((first, place) => ({
    from: localDay(first, timeZone),
    to: localDay(addDays(ends[place] ?? spans.until, -1, timeZone), timeZone),
  }));
  const groups = await movesBySpan(db, spans);
  const parts = movementsOf(days, groups, start);
  return { whole: totalOf(parts, groups, start), parts };
}

/** What most recurs on first. */
function byTariff(
  { atStart, atEnd }: Record<'atStart' | 'atEnd', readonly WorthGroup[]>,
  names: ReadonlyMap<string, TariffTexts>,
) {
  const ids = new Set([...atStart, ...atEnd].map((one) => one.tariff_id));
  return [...ids]
    .map((id) => ({
      id,
      translations: names.get(id) ?? {},
      start: worthOf(atStart, (one) => one.tariff_id === id),
      end: worthOf(atEnd, (one) => one.tariff_id === id),
    }))
    .toSorted((a, b) => b.end.monthly - a.end.monthly);
}

interface Reading extends Deps {
  defaultLocale: Caller['locale'];
  /** `countRevenue`, or an answer of it that is still fresh. */
  revenue: (period: string, now: Date) => Promise<CountedRevenue>;
}

/**
 * The report in the reader's language.
 * @throws AppError 422 at `period` for months that have not begun.
 */
export async function readRevenue(
  { timeZone, defaultLocale, revenue }: Reading,
  { now, locale }: Pick<Caller, 'now' | 'locale'>,
  period: string,
): Promise<RevenueReport> {
  const running = localDay(now, timeZone).slice(0, 7);
  const months = monthsOf(period, running);
  if (!months || months.to > running) throw fieldError('period', 'validation.future');
  const { tariffs, ...report } = await revenue(`${months.from}..${months.to}`, now);
  const named = tariffs.map(({ translations, ...one }) => ({
    ...one,
    name: textIn(translations, 'name', { locale, defaultLocale }),
  }));
  return { ...report, tariffs: named };
}
