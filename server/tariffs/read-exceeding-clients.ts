import type { ExceedingClient, ExceedingQuery } from '#contract/clients/exceeding-clients.ts';
import type { MetricLimit } from '#contract/catalogue/metric.ts';
import { can } from '#contract/kernel/permissions.ts';
import { limits as bounds } from '#contract/kernel/primitives.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { usageOfClients } from '#server/metrics/limit-store.ts';
import { exceedingClients } from './tariff-store.ts';

/**
 * The clients on the tariff that would exceed these limits, by name. A colleague who may not read clients gets only
 * their number.
 */
export async function readExceedingClients(
  { db }: { db: Db },
  { actor }: StaffCaller,
  id: string,
  { limits = [], page = 1, limit = bounds.pageSize.default, ...named }: ExceedingQuery,
): Promise<{ data: ExceedingClient[]; meta: { total: number } }> {
  const wanted: MetricLimit[] = [
    ...limitOf('monthly_turnover', named.monthly_turnover_limit),
    ...limitOf('goods_count', named.goods_quantity),
    ...limits,
  ];
  const { rows, total } = await exceedingClients(db, id, wanted, { limit, offset: (page - 1) * limit });
  const mayRead = can(actor.permissions, 'clients.read', { write: false }).allowed;
  if (!mayRead) return { data: [], meta: { total } };
  const used = await usageOfClients(
    db,
    rows.map((row) => row.id),
    limits.map(({ metric }) => metric),
  );
  const data = rows.map((row) => ({
    ...row,
    used: used
      .filter(({ client_id }) => client_id === row.id)
      .map(({ key, used: count }) => ({ metric: key, used: count })),
  }));
  return { data, meta: { total } };
}

function limitOf(metric: string, limit: number | undefined): MetricLimit[] {
  return limit === undefined ? [] : [{ metric, limit }];
}
