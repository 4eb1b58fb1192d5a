import type { ExceedingClient, ExceedingQuery } from '#contract/clients/exceeding-clients.ts';
import { can } from '#contract/permissions.ts';
import { limits } from '#contract/primitives.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { exceedingClients } from './tariff-store.ts';

/**
 * The clients on the tariff that would exceed these limits, by name. A colleague who may not read clients gets only
 * their number.
 */
export async function readExceedingClients(
  { db }: { db: Db },
  { actor }: StaffCaller,
  id: string,
  { monthly_turnover_limit, goods_quantity, page = 1, limit = limits.pageSize.default }: ExceedingQuery,
): Promise<{ data: ExceedingClient[]; meta: { total: number } }> {
  const wanted = { monthlyTurnover: monthly_turnover_limit ?? null, goods: goods_quantity ?? null };
  const { rows, total } = await exceedingClients(db, id, wanted, { limit, offset: (page - 1) * limit });
  const mayRead = can(actor.permissions, 'clients.read', { write: false }).allowed;
  return { data: mayRead ? rows : [], meta: { total } };
}
