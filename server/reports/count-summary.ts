import { type ClientStatus, clientStatuses } from '#contract/entities/client.ts';
import { type ReportDays, type ReportSummary, reportSteps } from '#contract/panel/report.ts';
import { nextDays } from '#contract/kernel/range-days.ts';
import { type TopUpService, topUpServices } from '#contract/entities/ledger-entry.ts';
import type { Db, LedgerProofRow, TariffTexts } from '#server/db/tables.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import { totalBefore } from './revenue/revenue-store.ts';
import { latestProof } from '#server/wallet/proof-store.ts';
import {
  clientGroups,
  endingBefore,
  type EndingGroup,
  failures,
  signUpsBySpan,
  type TopUpGroup,
  topUpsBySpan,
  worthByTariff,
} from './report-store.ts';
import { type Step, stepsOf } from './report-steps.ts';

type CountedTariff = { id: string; translations: TariffTexts; clients: number; monthly: number };

/** The dashboard's figures without those that are never cached, with names of tariffs in all languages. */
interface CountedSummary extends Omit<ReportSummary, 'revenue' | 'worker' | 'backup' | 'set_up'> {
  revenue: Omit<ReportSummary['revenue'], 'tariffs'>;
  tariffs: CountedTariff[];
}

const nearDays = 7;
const farDays = 30;

/** Counts the dashboard's figures (DESIGN section 9) for the last days. */
export async function countSummary(
  { db, timeZone }: { db: Db; timeZone: string },
  days: ReportDays,
  now: Date,
): Promise<CountedSummary> {
  const step = reportSteps[days];
  const steps = stepsOf(now, days, step, timeZone);
  const startOf = (day: string) => startOfDay(day, timeZone);
  const bounds = {
    from: steps.map(({ from }) => startOf(from)),
    until: steps.map(({ to }) => addDays(startOf(to), 1, timeZone)),
  };
  const first = startOf(steps[0]?.from ?? '');
  const before = { from: [addDays(first, -days, timeZone)], until: [first] };
  const endOfNext = (count: number) =>
    addDays(startOf(nextDays(count, localDay(now, timeZone)).to), 1, timeZone);
  const near = endOfNext(nearDays);
  const far = endOfNext(farDays);
  // One after the other, so that a dashboard does not take every connection.
  const groups = await clientGroups(db);
  const tariffs = await worthByTariff(db);
  const revenueBefore = await totalBefore(db, [first]);
  const signUps = await signUpsBySpan(db, bounds);
  const topUps = await topUpsBySpan(db, bounds);
  const [signUpsBefore = 0] = await signUpsBySpan(db, before);
  const topUpsBefore = await topUpsBySpan(db, before);
  const today = startOf(localDay(now, timeZone));
  const ending = await endingBefore(db, { today, near, far });
  const failed = await failures(db);
  const proof = await latestProof(db);
  return {
    at: now.toISOString(),
    from: steps[0]?.from ?? '',
    to: steps.at(-1)?.to ?? '',
    step,
    clients: {
      total: sumOf(groups, 'count'),
      by_status: recordOf(clientStatuses, (status) => sumOf(groups, 'count', (one) => one.status === status)),
    },
    sign_ups: {
      total: signUps.reduce((sum, one) => sum + one, 0),
      before: signUpsBefore,
      steps: steps.map((one, place) => ({ ...one, count: signUps[place] ?? 0 })),
    },
    revenue: {
      monthly: sumOf(tariffs, 'monthly'),
      before: sumOf(revenueBefore, 'monthly'),
      clients: sumOf(tariffs, 'clients'),
    },
    tariffs,
    top_ups: { ...topUpFigures(topUps, steps), before: sumOf(topUpsBefore, 'sum') },
    ending: [
      endingFigures(ending, 'near', { days: nearDays, today, until: near }),
      endingFigures(ending, 'far', { days: farDays, today, until: far }),
    ],
    failed_cabinets: failed.cabinets,
    failed_emails: failed.emails,
    proof: proof ? proofFigures(proof) : null,
  };
}

function topUpFigures(
  topUps: readonly TopUpGroup[],
  steps: readonly Step[],
): Omit<ReportSummary['top_ups'], 'before'> {
  const byService = (rows: readonly TopUpGroup[]) =>
    recordOf(topUpServices, (service) => sumOf(rows, 'sum', (row) => row.service === service));
  return {
    count: sumOf(topUps, 'count'),
    sum: sumOf(topUps, 'sum'),
    by_service: byService(topUps),
    steps: steps.map((one, at) => ({
      ...one,
      by_service: byService(topUps.filter(({ place }) => place === at)),
    })),
  };
}

function endingFigures(
  ending: readonly EndingGroup[],
  which: 'near' | 'far',
  { days, today, until }: { days: number; today: Date; until: Date },
): ReportSummary['ending'][number] {
  const endingIn = (status: 'trial' | 'active') => ending.find((one) => one.status === status)?.[which] ?? 0;
  return {
    days,
    from: today.toISOString(),
    until: until.toISOString(),
    trial: endingIn('trial'),
    active: endingIn('active'),
  };
}

function proofFigures({ id: _, at, ...proof }: LedgerProofRow): NonNullable<ReportSummary['proof']> {
  return { at: at.toISOString(), ...proof };
}

function sumOf<Name extends string, Row extends Record<Name, number>>(
  rows: readonly Row[],
  name: Name,
  counts: (row: Row) => boolean = () => true,
): number {
  return rows.reduce((sum, row) => (counts(row) ? sum + row[name] : sum), 0);
}

function recordOf<Key extends ClientStatus | TopUpService, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // fromEntries loses the type of the keys.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
