import { type RawBuilder, sql } from 'kysely';
import type { ClientSource } from '#contract/entities/client.ts';
import type { RevenueMove } from '#contract/panel/revenue.ts';
import type { Db, TariffTexts } from '#server/db/tables.ts';

/** SQL of the report about recurring revenue. */

/** Spans of days one after the other: the first moment of each, and the one after the last. */
export interface Spans {
  starts: readonly Date[];
  until: Date;
}

/** Which span a time is in, from 0. */
function placeOf(time: RawBuilder<unknown>, { starts }: Spans): RawBuilder<number> {
  return sql`width_bucket(${time}, ${starts}::timestamptz[]) - 1`;
}

function isIn(time: RawBuilder<unknown>, { starts, until }: Spans): RawBuilder<boolean> {
  return sql`(${time} >= ${starts[0]} and ${time} < ${until})`;
}

export interface WorthGroup {
  /** Which of the days. */
  place: number;
  tariff_id: string;
  source: ClientSource;
  clients: number;
  monthly: number;
}

/** What recurred before each of these days began. */
export async function worthBefore(db: Db, days: readonly Date[]): Promise<WorthGroup[]> {
  const { rows } = await sql<WorthGroup>`
    select d.place - 1 as place, m.tariff_after as tariff_id, c.source, count(*) as clients,
      sum(m.after)::bigint as monthly
    from ${heldBefore(days)} join clients c on c.id = m.client_id
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** The same of all tariffs and sources together, which needs no look at the clients. */
export async function totalBefore(
  db: Db,
  days: readonly Date[],
): Promise<Pick<WorthGroup, 'place' | 'clients' | 'monthly'>[]> {
  const { rows } = await sql<Pick<WorthGroup, 'place' | 'clients' | 'monthly'>>`
    select d.place - 1 as place, count(*) as clients, sum(m.after)::bigint as monthly
    from ${heldBefore(days)} group by 1`.execute(db);
  return rows;
}

function heldBefore(days: readonly Date[]): RawBuilder<unknown> {
  return sql`unnest(${days}::timestamptz[]) with ordinality as d (day, place)
    join revenue_moves m on m.after > 0 and m.at < d.day and (m.until is null or m.until >= d.day)`;
}

export interface MoveGroup {
  /** Null: all spans together, where each client counts once. */
  place: number | null;
  kind: RevenueMove;
  clients: number;
  amount: number;
  /** How many more pay at the end. */
  payers: number;
}

export async function movesBySpan(db: Db, spans: Spans): Promise<MoveGroup[]> {
  const { rows } = await sql<MoveGroup>`
    select place, kind, count(distinct client_id) as clients, sum(after - before)::bigint as amount,
      sum((after > 0)::int - (before > 0)::int)::bigint as payers
    from (
      select ${placeOf(sql`m.at`, spans)} as place, m.* from revenue_moves m
      where m.kind <> 'same' and ${isIn(sql`m.at`, spans)}
    ) moved
    group by grouping sets ((place, kind), (kind))`.execute(db);
  return rows;
}

export interface TrialGroup {
  place: number;
  source: ClientSource;
  came: number;
  tried: number;
  trying: number;
  paid: number;
}

/** Clients by when and how they came, the deleted too: they came. */
export async function trialsBySpan(db: Db, spans: Spans): Promise<TrialGroup[]> {
  const { rows } = await sql<TrialGroup>`
    select ${placeOf(sql`c.created_at`, spans)} as place, c.source, count(*) as came, count(c.trial_ends) as tried,
      count(*) filter (where c.status = 'trial' and c.deleted_at is null) as trying, count(m.client_id) as paid
    from clients c left join revenue_moves m on m.client_id = c.id and m.kind = 'new'
    where ${isIn(sql`c.created_at`, spans)}
    group by 1, 2`.execute(db);
  return rows;
}

export interface CohortGroup {
  /** The span in which they came. */
  place: number;
  /** The one in which they moved. */
  moved: number;
  /** How many more of them pay. */
  change: number;
}

/** How many of those who came in a span began to pay or came back in a later one, less those who left. */
export async function cohortMoves(
  db: Db,
  spans: Spans,
  sources: readonly ClientSource[],
): Promise<CohortGroup[]> {
  const { rows } = await sql<CohortGroup>`
    select ${placeOf(sql`c.created_at`, spans)} as place, ${placeOf(sql`m.at`, spans)} as moved,
      sum((m.after > 0)::int - (m.before > 0)::int)::bigint as change
    from clients c join revenue_moves m on m.client_id = c.id
    where c.source = any(${sources}::text[]) and ${isIn(sql`c.created_at`, spans)} and ${isIn(sql`m.at`, spans)}
      and (m.after > 0) <> (m.before > 0)
    group by 1, 2`.execute(db);
  return rows;
}

/** When the first client came, deleted or not, each from its index; null while none has. */
export async function firstCame(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(created_at) from clients where deleted_at is null),
      (select min(created_at) from clients where deleted_at is not null)) as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** Names of all tariffs by language. */
export function tariffNames(db: Db): Promise<{ id: string; translations: TariffTexts }[]> {
  return db.selectFrom('tariffs').select(['id', 'translations']).execute();
}
