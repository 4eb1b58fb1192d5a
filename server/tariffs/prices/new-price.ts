import { priceEmailSeconds, type TariffChanges } from '#contract/entities/tariff.ts';
import type { Db, TariffPriceRow } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { applyNewTerms } from '#server/subscriptions/change-terms.ts';
import { insertPrice } from '#server/subscriptions/price-store.ts';
import { beginningOf } from './coming-version.ts';

/** Another price of a tariff, as a part of its change. */

interface NewPriceDeps {
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  settings: Pick<SettingsService, 'get'>;
  timeZone: string;
}

type Prices = Pick<TariffPriceRow, 'price_month' | 'price_year'>;

/** The version that another price makes; undefined when the price is the one that new clients pay now. */
export async function newPrice(
  { settings, timeZone }: Pick<NewPriceDeps, 'settings' | 'timeZone'>,
  tx: Db,
  { before, input, caller }: { before: Prices & { id: string }; input: TariffChanges; caller: Caller },
): Promise<TariffPriceRow | undefined> {
  const { price_month = before.price_month, price_year = before.price_year, existing = 'change' } = input;
  if (price_month === before.price_month && price_year === before.price_year) return undefined;
  const { now, actor } = caller;
  const { day, moment } = beginningOf(input, { now, timeZone });
  return {
    id: newId(now),
    tariff_id: before.id,
    price_month,
    price_year,
    from_day: day,
    starts_at: moment,
    existing,
    notice_days: await settings.get('price_notice_days', tx),
    begun: moment <= now,
    created_by: actor.kind === 'staff' ? actor.id : null,
    created_at: now,
    withdrawn_at: null,
  };
}

/** Stores it, reschedules the lifecycle, and tells clients who will pay it. */
export async function beginPrice(
  deps: NewPriceDeps,
  tx: Db,
  version: TariffPriceRow,
  now: Date,
): Promise<void> {
  await insertPrice(tx, version);
  await applyNewTerms(deps, tx, { concerned: { tariffId: version.tariff_id }, now, protect: false });
  if (version.existing !== 'change') return;
  await deps.queue.enqueue(tx, 'notify-price', { priceId: version.id }, { afterSeconds: priceEmailSeconds });
}

export function pricesIn({ price_month, price_year }: Prices): Prices {
  return { price_month, price_year };
}

/** It in the audit log: with its day when that is to come, and whether present clients keep theirs. */
export function auditedPrice(version: TariffPriceRow | undefined): Record<string, unknown> {
  if (!version) return {};
  return {
    ...pricesIn(version),
    ...(!version.begun && { from: version.from_day }),
    ...(version.existing === 'keep' && { existing: version.existing }),
  };
}
