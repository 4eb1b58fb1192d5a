import { sql } from 'kysely';
import { type DocumentKind, documentEntity } from '#contract/entities/document.ts';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import type { Db, DocumentRow } from '#server/db/tables.ts';
import { foundByNumber, type SearchTime } from '#server/lists/clients-by-number.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import { textsLike, wordsOf } from '#server/lists/list-conditions.ts';
import { type Condition, type ListSource, ownTable } from '#server/lists/list-source.ts';
import type { DocumentContent } from './paper/document-content.ts';

/** SQL of documents. Content and sums never change after the issue: the database refuses it. */

/**
 * Takes the next `count` serials of a kind and year; answers the first. Its row stays locked until the transaction
 * ends, so that one that fails leaves no gap.
 */
export async function takeSerials(
  tx: Db,
  { kind, year, count = 1 }: { kind: DocumentKind; year: number; count?: number },
): Promise<number> {
  const { last } = await tx
    .insertInto('document_numbers')
    .values({ kind, year, last: count })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'year'])
        .doUpdateSet(({ ref }) => ({ last: sql`${ref('document_numbers.last')} + ${count}` })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** A document to write: the rest follows from what it says. */
export interface NewDocument {
  id: string;
  serial: number;
  clientId: string;
  content: DocumentContent;
  correctsId?: string | null;
  createdBy: string | null;
  createdAt: Date;
}

/** Writes documents with the numbers that their contents have. */
export async function insertDocuments(tx: Db, documents: readonly NewDocument[]): Promise<void> {
  if (documents.length > 0) await tx.insertInto('documents').values(documents.map(toRow)).execute();
}

function toRow({ id, serial, clientId, content, correctsId, createdBy, createdAt }: NewDocument) {
  const { kind, number, issued_on, due_on, currency, locale, net, total } = content;
  return {
    id,
    kind,
    serial,
    number,
    number_key: paymentNumberKey(number),
    year: Number(issued_on.slice(0, 4)),
    status: kind === 'proforma' ? ('open' as const) : ('issued' as const),
    client_id: clientId,
    currency,
    net,
    tax: content.tax_amount,
    total,
    issued_on,
    due_on,
    corrects_id: correctsId ?? null,
    locale,
    content: JSON.stringify(content),
    created_by: createdBy,
    created_at: createdAt,
  };
}

/** A document, locked until the transaction ends where `lock` says so. */
export function documentById(
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DocumentRow | undefined> {
  const found = db.selectFrom('documents').selectAll().where('id', '=', id);
  return (lock ? found.forUpdate() : found).executeTakeFirst();
}

/** The document that a number of any spelling names. */
export async function documentIdByNumber(db: Db, number: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('number_key', '=', paymentNumberKey(number))
    .executeTakeFirst();
  return row?.id;
}

/** A client's newest open proforma of which exactly this is left to pay. */
export function openProformaOfSum(
  db: Db,
  clientId: string,
  rest: number,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom('documents')
    .select(['id', 'number'])
    .where('client_id', '=', clientId)
    .where('status', '=', 'open')
    .where(sql<boolean>`total - paid_amount = ${rest}`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function setDocumentState(
  tx: Db,
  id: string,
  state: Pick<DocumentRow, 'status' | 'paid_amount' | 'paid_at'>,
): Promise<void> {
  await tx.updateTable('documents').set(state).where('id', '=', id).execute();
}

/** The name of the client whose document it is. */
export async function ownerOf(db: Db, clientId: string): Promise<string> {
  const { name } = await db
    .selectFrom('clients')
    .select('name')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return name;
}

/** A document with the names of its client and of who issued it. */
export type PresentedDocument = Omit<DocumentRow, 'content'> & {
  content: DocumentContent;
  client_name: string;
  client_deleted: boolean;
  created_by_name: string | null;
  payment_id: string | null;
};

export function presentedDocuments(db: Db, ids: readonly string[]): Promise<PresentedDocument[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('documents as d')
    .innerJoin('clients as c', 'c.id', 'd.client_id')
    .leftJoin('users as u', 'u.id', 'd.created_by')
    .selectAll('d')
    .select(['c.name as client_name', 'u.name as created_by_name'])
    .select(sql<boolean>`c.deleted_at is not null`.as('client_deleted'))
    .select(({ selectFrom }) =>
      selectFrom('payments as p')
        .select('p.id')
        .whereRef('p.document_id', '=', 'd.id')
        .where('p.status', 'in', ['matched', 'succeeded'])
        .orderBy('p.created_at', 'desc')
        .limit(1)
        .as('payment_id'),
    )
    .where('d.id', 'in', ids)
    .$castTo<PresentedDocument>()
    .execute();
}

/** Documents as a list: all of them, or one client's. */
export function documentSource(time: SearchTime, clientId?: string): ListSource {
  return {
    from: sql`documents d join clients c on c.id = d.client_id left join users u on u.id = d.created_by`,
    id: sql`d.id`,
    defaultOrder: sql`d.created_at`,
    ...(clientId !== undefined && { where: sql`d.client_id = ${clientId}::uuid` }),
    searched: (typed) => documentsSearched(typed, time),
    columns: columnsOf(documentEntity, {
      table: 'documents',
      alias: 'd',
      own: {
        client_name: { ...nameColumn(sql`c.name`), required: true },
        client_deleted: { sql: sql`(c.deleted_at is not null)`, required: true },
        created_by_name: nameColumn(sql`u.name`),
        remaining: { sql: sql`(case when d.status = 'open' then d.total - d.paid_amount end)` },
      },
    }),
  };
}

/** By number in any spelling, with or without its year, and by the client's name. */
function documentsSearched(typed: string, time: SearchTime): Condition {
  const numbered = foundByNumber(typed, time)?.documents('d');
  // `PF 2` is a number, not a letter and a digit anywhere.
  const texts = textsLike([sql`d.number`, sql`c.name`], numbered ? [typed] : wordsOf(typed));
  return { sql: numbered ? sql`(${texts} or ${numbered})` : texts, tables: [ownTable] };
}

export const documentCsv = fileColumnsOf(documentEntity, { currency: { sql: sql`d.currency` } });

interface Sums {
  count: number;
  amount: number;
}

/** What is left of the open proformas of clients who aren't deleted, and of those that were due before a day. */
export async function openSums(db: Db, day: string): Promise<{ open: Sums; overdue: Sums }> {
  const { rows } = await sql<Record<'count' | 'amount' | 'late' | 'late_amount', number>>`
    select count(*)::integer as count, coalesce(sum(total - paid_amount), 0)::bigint as amount,
      (count(*) filter (where due_on < ${day}))::integer as late,
      coalesce(sum(total - paid_amount) filter (where due_on < ${day}), 0)::bigint as late_amount
    from documents d join clients c on c.id = d.client_id
    where d.status = 'open' and c.deleted_at is null`.execute(db);
  const [{ count, amount, late, late_amount } = { count: 0, amount: 0, late: 0, late_amount: 0 }] = rows;
  return { open: { count, amount }, overdue: { count: late, amount: late_amount } };
}

/** Expires open proformas that were due before a day. */
export async function expireDueBefore(db: Db, day: string): Promise<void> {
  await db
    .updateTable('documents')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('due_on', '<', day)
    .execute();
}

/** What a document says in place of an erased text. */
export const erasedText = '—';

/** The content of a document `d` without its buyer and the titles of its lines, which may name the buyer too. */
const withoutBuyer = sql`d.content || jsonb_build_object(
  'buyer', (
    select jsonb_object_agg(key, case key
      when 'name' then to_jsonb(${erasedText}::text)
      when 'type' then value when 'country' then value
      else 'null'::jsonb end) from jsonb_each(d.content -> 'buyer')),
  'lines', (
    select jsonb_agg(line || jsonb_build_object('title', ${erasedText}::text) order by place)
    from jsonb_array_elements(d.content -> 'lines') with ordinality l (line, place)))`;

/** Erases the buyers of some documents that were issued before a day, and returns how many. */
export async function eraseOldBuyers(
  db: Db,
  { before, limit, now }: { before: string; limit: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update documents d set content = ${withoutBuyer}, erased_at = ${now}
    where d.id in (
      select id from documents where issued_on < ${before} and erased_at is null order by issued_on limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}
