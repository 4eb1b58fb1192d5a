import { leavesOf } from '#contract/catalogue/tariff-contents.ts';
import type { TariffChoice } from '#contract/clients/subscription.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, TariffRow, TariffTexts } from '#server/db/tables.ts';
import { keepUntilCommit } from '#server/db/transaction-lock.ts';
import { textIn } from '#server/kernel/messages.ts';
import { namedLimits } from '#server/metrics/named-limits.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { namedFeatures } from './features/named-features.ts';
import {
  choosableTariffs,
  openTariff,
  openTariffs,
  recommendedOrCheapest,
  tariffById,
} from './tariff-store.ts';

/** Which tariff a new client gets. */

interface StartingDeps {
  settings: Pick<SettingsService, 'get'>;
}

/**
 * The tariff with which a client begins who has chosen none: the default of the settings while it is open, else the
 * recommended one, else the cheapest (docs/decisions/0285).
 */
export async function tariffForNewClient(deps: StartingDeps, tx: Db): Promise<TariffRow> {
  const tariff = await startingAmong(deps, tx, null);
  if (!tariff) throw new Error('there is no open tariff'); // the last one cannot be archived
  return tariff;
}

/**
 * The same among the tariffs to which a partner or promo code limits the client. Undefined: all of them are archived.
 */
export function tariffAmong(
  deps: StartingDeps,
  tx: Db,
  ids: readonly string[],
): Promise<TariffRow | undefined> {
  return startingAmong(deps, tx, ids);
}

async function startingAmong(
  { settings }: StartingDeps,
  tx: Db,
  ids: readonly string[] | null,
): Promise<TariffRow | undefined> {
  const chosen = await settings.get('default_tariff_id', tx);
  const isAllowed = chosen !== null && (ids === null || ids.includes(chosen));
  return (isAllowed ? await openTariff(tx, chosen) : undefined) ?? recommendedOrCheapest(tx, ids);
}

/** Keeps the tariffs as they are until the commit; this lock comes before those of clients. */
export function keepTariffs(tx: Db): Promise<void> {
  return keepUntilCommit(tx, 'tariffs');
}

/** Whether clients can get it; it stays so until the caller's transaction ends. */
export async function isOpenTariff(tx: Db, id: string): Promise<boolean> {
  await keepTariffs(tx);
  return (await openTariff(tx, id)) !== undefined;
}

/** The same for a tariff that customers choose themselves: to them others are unknown. */
export async function isPublicTariff(tx: Db, id: string): Promise<boolean> {
  await keepTariffs(tx);
  return (await openTariff(tx, id))?.visibility === 'public';
}

/** The open tariffs by all their names; they stay open until the commit. */
export async function openTariffNames(tx: Db): Promise<{ id: string; names: string[] }[]> {
  await keepTariffs(tx);
  const rows = await openTariffs(tx);
  return rows.map(({ id, translations }) => ({
    id,
    names: Object.values(translations).flatMap((texts) => (texts?.name ? [texts.name] : [])),
  }));
}

/**
 * The tariffs that a client may change to, in their order and with their texts in a language; `own`: those that it has
 * or is to get, which are among them even if they aren't on sale.
 */
export async function tariffChoices(
  { db, defaultLocale }: { db: Db; defaultLocale: Locale },
  { locale, own }: { locale: Locale; own: readonly string[] },
): Promise<TariffChoice[]> {
  const rows = await choosableTariffs(db, own);
  const languages = { locale, defaultLocale };
  const limits = await namedLimits(db, rows, languages);
  const ids = rows.map(({ id }) => id);
  const features = await namedFeatures(db, ids, languages);
  // What says it all of one tariff is said of each that has it: a dearer one must not look poorer.
  const telling = new Set(ids.flatMap((id) => leavesOf(features.get(id) ?? []).map((one) => one.id)));
  return rows.map(({ id, translations, ...row }) => {
    const text = (part: keyof NonNullable<TariffTexts[Locale]>) => textIn(translations, part, languages);
    return {
      id,
      name: text('name'),
      subtitle: text('subtitle'),
      description: text('description'),
      recommended: row.recommended,
      price_month: row.price_month,
      price_year: row.price_year,
      monthly_turnover_limit: row.monthly_turnover_limit,
      goods_quantity: row.goods_quantity,
      limits: limits.get(id) ?? [],
      features: (features.get(id) ?? []).filter((one) => telling.has(one.id)),
    };
  });
}

/** A tariff's name in a language, else in the default one. */
export async function tariffNameIn(
  { db, defaultLocale }: { db: Db; defaultLocale: Locale },
  id: string,
  locale: Locale,
): Promise<string> {
  const tariff = await tariffById(db, id);
  return textIn(tariff?.translations ?? {}, 'name', { locale, defaultLocale });
}
