import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { ReportForecast } from '#contract/panel/report.ts';
import { exportConnection } from '#server/lists/export-connection.ts';
import type { Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import {
  type GeneralTerms,
  type StoredSubscription,
  subscriptionOf,
  termsOf,
} from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { createTally, type Horizon, horizonEnd } from './forecast-tally.ts';
import { dueBefore } from './report-store.ts';

/**
 * The next days for all clients, today included: the pure forecast of each, added up by day (DESIGN section 10,
 * "Forecast"). Clients are read in portions from one snapshot, and other requests run in between.
 */
export async function forecastAll(
  exports: Pool,
  { now, days, general }: { now: Date; days: number; general: GeneralTerms },
): Promise<ReportForecast> {
  const horizon: Horizon = { now, days, timeZone: general.timeZone };
  const until = horizonEnd(horizon);
  const tally = createTally(horizon);
  const terms = sharedTerms(general);
  const client = await exportConnection(exports);
  let failure: Error | undefined;
  try {
    for await (const rows of dueBefore(client, until)) {
      for (const row of rows) {
        const subscription = subscriptionOf(row);
        if (subscription) tally.add(subscription, terms(row));
      }
      await othersFirst();
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // After a failure its transaction may still be open.
    client.release(failure ?? false);
  }
  return { at: now.toISOString(), until: until.toISOString(), ...tally.result() };
}

/** The same object for all clients with the same terms; most have no terms of their own. Emails are not counted. */
function sharedTerms(general: GeneralTerms): (client: StoredSubscription) => Terms {
  const known = { month: new Map<string, Terms>(), year: new Map<string, Terms>() };
  const silent = (client: StoredSubscription) => ({
    ...termsOf(client, general),
    reminderDays: [],
    deletionWarningDays: [],
  });
  return (client) => {
    const { term_without_payment_days: grace, database_retention_days: retention, billing_period } = client;
    const isOwn = grace !== null || retention !== null || client.next_billing_period !== null;
    if (isOwn) return silent(client);
    const ofPeriod = known[billing_period];
    const shared = ofPeriod.get(client.tariff_id) ?? silent(client);
    ofPeriod.set(client.tariff_id, shared);
    return shared;
  };
}
