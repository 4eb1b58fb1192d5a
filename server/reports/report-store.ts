import { type Kysely, sql } from 'kysely';
import type { BillingPeriod, ClientStatus } from '#contract/client.ts';
import type { TopUpService } from '#contract/wallet.ts';
import type { Tables, TariffTexts } from '#server/db/tables.ts';

/** SQL of the dashboard's figures, each one statement over an index or over the narrowest rows there are. */

/** Clients that are not deleted, by what decides their price. */
export async function clientGroups(
  db: Kysely<Tables>,
): Promise<{ status: ClientStatus; tariff_id: string; billing_period: BillingPeriod; count: number }[]> {
  const { rows } = await sql<{
    status: ClientStatus;
    tariff_id: string;
    billing_period: BillingPeriod;
    count: number;
  }>`
    select status, tariff_id, billing_period, count(*) as count from clients
    where deleted_at is null group by status, tariff_id, billing_period`.execute(db);
  return rows;
}

export function tariffPrices(
  db: Kysely<Tables>,
): Promise<{ id: string; price_month: number; price_year: number; translations: TariffTexts }[]> {
  return db.selectFrom('tariffs').select(['id', 'price_month', 'price_year', 'translations']).execute();
}

/** How many clients, not deleted since, were made on each day of the zone. */
export async function signUpsByDay(
  db: Kysely<Tables>,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    select (created_at at time zone ${timeZone})::date as day, count(*) as count from clients
    where deleted_at is null and created_at >= ${since} group by 1`.execute(db);
  return rows;
}

/** Top-ups that were not reversed, by day of the zone and service. */
export async function topUpsByDay(
  db: Kysely<Tables>,
  { since, timeZone }: { since: Date; timeZone: string },
): Promise<{ day: string; service: TopUpService; count: number; sum: number }[]> {
  const { rows } = await sql<{ day: string; service: TopUpService; count: number; sum: number }>`
    select (created_at at time zone ${timeZone})::date as day, service, count(*) as count,
      sum(amount)::bigint as sum
    from ledger_entries e
    where kind = 'top_up' and created_at >= ${since}
      and not exists (select from ledger_entries r where r.reverses_id = e.id)
    group by 1, 2`.execute(db);
  return rows;
}

/** Clients in their free or a paid period whose money ends before each of the moments. */
export async function endingBefore(
  db: Kysely<Tables>,
  { now, untils }: { now: Date; untils: readonly Date[] },
): Promise<{ trial: number; active: number }[]> {
  const { rows } = await sql<{ place: number; trial: number; active: number }>`
    select u.place, count(c.id) filter (where c.status = 'trial') as trial,
      count(c.id) filter (where c.status = 'active') as active
    from unnest(${untils}::timestamptz[]) with ordinality as u(until, place)
    left join clients c on c.deleted_at is null and c.status in ('trial', 'active')
      and c.lasts_until >= ${now} and c.lasts_until < u.until
    group by u.place order by u.place`.execute(db);
  return rows.map(({ trial, active }) => ({ trial, active }));
}

export async function failures(db: Kysely<Tables>): Promise<{ cabinets: number; emails: number }> {
  const { rows } = await sql<{ cabinets: number; emails: number }>`
    select (select count(*) from clients where cabinet_status = 'failed' and deleted_at is null) as cabinets,
      (select count(*) from emails where status = 'failed') as emails`.execute(db);
  return rows[0] ?? { cabinets: 0, emails: 0 };
}
