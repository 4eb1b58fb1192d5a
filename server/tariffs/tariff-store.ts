import { type RawBuilder, sql } from 'kysely';
import { tariffEntity } from '#contract/entities/tariff.ts';
import type { MetricLimit } from '#contract/catalogue/metric.ts';
import type { ExceedingClient } from '#contract/clients/exceeding-clients.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { Db, FeatureRow, TariffRow, TariffTexts } from '#server/db/tables.ts';

/** SQL for tariffs and their features. */

export type CountedTariff = TariffRow & { clients_count: number };

/** A tariff's name in a language, else in the default one. */
export function tariffName(alias: 't' | 'next', locale: Locale, fallback: Locale) {
  const texts = sql.ref(`${alias}.translations`);
  return sql<string>`coalesce(nullif(${texts}->${locale}->>'name', ''), ${texts}->${fallback}->>'name')`;
}

/** The names of the tariffs whose ids are in an array, sorted by name; null for an empty one. */
export function tariffNames(ids: RawBuilder<unknown>, locale: Locale, fallback: Locale) {
  const name = tariffName('t', locale, fallback);
  return sql<
    string | null
  >`(select string_agg(${name}, ', ' order by ${name} collate "uk-x-icu") from tariffs t where t.id = any (${ids}))`;
}

const clientsCount = sql<number>`(select count(*) from clients c where c.tariff_id = t.id and c.deleted_at is null)`;

export function tariffSource(locale: Locale, fallback: Locale): ListSource {
  const name = tariffName('t', locale, fallback);
  return {
    from: sql`tariffs t`,
    id: sql`t.id`,
    // The API's lists begin with the highest value.
    defaultOrder: sql`-t.position`,
    search: [name],
    columns: columnsOf(tariffEntity, {
      table: 'tariffs',
      alias: 't',
      own: {
        name: nameColumn(name),
        archived: { sql: sql`(t.archived_at is not null)`, required: true },
        clients_count: { sql: clientsCount, required: true },
      },
    }),
  };
}

export function tariffsByIds(db: Db, ids: readonly string[]): Promise<CountedTariff[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('tariffs as t')
    .selectAll('t')
    .select(clientsCount.as('clients_count'))
    .where('t.id', 'in', ids)
    .execute();
}

/** The public tariffs that a client may choose, and those it has or is to get, in their order. */
export function choosableTariffs(db: Db, own: readonly string[]): Promise<TariffRow[]> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('archived_at', 'is', null), eb('visibility', '=', 'public')]),
        eb('id', '=', sql<string>`any(${own}::uuid[])`),
      ]),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The features of each of the tariffs. */
