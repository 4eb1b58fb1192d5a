import type { Kysely } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { type Feature, type Tariff, tariffList } from '#contract/tariff.ts';
import type { Locale } from '#contract/variants.ts';
import { inOrderOf, listIds } from '#server/db/list-rows.ts';
import type { FeatureRow, Tables, TariffRow } from '#server/db/tables.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import {
  allFeatures,
  cheapestTariff,
  type CountedTariff,
  featuresOf,
  openTariff,
  tariffsByIds,
  tariffSource,
} from './tariff-store.ts';

interface TariffDeps {
  db: Kysely<Tables>;
  settings: SettingsService;
  timeZone: string;
  defaultLocale: Locale;
}

/** Tariffs and the features that they include (API.md, "tariffs"). */
export function createTariffService({ db, settings, timeZone, defaultLocale }: TariffDeps) {
  return {
    async list(query: ListQuery, locale: Locale): Promise<{ data: Tariff[]; meta: { total: number } }> {
      const source = tariffSource(locale, defaultLocale);
      const { ids, total } = await listIds(db, { spec: tariffList, source, query, timeZone });
      const rows = inOrderOf(ids, await tariffsByIds(db, ids));
      return { data: await present(rows, query.include, locale), meta: { total } };
    },

    async show(id: string, include: string | undefined, locale: Locale): Promise<Tariff> {
      const wanted = (include ?? '').split(',').filter((name) => name !== '');
      const unknown = wanted.find((name) => !tariffList.include?.includes(name));
      const [tariff] = await present(await tariffsByIds(db, [id]), wanted, locale);
      if (!tariff) throw new Refused('not_found');
      if (unknown !== undefined) throw refusedField('include', 'validation.notAllowed');
      return tariff;
    },

    /** The feature list, flat or as a tree. */
    async features({
      include,
      asTree,
      ...query
    }: ListQuery): Promise<{ data: Feature[]; meta: { total: number } }> {
      const rows = await allFeatures(db);
      const features = rows.map((row) => presentFeature(row, include.includes('translations')));
      if (asTree) return { data: treeOf(features), meta: { total: features.length } };
      const start = (query.page - 1) * query.limit;
      return { data: features.slice(start, start + query.limit), meta: { total: features.length } };
    },

    /** The tariff of a new client: the chosen default while it is open, else the cheapest. */
    async forNewClient(tx: Kysely<Tables>): Promise<TariffRow> {
      const chosen = await settings.get('default_tariff_id', tx);
      const tariff = (chosen && (await openTariff(tx, chosen))) || (await cheapestTariff(tx));
      if (!tariff) throw new Error('there is no open tariff'); // the last one cannot be archived
      return tariff;
    },
  };

  async function present(
    rows: CountedTariff[],
    include: readonly string[],
    locale: Locale,
  ): Promise<Tariff[]> {
    const withFeatures = include.includes('permissions');
    const features = withFeatures ? await allFeatures(db) : [];
    const links = withFeatures
      ? await featuresOf(
          db,
          rows.map(({ id }) => id),
        )
      : [];
    return rows.map((row) => ({
      id: row.id,
      price_month: row.price_month,
      price_year: row.price_year,
      monthly_turnover_limit: row.monthly_turnover_limit,
      goods_quantity: row.goods_quantity,
      recommended_days: row.recommended_days,
      archived_at: row.archived_at?.toISOString() ?? null,
      name: row.translations[locale]?.name || row.translations[defaultLocale]?.name || '',
      ...(withFeatures && {
        permissions: features
          .filter(({ id }) => links.some((link) => link.tariff_id === row.id && link.feature_id === id))
          .map((feature) => presentFeature(feature, include.includes('translations'))),
      }),
      ...(include.includes('translations') && { translations: row.translations }),
      clients_count: row.clients_count,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }));
  }
}
export type TariffService = ReturnType<typeof createTariffService>;

function presentFeature({ id, key, parent_id, translations }: FeatureRow, withTexts: boolean): Feature {
  return { id, key, parent_id, ...(withTexts && { translations }) };
}

function treeOf(features: readonly Feature[], parent: string | null = null): Feature[] {
  return features
    .filter(({ parent_id }) => parent_id === parent)
    .map((feature) => ({ ...feature, children: treeOf(features, feature.id) }));
}
