import { billingPeriods, clientStatuses } from '#contract/client.ts';
import type { Terms } from '#server/subscriptions/lifecycle.ts';
import {
  type GeneralTerms,
  type SubscriptionRow,
  subscriptionOf,
  type TermsRow,
  termsOf,
} from '#server/subscriptions/stored-subscription.ts';
import { copyReader, type CopyRow } from './copy-rows.ts';
import { createTally, type Horizon } from './forecast-tally.ts';

/** Between the rows of a COPY and the tally: the columns, in their order, and what is made of them. Pure. */

/** Of `clients c`, its tariff `t` and the one chosen for the period's end, `next`. */
export const forecastColumns = [
  'c.status',
  'c.trial_ends',
  'c.anchor',
  'c.blocked_at',
  'c.deletion_not_before',
  'c.settled_at',
  'c.balance',
  'c.billing_period',
  'c.term_without_payment_days',
  'c.database_retention_days',
  't.price_month',
  't.price_year',
  'c.next_billing_period',
  'next.price_month',
  'next.price_year',
] as const;

export interface ForecastTask {
  horizon: Horizon;
  general: GeneralTerms;
}

/** Takes the pieces of the COPY; the result is that of all rows read so far. */
export function forecastOf({ horizon, general }: ForecastTask) {
  const tally = createTally(horizon);
  const terms = sharedTerms(general);
  return {
    read: copyReader(forecastColumns.length, (row) => {
      const client = clientOf(row);
      const subscription = subscriptionOf(client);
      if (subscription) tally.add(subscription, terms(client));
    }),
    result: tally.result,
  };
}

/** The same object for all who have the same terms: most have nothing of their own. Mails are not counted. */
function sharedTerms(general: GeneralTerms): (client: TermsRow) => Terms {
  const known = { month: new Map<number, Terms>(), year: new Map<number, Terms>() };
  const silent = (client: TermsRow) => ({
    ...termsOf(client, general),
    reminderDays: [],
    deletionWarningDays: [],
  });
  return (client) => {
    const { term_without_payment_days: grace, database_retention_days: retention, billing_period } = client;
    const isOwn = grace !== null || retention !== null || client.next_billing_period !== null;
    if (isOwn) return silent(client);
    const ofPeriod = known[billing_period];
    const price = billing_period === 'year' ? client.price_year : client.price_month;
    const shared = ofPeriod.get(price) ?? silent(client);
    ofPeriod.set(price, shared);
    return shared;
  };
}

function clientOf(row: CopyRow): SubscriptionRow & TermsRow {
  const nextPeriod = row.word(12, billingPeriods) ?? null;
  return {
    status: row.word(0, clientStatuses) ?? 'unconfirmed',
    blocked_from: null,
    trial_ends: row.moment(1),
    anchor: row.moment(2),
    blocked_at: row.moment(3),
    deletion_not_before: row.moment(4),
    settled_at: row.moment(5),
    balance: row.integer(6) ?? 0,
    billing_period: row.word(7, billingPeriods) ?? 'month',
    term_without_payment_days: row.integer(8),
    database_retention_days: row.integer(9),
    // Which tariff it is, no date and no amount hangs on.
    tariff_id: '',
    price_month: row.integer(10) ?? 0,
    price_year: row.integer(11) ?? 0,
    next_tariff_id: nextPeriod === null ? null : '',
    next_billing_period: nextPeriod,
    next_price_month: row.integer(13),
    next_price_year: row.integer(14),
  };
}
