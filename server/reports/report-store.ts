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

/** The bounds of the steps of a report, one after the other. */
interface Spans {
  from: readonly Date[];
  until: readonly Date[];
}

function spans({ from, until }: Spans) {
  return sql`unnest(${from}::timestamptz[], ${until}::timestamptz[])
    with ordinality as s("from", until, place)`;
}

/** How many clients, not deleted since, were made in each step. */
export async function signUpsBySpan(db: Kysely<Tables>, steps: Spans): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from clients where deleted_at is null
      and created_at >= s."from" and created_at < s.until) as count
    from ${spans(steps)} order by s.place`.execute(db);
  return rows.map(({ count }) => count);
}

/** Top-ups that were not reversed, by step (from 0) and service. */
export async function topUpsBySpan(
  db: Kysely<Tables>,
  steps: Spans,
): Promise<{ place: number; service: TopUpService; count: number; sum: number }[]> {
  const { rows } = await sql<{ place: number; service: TopUpService; count: number; sum: number }>`
    with reversed as materialized (
      select reverses_id as id from ledger_entries where reverses_id is not null
    )
    select s.place - 1 as place, e.service, count(*) as count, sum(e.amount)::bigint as sum
    from ${spans(steps)}
    join ledger_entries e on e.kind = 'top_up' and e.created_at >= s."from" and e.created_at < s.until
    where not exists (select from reversed where reversed.id = e.id)
    group by s.place, e.service`.execute(db);
  return rows;
}

/** Clients in their free or a paid period whose money ends before the nearer and the farther moment. */
export async function endingBefore(
  db: Kysely<Tables>,
  { now, near, far }: { now: Date; near: Date; far: Date },
): Promise<{ status: 'trial' | 'active'; near: number; far: number }[]> {
  const { rows } = await sql<{ status: 'trial' | 'active'; near: number; far: number }>`
    select status, count(*) filter (where lasts_until < ${near}) as near, count(*) as far from clients
    where deleted_at is null and status in ('trial', 'active') and lasts_until >= ${now} and lasts_until < ${far}
    group by status`.execute(db);
  return rows;
}

export async function failures(db: Kysely<Tables>): Promise<{ cabinets: number; emails: number }> {
  const { rows } = await sql<{ cabinets: number; emails: number }>`
    select (select count(*) from clients where cabinet_status = 'failed' and deleted_at is null) as cabinets,
      (select count(*) from emails where status = 'failed') as emails`.execute(db);
  return rows[0] ?? { cabinets: 0, emails: 0 };
}
