import { sql } from 'kysely';
import { metricEntity } from '#contract/catalogue/metric.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, MetricRow, NamesByLocale } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for metrics. Their order is that of their ids: the first ones first, then as they were made. */

export type CountedMetric = MetricRow & { tariffs_count: number; in_use: boolean };
export type NewMetric = Omit<MetricRow, 'translations'> & { translations: NamesByLocale };

/** The specification's limits are columns of the tariff. */
const tariffsCount = sql<number>`(case m.key
    when 'monthly_turnover' then (select count(*) from tariffs t where t.monthly_turnover_limit is not null)
    when 'goods_count' then (select count(*) from tariffs t where t.goods_quantity is not null)
    else (select count(*) from tariff_limits l where l.metric_id = m.id) end)`;

/**
 * SQL: whether a tariff limits the metric of row `m`, or a cabinet reports it. It reads tariffs alone, however many
 * clients there are: a limit of one client's own makes a metric visible for that client only.
 */
export const isMetricUsed = sql<boolean>`(m.reported_at is not null
  or exists (select from tariff_limits l where l.metric_id = m.id)
  or m.key = 'monthly_turnover' and exists (select from tariffs where monthly_turnover_limit is not null)
  or m.key = 'goods_count' and exists (select from tariffs where goods_quantity is not null))`;

export function metricSource(locale: Locale, fallback: Locale): ListSource {
  const name = sql`coalesce(nullif(m.translations->${locale}->>'name', ''), m.translations->${fallback}->>'name')`;
  return {
    from: sql`metrics m`,
    id: sql`m.id`,
    defaultOrder: sql`m.id`,
    search: [name, sql`m.key`],
    columns: columnsOf(metricEntity, {
      table: 'metrics',
      alias: 'm',
      own: { name: nameColumn(name), tariffs_count: { sql: tariffsCount, required: true } },
    }),
  };
}

export const metricCsv = fileColumnsOf(metricEntity, {});

/** Every metric, in order. */
export function allMetrics(db: Db): Promise<MetricRow[]> {
  return db.selectFrom('metrics').selectAll().orderBy('id').execute();
}

export async function metricsByIds(db: Db, ids: readonly string[]): Promise<CountedMetric[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('metrics as m')
    .selectAll('m')
    .select([tariffsCount.as('tariffs_count'), isMetricUsed.as('in_use')])
    .where('m.id', 'in', ids)
    .execute();
}

/** Every metric that a tariff limits or a cabinet reports, in order. */
export async function usedMetrics(db: Db): Promise<MetricRow[]> {
  return db.selectFrom('metrics as m').selectAll('m').where(isMetricUsed).orderBy('m.id').execute();
}

/** The metric, locked for a change. */
export async function lockMetric(tx: Db, id: string): Promise<CountedMetric | undefined> {
  await tx.selectFrom('metrics').select('id').where('id', '=', id).forUpdate().execute();
  const [metric] = await metricsByIds(tx, [id]);
  return metric;
}

/** The metrics with these keys; they stay until the commit. */
export async function keptMetrics(tx: Db, keys: readonly string[]): Promise<MetricRow[]> {
  if (keys.length === 0) return [];
  return tx.selectFrom('metrics').selectAll().where('key', 'in', keys).orderBy('id').forKeyShare().execute();
}

export async function insertMetric(db: Db, { translations, ...row }: NewMetric): Promise<void> {
  await db
    .insertInto('metrics')
    .values({ ...row, translations: JSON.stringify(translations) })
    .execute();
}

export async function updateMetric(db: Db, { id, translations, ...row }: NewMetric): Promise<void> {
  await db
    .updateTable('metrics')
    .set({ ...row, translations: JSON.stringify(translations) })
    .where('id', '=', id)
    .execute();
}

export async function removeMetric(db: Db, id: string): Promise<void> {
  await db.deleteFrom('metrics').where('id', '=', id).execute();
}

/** Whether a tariff or a client has a limit of it. */
export async function isMetricLimited(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_limited: boolean }>`
    select exists (select from tariff_limits where metric_id = ${id})
      or exists (select from client_limits where metric_id = ${id}) as is_limited`.execute(db);
  return rows[0]?.is_limited ?? false;
}

/** Whether a tariff or a client has a limit of it, or a cabinet has reported it since a moment. */
export async function isMetricInUse(db: Db, id: string, since: Date): Promise<boolean> {
  if (await isMetricLimited(db, id)) return true;
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from client_metrics where metric_id = ${id} and used > 0 and reported_at >= ${since})
      as is_used`.execute(db);
  return rows[0]?.is_used ?? false;
}

/** Notes that these metrics have been reported. */
export async function noteReported(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('metrics')
    .set({ reported_at: now })
    .where('id', 'in', ids)
    .where('reported_at', 'is', null)
    .execute();
}
