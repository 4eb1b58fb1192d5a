import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, TariffRow } from '#server/db/tables.ts';
import { textIn } from '#server/kernel/messages.ts';
import { namedLimits } from '#server/metrics/named-limits.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { namedFeatures } from './features/named-features.ts';
import { publicTariffRows } from './tariff-store.ts';

/** What strangers may know of tariffs (GROWTH section 17, "A front"). */

export interface PublicTariffDeps {
  db: Db;
  defaultLocale: Locale;
  settings: Pick<SettingsService, 'get'>;
}

/** The public tariffs in their order, with their texts in a language, else in the default one. */
export async function readPublicTariffs(deps: PublicTariffDeps, locale: Locale): Promise<PublicTariff[]> {
  return toPublic(deps, await publicTariffRows(deps.db), locale);
}

/** Tariffs as strangers see them, whatever their visibility. */
export async function toPublic(
  { db, defaultLocale, settings }: PublicTariffDeps,
  rows: readonly TariffRow[],
  locale: Locale,
): Promise<PublicTariff[]> {
  const ids = rows.map(({ id }) => id);
  const languages = { locale, defaultLocale };
  const features = await namedFeatures(db, ids, languages);
  const limits = await namedLimits(db, rows, languages);
  const generalDays = await settings.get('free_period_days', db);
  return rows.map((row) => {
    const text = (part: 'name' | 'subtitle' | 'description') => textIn(row.translations, part, languages);
    return {
      id: row.id,
      name: text('name'),
      subtitle: text('subtitle'),
      description: text('description'),
      price_month: row.price_month,
      price_year: row.price_year,
      year_saving: Math.max(0, row.price_month * 12 - row.price_year),
      trial_days: row.trial_days ?? generalDays,
      recommended: row.recommended,
      limits: limits.get(row.id) ?? [],
      features: features.get(row.id) ?? [],
    };
  });
}
