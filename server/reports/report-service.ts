import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { type ClientStatus, clientStatuses } from '#contract/client.ts';
import { type ReportDays, type ReportForecast, type ReportSummary, reportSteps } from '#contract/report.ts';
import type { Locale } from '#contract/variants.ts';
import { type TopUpService, topUpServices } from '#contract/wallet.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { addDays, startOfDay } from '#server/subscriptions/periods.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import type { WalletService } from '#server/wallet/wallet-service.ts';
import { forecastAll } from './forecast-all.ts';
import { kept } from './kept.ts';
import {
  clientGroups,
  endingBefore,
  failures,
  signUpsBySpan,
  tariffPrices,
  topUpsBySpan,
} from './report-store.ts';
import { stepsOf } from './report-steps.ts';

interface ReportDeps {
  db: Kysely<Tables>;
  /** Connections for what reads long. */
  exports: Pool;
  subscriptions: Pick<SubscriptionService, 'generalTerms'>;
  wallet: Pick<WalletService, 'latestProof'>;
  timeZone: string;
  defaultLocale: Locale;
}

const minute = 60_000;
const endingDays = [7, 30] as const;

/** The dashboard's figures (DESIGN section 9), each counted once for everybody who looks within a minute or five. */
export function createReportService(deps: ReportDeps) {
  const { db, exports, subscriptions, wallet, timeZone, defaultLocale } = deps;
  const counted = kept(minute, count);
  const foreseen = kept(5 * minute, foresee);

  return {
    async summary({ now, locale }: Caller, days: ReportDays): Promise<ReportSummary> {
      const { tariffs, ...others } = await counted(days, now);
      const named = tariffs.map(({ translations, ...tariff }) => ({
        ...tariff,
        name: translations[locale]?.name || translations[defaultLocale]?.name || '',
      }));
      return { ...others, revenue: { ...others.revenue, tariffs: named } };
    },

    forecast: ({ now }: Caller, days: number): Promise<ReportForecast> => foreseen(days, now),
  };

  async function count(days: ReportDays, now: Date) {
    const step = reportSteps[days];
    const steps = stepsOf(now, days, step, timeZone);
    const startOf = (day: string) => startOfDay(day, timeZone);
    const bounds = {
      from: steps.map(({ from }) => startOf(from)),
      until: steps.map(({ to }) => addDays(startOf(to), 1, timeZone)),
    };
    const [near, far] = endingDays.map((ahead) => addDays(now, ahead, timeZone)) as [Date, Date]; // as many
    // One after the other: a dashboard must not take every connection.
    const groups = await clientGroups(db);
    const prices = await tariffPrices(db);
    const signUps = await signUpsBySpan(db, bounds);
    const topUps = await topUpsBySpan(db, bounds);
    const ending = await endingBefore(db, { now, near, far });
    const failed = await failures(db);
    const proof = await wallet.latestProof();
    const tariffs = revenueByTariff(groups, prices);
    const sumOf = (rows: readonly { sum: number }[]) => rows.reduce((sum, row) => sum + row.sum, 0);
    const byService = (rows: typeof topUps) =>
      recordOf(topUpServices, (service) => sumOf(rows.filter((row) => row.service === service)));
    return {
      at: now.toISOString(),
      from: steps[0]?.from ?? '',
      to: steps.at(-1)?.to ?? '',
      step,
      clients: {
        total: countOf(groups),
        by_status: recordOf(clientStatuses, (status) =>
          countOf(groups.filter((one) => one.status === status)),
        ),
      },
      sign_ups: {
        total: signUps.reduce((sum, one) => sum + one, 0),
        steps: steps.map((one, place) => ({ ...one, count: signUps[place] ?? 0 })),
      },
      revenue: {
        monthly: tariffs.reduce((sum, { monthly }) => sum + monthly, 0),
        clients: tariffs.reduce((sum, { clients }) => sum + clients, 0),
      },
      tariffs,
      top_ups: {
        count: countOf(topUps),
        sum: sumOf(topUps),
        by_service: byService(topUps),
        steps: steps.map((one, at) => ({
          ...one,
          by_service: byService(topUps.filter(({ place }) => place === at)),
        })),
      },
      ending: (['near', 'far'] as const).map((which) => {
        const endingIn = (status: 'trial' | 'active') =>
          ending.find((one) => one.status === status)?.[which] ?? 0;
        return {
          days: which === 'near' ? endingDays[0] : endingDays[1],
          from: now.toISOString(),
          until: (which === 'near' ? near : far).toISOString(),
          trial: endingIn('trial'),
          active: endingIn('active'),
        };
      }),
      failed_cabinets: failed.cabinets,
      failed_emails: failed.emails,
      proof: proof
        ? {
            at: proof.at.toISOString(),
            clients: proof.clients,
            lines: proof.lines,
            total: proof.total,
            broken_client_ids: proof.broken_client_ids,
          }
        : null,
    };
  }

  async function foresee(days: number, now: Date): Promise<ReportForecast> {
    const general = await subscriptions.generalTerms();
    return forecastAll(exports, { now, days, general });
  }
}
export type ReportService = ReturnType<typeof createReportService>;

const paying: readonly ClientStatus[] = ['active', 'grace'];

/** The most first; a year's price counts a twelfth, rounded once for all clients of a tariff. */
function revenueByTariff(
  groups: Awaited<ReturnType<typeof clientGroups>>,
  prices: Awaited<ReturnType<typeof tariffPrices>>,
) {
  return prices
    .flatMap(({ id, price_month, price_year, translations }) => {
      const own = groups.filter(({ tariff_id, status }) => tariff_id === id && paying.includes(status));
      const clients = countOf(own);
      const yearly = countOf(own.filter(({ billing_period }) => billing_period === 'year'));
      const monthly = (clients - yearly) * price_month + Math.round((yearly * price_year) / 12);
      return clients > 0 ? { id, translations, clients, monthly } : [];
    })
    .sort((a, b) => b.monthly - a.monthly);
}

function countOf(rows: readonly { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function recordOf<Key extends ClientStatus | TopUpService, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // fromEntries forgets the keys.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
