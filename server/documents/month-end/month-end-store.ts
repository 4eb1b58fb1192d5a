import { sql } from 'kysely';
import type { Db, TariffTexts } from '#server/db/tables.ts';
import type { OpenEntry } from './plan-documents.ts';

/** SQL of the documents that are issued by the clock. */

/** A stretch of the ledger. */
export interface Range {
  from: Date;
  /** Not included. */
  to: Date;
}

const monthly = sql`(l.kind in ('charge', 'refund') or l.kind = 'reversal' and o.kind in ('charge', 'refund'))`;
/** A payout once it has arrived, and what took one back that a document says. */
const byPayment = sql`(l.kind = 'top_up'
  or l.kind = 'payout' and exists (
    select from refunds f where f.ledger_entry_id = l.id and f.status = 'succeeded')
  or l.kind = 'reversal' and (o.kind = 'top_up' or o.kind = 'payout' and exists (
    select from documented_entries s where s.ledger_entry_id = o.id and s.document_id is not null)))`;

/** Up to `limit` clients with lines of the range that are on no document yet, ordered by id. */
export async function clientsToDocument(
  db: Db,
  {
    range: { from, to },
    after,
    limit,
    together,
  }: { range: Range; after: string | null; limit: number; together: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct l.client_id from ledger_entries l left join ledger_entries o on o.id = l.reverses_id
    where l.created_at >= ${from} and l.created_at < ${to} and l.amount <> 0
      and l.kind in ('charge', 'refund', 'reversal', 'top_up', 'payout') and ${together ? monthly : byPayment}
      and (${after}::uuid is null or l.client_id > ${after}::uuid)
      and not exists (select 1 from documented_entries d where d.ledger_entry_id = l.id)
    order by l.client_id limit ${limit}`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** The lines of these clients, in the order of the ledger, with the line that each reverses. */
export async function entriesToDocument(
  db: Db,
  {
    range: { from, to },
    clientIds,
    together,
  }: { range: Range; clientIds: readonly string[]; together: boolean },
): Promise<OpenEntry[]> {
  // A refund belongs to the period of the charge before it.
  const { rows } = await sql<OpenEntry>`
    select l.id, l.client_id, l.kind, l.amount, l.period_start, l.period_end,
      coalesce(l.tariff_id, origin.tariff_id) as tariff_id, origin.id as origin_id, origin.kind as origin_kind,
      said.document_id as origin_document_id
    from ledger_entries l
      left join ledger_entries o on o.id = l.reverses_id
      left join lateral (
        select c.id from ledger_entries c
        where l.kind = 'refund' and c.client_id = l.client_id and c.kind = 'charge' and c.position < l.position
        order by c.position desc limit 1
      ) charged on true
      left join refunds r on r.ledger_entry_id = l.id
      left join payments p on p.id = r.payment_id
      left join ledger_entries origin on origin.id = coalesce(o.id, charged.id, p.ledger_entry_id)
      left join documented_entries said on said.ledger_entry_id = origin.id
    where l.client_id = any(${[...clientIds]}::uuid[]) and l.created_at >= ${from} and l.created_at < ${to}
      and l.amount <> 0 and ${together ? monthly : byPayment}
      and not exists (select 1 from documented_entries d where d.ledger_entry_id = l.id)
    order by l.client_id, l.position`.execute(db);
  return rows;
}

/** The names of all tariffs, by language. */
export async function tariffTexts(db: Db): Promise<Map<string, TariffTexts>> {
  const rows = await db.selectFrom('tariffs').select(['id', 'translations']).execute();
  return new Map(rows.map(({ id, translations }) => [id, translations]));
}

/** Notes which document says a line, null for none; one line is said once. */
export async function noteDocumented(
  tx: Db,
  entries: readonly { ledger_entry_id: string; document_id: string | null }[],
): Promise<void> {
  if (entries.length > 0)
    await tx
      .insertInto('documented_entries')
      .values([...entries])
      .execute();
}

/** Numbers and days of documents that are corrected. */
export async function correctedDocuments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { number: string; issued_on: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'number', sql<string>`content ->> 'issued_on'`.as('issued_on')])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...document }) => [id, document]));
}

/** The last month whose documents are made, such as `2026-11`, and whose lines they say; undefined before the first. */
export async function lastDocumentedMonth(
  db: Db,
): Promise<{ month: string; range: Range | null } | undefined> {
  const row = await db
    .selectFrom('documented_months')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('name'), 'lines_from', 'lines_to'])
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, lines_from: from, lines_to: to } = row;
  return { month: name, range: from && to && { from, to } };
}

/** `range`: what its documents say; null when they say nothing of it. */
export async function finishMonth(
  tx: Db,
  month: string,
  { range, now }: { range: Range | null; now: Date },
): Promise<void> {
  await tx
    .insertInto('documented_months')
    .values({
      month: `${month}-01`,
      finished_at: now,
      lines_from: range?.from ?? null,
      lines_to: range?.to ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
