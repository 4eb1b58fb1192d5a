import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/money/payment-words.ts';
import type { LedgerKind } from '#contract/entities/ledger-entry.ts';
import type { Db, TariffTexts } from '#server/db/tables.ts';

/** SQL of months; they are given by their first days. */

/** The lines of a month that are alike, added up. */
export interface MonthSum {
  /** `opening`: all lines before the month. */
  kind: LedgerKind | 'opening';
  /** How a top-up was paid. */
  method: PaymentMethod | null;
  /** What a reversal takes back. */
  origin: LedgerKind | null;
  tariff_id: string | null;
  sum: number;
}

/** Every line before the day after the month's last one, in one statement and so as of one moment. */
export async function sumMonth(
  db: Db,
  { from, to }: { from: string; /** Not included. */ to: string },
): Promise<MonthSum[]> {
  // A card payment is told from one online by its payment: both are `card` in the ledger.
  const { rows } = await sql<MonthSum>`
    with before as (
      select (month + interval '1 month')::date as day, closing from closed_months
      where month < ${from}::date order by month desc limit 1
    )
    select 'opening' as kind, null as method, null as origin, null::uuid as tariff_id,
      (coalesce((select closing from before), 0) + coalesce(sum(amount), 0))::bigint as sum
    from ledger_entries
    where value_date < ${from}::date and value_date >= coalesce((select day from before), '-infinity')
    union all
    select l.kind, case
        when l.kind <> 'top_up' then null
        when l.service = 'cash' then 'cash'
        when l.service = 'card' then case p.method when 'online' then 'online' else 'card' end
        else 'bank'
      end as method, o.kind as origin, l.tariff_id, sum(l.amount)::bigint as sum
    from ledger_entries l
      left join payments p on l.service = 'card' and p.ledger_entry_id = l.id
      left join ledger_entries o on o.id = l.reverses_id
    where l.value_date >= ${from}::date and l.value_date < ${to}::date
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** How many lines each month has, and what they come to; months without lines are left out. */
export async function countMonths(
  db: Db,
  { from, to }: { from: string; /** Not included. */ to: string },
): Promise<{ month: string; lines: number; sum: number }[]> {
  const { rows } = await sql<{ month: string; lines: number; sum: number }>`
    select to_char(value_date, 'YYYY-MM') as month, count(*)::int as lines, sum(amount)::bigint as sum
    from ledger_entries where value_date >= ${from}::date and value_date < ${to}::date
    group by 1`.execute(db);
  return rows;
}

/** The first day that months are known of: of the first closed one, or of the first line; null while there is none. */
export async function firstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce((select min(month) from closed_months), (select min(value_date) from ledger_entries))::text as day`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Names of tariffs by language. */
export function tariffTextsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; translations: TariffTexts }[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('tariffs').select(['id', 'translations']).where('id', 'in', ids).execute();
}

/** The latest closed month; null while none is. */
export async function latestClosed(db: Db): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select max(month)::text as month from closed_months`.execute(db);
  return rows[0]?.month ?? null;
}

/** Who closed a month and when. */
export function closingOf(db: Db, month: string) {
  return db
    .selectFrom('closed_months as m')
    .leftJoin('users as u', 'u.id', 'm.closed_by')
    .select(['m.closed_by', 'm.closed_at', 'u.name as closed_by_name'])
    .where('m.month', '=', month)
    .executeTakeFirst();
}

/** Closes each month from the first to the last, with what all lines to its end come to. The caller holds the lock. */
export async function insertClosedMonths(
  tx: Db,
  { from, to, by, now }: { from: string; to: string; by: string; now: Date },
): Promise<{ month: string; closing: number }[]> {
  const { rows } = await sql<{ month: string; closing: number }>`
    with before as (
      select (month + interval '1 month')::date as day, closing from closed_months order by month desc limit 1
    ), moves as materialized (
      select date_trunc('month', value_date)::date as month, sum(amount) as sum from ledger_entries
      where value_date >= coalesce((select day from before), '-infinity')
        and value_date < ${to}::date + interval '1 month'
      group by 1
    )
    insert into closed_months (month, closed_by, closed_at, closing, last_position)
      select m::date, ${by}, ${now},
        coalesce((select closing from before), 0) + coalesce((select sum(sum) from moves where month <= m), 0),
        (select last_value from ledger_entries_position_seq)
      from generate_series(${from}::date, ${to}::date, interval '1 month') m
    returning month::text, closing`.execute(tx);
  return rows;
}

export async function deleteClosedMonth(tx: Db, month: string): Promise<void> {
  await tx.deleteFrom('closed_months').where('month', '=', month).execute();
}
