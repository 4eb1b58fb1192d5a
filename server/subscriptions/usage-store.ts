import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { FirstMetric, MetricUnit } from '#contract/catalogue/metric.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, NamesByLocale } from '#server/db/tables.ts';

/** SQL for usage and its limits. */

/** Stores what a cabinet reported in columns; what is absent stays. A visit later than now counts as now. */
export async function updateUsage(
  tx: Db,
  clientId: string,
  { last_visit, ...used }: { last_visit: string | null } & { [Key in FirstMetric]?: number },
  now: Date,
): Promise<void> {
  const visit = last_visit === null ? null : new Date(last_visit);
  await tx
    .updateTable('clients')
    .set({ ...used, last_visit: visit && visit > now ? now : visit })
    .where('id', '=', clientId)
    .execute();
}

/** The clients of a tariff, or the given ones. */
export type Users = { tariffId: string } | { clientIds: readonly string[] };

/** Of a table or a view `c` with ids and tariffs of clients. */
const among = (users: Users) =>
  'tariffId' in users
    ? sql<SqlBool>`c.tariff_id = ${users.tariffId}::uuid`
    : sql<SqlBool>`c.id = any(${users.clientIds}::uuid[])`;

/**
 * Sets or clears the flag of clients whose usage is now over or under their limits. Answers who is over one since now.
 * Usage is read again once the clients are locked: a report may have changed it while they were waited for.
 */
export async function flagOverLimit(tx: Db, users: Users): Promise<string[]> {
  const locked = await sql<{ id: string }>`
    select c.id from clients c where c.id in (select d.id from (${flagsThatDiffer(among(users))}) d)
    order by c.id for update`.execute(tx);
  if (locked.rows.length === 0) return [];
  const ids = locked.rows.map(({ id }) => id);
  const { rows } = await sql<{ id: string; over_limit: boolean }>`
    update clients c set over_limit = d.is_over
    from (${flagsThatDiffer(among({ clientIds: ids }))}) d where c.id = d.id
    returning c.id, c.over_limit`.execute(tx);
  return rows.filter(({ over_limit }) => over_limit).map(({ id }) => id);
}

const flagsThatDiffer = (amongThem: RawBuilder<SqlBool>) => sql`
    with exceeding as (
      select distinct c.id from limits_in_effect c where c.used > c.most and ${amongThem}
    )
    select c.id, e.id is not null as is_over from clients c left join exceeding e on e.id = c.id
    where ${amongThem} and c.over_limit <> (e.id is not null)`;

export interface ExceededLimit {
  key: string;
  unit: MetricUnit;
  translations: NamesByLocale;
  used: number;
  most: number;
}

export interface OverLimit {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  exceeded: ExceededLimit[];
}

/** Flagged clients with the limits that they exceed, in the order of their ids, after the given one. */
export async function overLimit(
  tx: Db,
  users: Users,
  { after, limit }: { after: string; limit: number },
): Promise<OverLimit[]> {
  const { rows } = await sql<OverLimit>`
    select c.id, c.name, c.email, c.locale, (
      select coalesce(jsonb_agg(jsonb_build_object('key', m.key, 'unit', m.unit, 'translations', m.translations,
        'used', l.used, 'most', l.most) order by m.id), '[]')
      from limits_in_effect l join metrics m on m.key = l.key where l.id = c.id and l.used > l.most
    ) as exceeded
    from clients c
    where c.over_limit and c.deleted_at is null and ${among(users)} and c.id > ${after}::uuid
    order by c.id limit ${limit}`.execute(tx);
  return rows;
}
