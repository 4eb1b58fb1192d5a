import { sql } from 'kysely';
import type { Db, MetricRow } from '#server/db/tables.ts';
import { isMetricUsed } from './metric-store.ts';

/** SQL for limits and usage that have no column of their own, by metric. */

interface KeptLimit {
  metric_id: string;
  most: number;
}

/** The other limits of each of the tariffs. */
export function limitsOfTariffs(
  db: Db,
  tariffIds: readonly string[],
): Promise<(KeptLimit & { tariff_id: string })[]> {
  if (tariffIds.length === 0) return Promise.resolve([]);
  return db.selectFrom('tariff_limits').selectAll().where('tariff_id', 'in', tariffIds).execute();
}

export async function replaceTariffLimits(db: Db, id: string, limits: readonly KeptLimit[]): Promise<void> {
  await db.deleteFrom('tariff_limits').where('tariff_id', '=', id).execute();
  if (limits.length === 0) return;
  await db
    .insertInto('tariff_limits')
    .values(limits.map(({ metric_id, most }) => ({ tariff_id: id, metric_id, most })))
    .execute();
}

/** A client's other own limits. */
export function limitsOfClient(db: Db, id: string): Promise<KeptLimit[]> {
  return db.selectFrom('client_limits').select(['metric_id', 'most']).where('client_id', '=', id).execute();
}

export async function replaceClientLimits(db: Db, id: string, limits: readonly KeptLimit[]): Promise<void> {
  await db.deleteFrom('client_limits').where('client_id', '=', id).execute();
  if (limits.length === 0) return;
  await db
    .insertInto('client_limits')
    .values(limits.map(({ metric_id, most }) => ({ client_id: id, metric_id, most })))
    .execute();
}

/** Stores what a cabinet reported of metrics without a column. */
export async function putUsage(
  tx: Db,
  clientId: string,
  used: readonly { metric_id: string; used: number }[],
  now: Date,
): Promise<void> {
  if (used.length === 0) return;
  await tx
    .insertInto('client_metrics')
    .values(used.map((one) => ({ ...one, client_id: clientId, reported_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'metric_id']).doUpdateSet((eb) => ({
        used: eb.ref('excluded.used'),
        reported_at: eb.ref('excluded.reported_at'),
      })),
    )
    .execute();
}

export type MeasuredMetric = Pick<MetricRow, 'key' | 'unit' | 'period' | 'translations'> & {
  used: number;
  most: number | null;
  /** Whether a tariff limits it or a cabinet has reported it. */
  is_shown: boolean;
};

/** Every metric with what a client uses of it, and the limit that holds; null: none. */
export async function measuresOf(db: Db, clientId: string): Promise<MeasuredMetric[]> {
  const { rows } = await sql<MeasuredMetric>`
    select m.key, m.unit, m.period, m.translations, l.most,
      case m.key when 'monthly_turnover' then c.monthly_turnover when 'goods_count' then c.goods_count
        when 'cash_registers' then c.cash_registers else coalesce(u.used, 0) end::bigint as used,
      l.most is not null or ${isMetricUsed} as is_shown
    from clients c cross join metrics m
      left join client_metrics u on u.client_id = c.id and u.metric_id = m.id
      left join limits_in_effect l on l.id = c.id and l.key = m.key
    where c.id = ${clientId} order by m.id`.execute(db);
  return rows;
}

/** What these clients use of these metrics. */
export async function usageOfClients(
  db: Db,
  clientIds: readonly string[],
  keys: readonly string[],
): Promise<{ client_id: string; key: string; used: number }[]> {
  if (clientIds.length === 0 || keys.length === 0) return [];
  const { rows } = await sql<{ client_id: string; key: string; used: number }>`
    select c.id as client_id, m.key,
      case m.key when 'monthly_turnover' then c.monthly_turnover when 'goods_count' then c.goods_count
        when 'cash_registers' then c.cash_registers else coalesce(u.used, 0) end::bigint as used
    from clients c cross join metrics m
      left join client_metrics u on u.client_id = c.id and u.metric_id = m.id
    where c.id = any(${clientIds}::uuid[]) and m.key = any(${keys}::text[]) order by c.id, m.id`.execute(db);
  return rows;
}
