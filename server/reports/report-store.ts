import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import type { TopUpService } from '#contract/entities/ledger-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredSubscription } from '#server/subscriptions/lifecycle/stored-subscription.ts';

/** SQL for the dashboard's figures, each one statement over an index or over the narrowest table. */

/** How many clients that are not deleted are in each state. */
export function clientGroups(db: Db) {
  return db
    .selectFrom('clients')
    .select('status')
    .select(sql<number>`count(*)`.as('count'))
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
}

/** Whether a tariff that costs something is sold. */
export async function hasPrices(db: Db): Promise<boolean> {
  const tariff = await db
    .selectFrom('tariffs')
    .select('id')
    .where('archived_at', 'is', null)
    .where((eb) => eb.or([eb('price_month', '>', 0), eb('price_year', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return tariff !== undefined;
}

/** What recurs now by tariff, the most first. */
export function worthByTariff(db: Db) {
  return db
    .selectFrom('revenue_moves as m')
    .innerJoin('tariffs as t', 't.id', 'm.tariff_after')
    .select(['t.id', 't.translations'])
    .select(sql<number>`count(*)`.as('clients'))
    .select(sql<number>`sum(m.after)::bigint`.as('monthly'))
    .where('m.until', 'is', null)
    .where('m.after', '>', 0)
    .groupBy('t.id')
    .orderBy('monthly', 'desc')
    .execute();
}

/** The bounds of a report's steps. */
interface Spans {
  from: readonly Date[];
  until: readonly Date[];
}

function spans({ from, until }: Spans) {
  return sql`unnest(${from}::timestamptz[], ${until}::timestamptz[])
    with ordinality as s("from", until, place)`;
}

/** How many of the clients (not deleted) were created in each step. */
export async function signUpsBySpan(db: Db, steps: Spans): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from clients where deleted_at is null
      and created_at >= s."from" and created_at < s.until) as count
    from ${spans(steps)} order by s.place`.execute(db);
  return rows.map(({ count }) => count);
}

export interface TopUpGroup {
  place: number;
  service: TopUpService;
  count: number;
  sum: number;
}

/** Top-ups that were not reversed, by step (from 0) and service. */
export async function topUpsBySpan(db: Db, steps: Spans): Promise<TopUpGroup[]> {
  const { rows } = await sql<TopUpGroup>`
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

export interface EndingGroup {
  status: 'trial' | 'active';
  near: number;
  far: number;
}

/** Clients in their free or a paid period whose money ends from the start of today on, before each of two moments. */
export async function endingBefore(
  db: Db,
  { today, near, far }: Record<'today' | 'near' | 'far', Date>,
): Promise<EndingGroup[]> {
  const { rows } = await sql<EndingGroup>`
    select status, count(*) filter (where lasts_until < ${near}) as near, count(*) as far from clients
    where deleted_at is null and status in ('trial', 'active') and lasts_until >= ${today} and lasts_until < ${far}
    group by status`.execute(db);
  return rows;
}

export async function failures(db: Db): Promise<{ cabinets: number; emails: number }> {
  const { rows } = await sql<{ cabinets: number; emails: number }>`
    select (select count(*) from clients where cabinet_status = 'failed' and deleted_at is null) as cabinets,
      (select count(*) from emails where status = 'failed' and dealt_with_at is null) as emails`.execute(db);
  return rows[0] ?? { cabinets: 0, emails: 0 };
}

/** A cached answer. */
export function readAnswer(db: Db, key: string) {
  return db
    .selectFrom('kept_reports')
    .select(['made_at', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Caches an answer, unless there is one that is still fresh. */
export async function storeAnswer(
  db: Db,
  { key, now, answer, lastsMs }: { key: string; now: Date; answer: unknown; lastsMs: number },
): Promise<void> {
  await sql`insert into kept_reports (key, made_at, answer) values (${key}, ${now}, ${JSON.stringify(answer)})
    on conflict (key) do update set made_at = excluded.made_at, answer = excluded.answer
    where abs(extract(epoch from excluded.made_at - kept_reports.made_at)) * 1000 >= ${lastsMs}`.execute(db);
}

/** Clients with an event before the end, in portions from one snapshot. */
export async function* dueBefore(client: PoolClient, end: Date): AsyncGenerator<StoredSubscription[]> {
  await client.query('begin read only');
  await client.query({
    text: `declare due no scroll cursor for
      select c.status, c.blocked_from, c.trial_ends, c.anchor, c.blocked_at, c.deletion_not_before, c.settled_at,
        c.balance, c.tariff_since, c.created_at, c.discounts, c.billing_period, c.term_without_payment_days, c.database_retention_days,
        c.tariff_id, t.price_month, t.price_year,
        c.next_tariff_id, c.next_billing_period, n.price_month as next_price_month, n.price_year as next_price_year
      from clients c join tariffs t on t.id = c.tariff_id left join tariffs n on n.id = c.next_tariff_id
      where c.next_event_at < $1 and c.deleted_at is null and c.blocked_from is null`,
    values: [end],
  });
  for (;;) {
    const { rows } = await client.query<StoredSubscription>(`fetch ${rowsAtATime} from due`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtATime) break;
  }
  await client.query('commit');
}

/** Few enough not to delay others, many enough for few round trips. */
const rowsAtATime = 1000;
