import { sql, type SqlBool } from 'kysely';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type { Db } from '#server/db/tables.ts';
import { subscribed, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';

/** SQL for the clients of a tariff by the price that holds for them. */

/** When a client came to its tariff. */
const since = sql<Date>`coalesce(c.tariff_since, c.created_at)`;

/** Clients who came to the tariff before a moment, use it, and stay on it after their period. */
const present = (tariffId: string, before: Date) =>
  sql<SqlBool>`c.tariff_id = ${tariffId}::uuid and ${since} < ${before} and c.deleted_at is null
    and c.status in ('trial', 'active', 'grace', 'blocked')
    and (c.next_tariff_id is null or c.next_tariff_id = c.tariff_id)`;

/** Clients who came between the beginnings of two versions, and pay by the same period. */
export interface PriceGroup {
  billing_period: BillingPeriod;
  /** How many versions had begun when they came. */
  begun: number;
  count: number;
  /** How many of them are in their free period, in a paid one or in grace, without discounts. */
  running: number;
}

/** The present clients of a tariff, by how many of these moments (the earliest first) had gone when they came. */
export async function presentGroups(
  db: Db,
  { tariffId, before, starts }: { tariffId: string; before: Date; starts: readonly Date[] },
): Promise<PriceGroup[]> {
  const { rows } = await sql<PriceGroup>`
    select c.billing_period, width_bucket(${since}, ${starts}::timestamptz[]) as begun, count(*) as count,
      count(*) filter (where c.status <> 'blocked' and c.discounts is null) as running
    from clients c where ${present(tariffId, before)} group by 1, 2`.execute(db);
  return rows;
}

/** All clients of a tariff that are not deleted, in the same way. */
export async function allGroups(
  db: Db,
  tariffId: string,
  starts: readonly Date[],
): Promise<Pick<PriceGroup, 'billing_period' | 'begun' | 'count'>[]> {
  const { rows } = await sql<PriceGroup>`
    select c.billing_period, width_bucket(${since}, ${starts}::timestamptz[]) as begun, count(*) as count
    from clients c where c.tariff_id = ${tariffId}::uuid and c.deleted_at is null group by 1, 2`.execute(db);
  return rows;
}

/** Whether anybody was charged for a tariff since a moment. */
export async function chargedSince(db: Db, tariffId: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('ledger_entries')
    .select('id')
    .where('kind', '=', 'charge')
    .where('created_at', '>=', since)
    .where('tariff_id', '=', tariffId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * When the first of a group of present clients begins a period at or after a moment, if it goes on paying; null when
 * none does. Periods are counted from the anchor, on the calendar of the zone.
 */
export async function firstPeriodFrom(
  db: Db,
  {
    tariffId,
    before,
    starts,
    group: { billing_period, begun },
    from,
    timeZone,
  }: {
    tariffId: string;
    before: Date;
    starts: readonly Date[];
    group: Pick<PriceGroup, 'billing_period' | 'begun'>;
    from: Date;
    timeZone: string;
  },
): Promise<Date | null> {
  const months = billing_period === 'year' ? 12 : 1;
  const monthOf = (moment: string) =>
    sql`(extract(year from ${sql.raw(moment)}) * 12 + extract(month from ${sql.raw(moment)}))::int`;
  const { rows } = await sql<{ first: Date | null }>`
    select min(case when k.ends >= ${from} then k.ends
      when k.grid >= ${from} then k.grid
      else (k.local_anchor + make_interval(months => k.gone + ${months})) at time zone ${timeZone} end) as first
    from (
      select d.*, (d.local_anchor + make_interval(months => d.gone)) at time zone ${timeZone} as grid
      from (
        select l.*, ${monthOf('l.local_ends')} - ${monthOf('l.local_anchor')} + ${months}
          * ceil(greatest(0, ${monthOf('l.local_from')} - ${monthOf('l.local_ends')}) / ${months}::numeric)::int as gone
        from (
          select c.trial_ends as ends, c.trial_ends at time zone ${timeZone} as local_ends,
            coalesce(c.anchor, c.trial_ends) at time zone ${timeZone} as local_anchor,
            ${from}::timestamptz at time zone ${timeZone} as local_from
          from clients c
          where ${present(tariffId, before)} and c.status in ('trial', 'active')
            and c.billing_period = ${billing_period}
            and width_bucket(${since}, ${starts}::timestamptz[]) = ${begun}
        ) l
      ) d
    ) k`.execute(db);
  return rows[0]?.first ?? null;
}

/** Those of the running present clients who have discounts. */
export function presentDiscounted(
  db: Db,
  { tariffId, before }: { tariffId: string; before: Date },
): Promise<SubscribedRow[]> {
  return subscribed(db)
    .where(present(tariffId, before))
    .where('c.status', '<>', 'blocked')
    .where('c.discounts', 'is not', null)
    .execute();
}

/** Present clients in the order of their ids, after the given one. */
export function presentAfter(
  db: Db,
  { tariffId, before, after, limit }: { tariffId: string; before: Date; after: string; limit: number },
): Promise<SubscribedRow[]> {
  return subscribed(db)
    .where(present(tariffId, before))
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

/** Clients on a tariff who were sent an email whose key ends so, in the order of their ids, after the given one. */
export function toldAfter(
  db: Db,
  { tariffId, keyEnd, after, limit }: { tariffId: string; keyEnd: string; after: string; limit: number },
): Promise<SubscribedRow[]> {
  return subscribed(db)
    .where('c.tariff_id', '=', tariffId)
    .where('c.deleted_at', 'is', null)
    .where(sql<SqlBool>`exists (select from emails e where e.once_key = c.id || ${keyEnd}::text)`)
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(limit)
    .execute();
}
