import { type Kysely, sql } from 'kysely';
import type { Locale } from '#contract/variants.ts';
import type { ListSource } from '#server/db/list-rows.ts';
import type { FeatureRow, Tables, TariffRow } from '#server/db/tables.ts';

/** SQL of tariffs and their features. */

export type CountedTariff = TariffRow & { clients_count: number };

/** A tariff's name in a language, else in the default one. */
export function tariffName(alias: 't', locale: Locale, fallback: Locale) {
  const texts = sql.ref(`${alias}.translations`);
  return sql<string>`coalesce(nullif(${texts}->${locale}->>'name', ''), ${texts}->${fallback}->>'name')`;
}

const clientsCount = sql<number>`(select count(*) from clients c where c.tariff_id = t.id and c.deleted_at is null)`;

export function tariffSource(locale: Locale, fallback: Locale): ListSource {
  const name = tariffName('t', locale, fallback);
  return {
    from: sql`tariffs t`,
    id: sql`t.id`,
    newest: sql`t.created_at`,
    search: [name],
    columns: {
      id: { sql: sql`t.id`, required: true },
      name: { sql: name, order: sql`${name} collate "uk-x-icu"` },
      price_month: { sql: sql`t.price_month`, required: true },
      price_year: { sql: sql`t.price_year`, required: true },
      monthly_turnover_limit: { sql: sql`t.monthly_turnover_limit` },
      goods_quantity: { sql: sql`t.goods_quantity` },
      recommended_days: { sql: sql`t.recommended_days`, required: true },
      archived_at: { sql: sql`t.archived_at` },
      clients_count: { sql: clientsCount, required: true },
      created_at: { sql: sql`t.created_at`, required: true },
      updated_at: { sql: sql`t.updated_at`, required: true },
    },
  };
}

export function tariffsByIds(db: Kysely<Tables>, ids: readonly string[]): Promise<CountedTariff[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('tariffs as t')
    .selectAll('t')
    .select(clientsCount.as('clients_count'))
    .where('t.id', 'in', ids)
    .execute();
}

/** Every feature in the order of the tree. */
export function allFeatures(db: Kysely<Tables>): Promise<FeatureRow[]> {
  return db.selectFrom('features').selectAll().orderBy('position').orderBy('key').execute();
}

/** Which features each of the tariffs includes. */
export function featuresOf(
  db: Kysely<Tables>,
  tariffIds: readonly string[],
): Promise<{ tariff_id: string; feature_id: string }[]> {
  if (tariffIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('tariff_features').selectAll().where('tariff_id', 'in', tariffIds).execute();
}

/** The cheapest tariff by month that isn't archived; of equals the oldest. */
export function cheapestTariff(db: Kysely<Tables>): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('price_month')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
}

export function openTariff(db: Kysely<Tables>, id: string): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}
