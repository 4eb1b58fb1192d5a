import type { Db } from '#server/db/tables.ts';
import { type GeneralTerms, type PriceBook, pricedPlan } from './lifecycle/stored-subscription.ts';
import { laterPrices } from './price-store.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';

/** The terms of a client without terms of its own. */
export async function generalTerms(
  { settings, timeZone }: Pick<SubscriptionDeps, 'settings' | 'timeZone'>,
  tx: Db,
): Promise<GeneralTerms> {
  const known = await settings.getAll(
    ['term_without_payment_days', 'database_retention_days', 'reminder_days'],
    tx,
  );
  return {
    graceDays: known.term_without_payment_days,
    retentionDays: known.database_retention_days,
    reminderDays: known.reminder_days,
    timeZone,
    prices: await priceBook(tx, timeZone),
  };
}

/** The plans of the tariffs that have had more than one price. */
export async function priceBook(tx: Db, timeZone: string): Promise<PriceBook> {
  const byTariff = Map.groupBy(await laterPrices(tx), ({ tariff_id }) => tariff_id);
  return new Map(
    [...byTariff].map(([id, versions]) => [
      id,
      {
        month: pricedPlan(id, 'month', { versions, timeZone }),
        year: pricedPlan(id, 'year', { versions, timeZone }),
      },
    ]),
  );
}