export function featuresOf(
  db: Db,
  tariffIds: readonly string[],
): Promise<{ tariff_id: string; feature_id: string }[]> {
  if (tariffIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('tariff_features').selectAll().where('tariff_id', 'in', tariffIds).execute();
}

export function tariffById(db: Db, id: string, { lock = false } = {}): Promise<TariffRow | undefined> {
  const query = db.selectFrom('tariffs').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type NewTariff = Omit<TariffRow, 'translations'> & { translations: TariffTexts };

/** Inserts a tariff; its first price is `insertPrice`'s. */
export async function insertTariff(db: Db, { translations, ...row }: NewTariff): Promise<void> {
  await db
    .insertInto('tariffs')
    .values({ ...row, translations: JSON.stringify(translations) })
    .execute();
}

export async function updateTariff(db: Db, { id, translations, ...row }: NewTariff): Promise<void> {
  await db
    .updateTable('tariffs')
    .set({ ...row, translations: JSON.stringify(translations) })
    .where('id', '=', id)
    .execute();
}

/** Replaces a tariff's features by these. */
export async function replaceFeatures(
  db: Db,
  tariffId: string,
  features: readonly Pick<FeatureRow, 'id'>[],
): Promise<void> {
  await db.deleteFrom('tariff_features').where('tariff_id', '=', tariffId).execute();
  await db
    .insertInto('tariff_features')
    .values(features.map(({ id }) => ({ tariff_id: tariffId, feature_id: id })))
    .execute();
}

/** How many of these tariffs exist, archived ones included. */
export async function countTariffs(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('tariffs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a tariff other than this one is open. */
export async function hasOtherOpenTariff(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tariffs')
    .select('id')
    .where('archived_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another tariff is on sale for everybody. */
export async function hasOtherPublicTariff(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tariffs')
    .select('id')
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'public')
    .where('id', '!=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The tariff that is recommended, unless it is this one. */
export function otherRecommendedTariff(db: Db, id: string): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('recommended', '=', true)
    .where('id', '!=', id)
    .executeTakeFirst();
}

/** The ids of all tariffs in their order. */
export async function orderedTariffs(db: Db): Promise<Pick<TariffRow, 'id' | 'position'>[]> {
  return db
    .selectFrom('tariffs')
    .select(['id', 'position'])
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Numbers the tariffs in this order, from 1. */
export async function numberTariffs(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update tariffs t set position = o.place
    from unnest(${ids}::uuid[]) with ordinality as o (id, place)
    where o.id = t.id and t.position is distinct from o.place`.execute(db);
}

/** Clients on a tariff that would exceed one of these limits of it; a client's own limits replace them. */
export async function exceedingClients(
  db: Db,
  tariffId: string,
  limits: readonly MetricLimit[],
  page: { limit: number; offset: number },
): Promise<{ rows: Omit<ExceedingClient, 'used'>[]; total: number }> {
  const found = db
    .selectFrom('clients as c')
    .where('c.tariff_id', '=', tariffId)
    .where('c.deleted_at', 'is', null)
    .where((eb) => eb.or(limits.map(exceeds)));
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(['c.id', 'c.name', 'c.monthly_turnover', 'c.goods_count'])
    .orderBy(sql`c.name collate "uk-x-icu"`)
    .orderBy('c.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { rows, total };
}

/** Whether client `c` has no limit of its own and uses more. */
function exceeds({ metric, limit }: MetricLimit) {
  switch (metric) {
    case 'monthly_turnover':
      return sql<boolean>`(c.monthly_turnover_limit is null and c.monthly_turnover > ${limit}::bigint)`;
    case 'goods_count':
      return sql<boolean>`(c.goods_quantity is null and c.goods_count > ${limit}::bigint)`;
  }
  const own = sql`select from client_limits o join metrics m on m.id = o.metric_id
    where o.client_id = c.id and m.key = ${metric}`;
  const used =
    metric === 'cash_registers'
      ? sql`c.cash_registers > ${limit}::bigint`
      : sql`exists (select from client_metrics u join metrics m on m.id = u.metric_id
          where u.client_id = c.id and m.key = ${metric} and u.used > ${limit}::bigint)`;
  return sql<boolean>`(${used} and not exists (${own}))`;
}

/**
 * The recommended tariff, else the cheapest open one by month, of equal ones the oldest: among the given ones if any,
 * else among the public ones before the others.
 */
export function recommendedOrCheapest(
  db: Db,
  among: readonly string[] | null = null,
): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('archived_at', 'is', null)
    .$if(among !== null, (query) => query.where('id', '=', sql<string>`any(${among}::uuid[])`))
    .$if(among === null, (query) => query.orderBy(sql`visibility <> 'public'`))
    .orderBy('recommended', 'desc')
    .orderBy('price_month')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
}

/** Every tariff that isn't archived. */
export function openTariffs(db: Db): Promise<TariffRow[]> {
  return db.selectFrom('tariffs').selectAll().where('archived_at', 'is', null).execute();
}

export function openTariff(db: Db, id: string): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** The tariffs on sale for everybody, in their order. */
export function publicTariffRows(db: Db): Promise<TariffRow[]> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'public')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The open tariff that is sold by this link. */
export function tariffOfLink(db: Db, code: string): Promise<TariffRow | undefined> {
  return db
    .selectFrom('tariffs')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('link_code', '=', code)
    .executeTakeFirst();
}
