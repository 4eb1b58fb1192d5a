import { sql, type SqlBool } from 'kysely';
import type { Usage } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/variants.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL for usage and its limits. */

/** Stores a cabinet's report. A visit later than now counts as now. */
export async function updateUsage(
  tx: Db,
  clientId: string,
  { last_visit, ...usage }: Usage,
  now: Date,
): Promise<void> {
  const visit = last_visit === null ? null : new Date(last_visit);
  await tx
    .updateTable('clients')
    .set({ ...usage, last_visit: visit && visit > now ? now : visit })
    .where('id', '=', clientId)
    .execute();
}

/** The clients of a tariff, or the given ones. */
export type Users = { tariffId: string } | { clientIds: readonly string[] };

const among = (users: Users) =>
  'tariffId' in users
    ? sql<SqlBool>`c.tariff_id = ${users.tariffId}::uuid`
    : sql<SqlBool>`c.id = any(${users.clientIds}::uuid[])`;

/** Sets or clears the flag of clients whose usage is now over or under their limits. */
export async function flagOverLimit(tx: Db, users: Users): Promise<void> {
  await sql`
    with concerned as (
      select c.id, coalesce(c.monthly_turnover > coalesce(c.monthly_turnover_limit, t.monthly_turnover_limit), false)
        or coalesce(c.goods_count > coalesce(c.goods_quantity, t.goods_quantity), false) as is_over
      from clients c join tariffs t on t.id = c.tariff_id where ${among(users)}
    ), different as (
      select c.id, n.is_over from concerned n join clients c on c.id = n.id
      where c.over_limit <> n.is_over order by c.id for update of c
    )
    update clients c set over_limit = d.is_over from different d where c.id = d.id`.execute(tx);
}

export interface OverLimit {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  monthly_turnover: number;
  goods_count: number;
  own_turnover: number | null;
  own_goods: number | null;
  tariff_turnover: number | null;
  tariff_goods: number | null;
}

/** Flagged clients, in the order of their ids, after the given one. */
export async function overLimit(
  tx: Db,
  users: Users,
  { after, limit }: { after: string; limit: number },
): Promise<OverLimit[]> {
  const { rows } = await sql<OverLimit>`
    select c.id, c.name, c.email, c.locale, c.monthly_turnover, c.goods_count,
      c.monthly_turnover_limit as own_turnover, c.goods_quantity as own_goods,
      t.monthly_turnover_limit as tariff_turnover, t.goods_quantity as tariff_goods
    from clients c join tariffs t on t.id = c.tariff_id
    where c.over_limit and c.deleted_at is null and ${among(users)} and c.id > ${after}::uuid
    order by c.id limit ${limit}`.execute(tx);
  return rows;
}
