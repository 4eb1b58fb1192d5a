import { type RawBuilder, sql } from 'kysely';
import { paymentEntity } from '#contract/entities/payment.ts';
import { numbersSought } from '#contract/money/numbers-in-text.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { localDay } from '#server/kernel/periods.ts';
import { foundByNumber, type SearchTime } from '#server/lists/clients-by-number.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import { textOf, textsLike, wordsOf } from '#server/lists/list-conditions.ts';
import { type Condition, type ListSource, ownTable } from '#server/lists/list-source.ts';

/** SQL of payments as a list, and of one with the names of what it points to. */

export type NamedPayment = PaymentRow & {
  client_name: string | null;
  document_number: string | null;
  matched_by_name: string | null;
  created_by_name: string | null;
  /** When its money came into the wallet. */
  booked_at: Date | null;
  /** How many of its batch are still booked. */
  batch_lines: number | null;
};

export function namedPayments(db: Db, ids: readonly string[]): Promise<NamedPayment[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('payments as p')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .leftJoin('documents as d', 'd.id', 'p.document_id')
    .leftJoin('users as m', 'm.id', 'p.matched_by')
    .leftJoin('users as u', 'u.id', 'p.created_by')
    .leftJoin('ledger_entries as l', 'l.id', 'p.ledger_entry_id')
    .selectAll('p')
    .select(['c.name as client_name', 'd.number as document_number'])
    .select(['m.name as matched_by_name', 'u.name as created_by_name', 'l.created_at as booked_at'])
    .select(
      sql<number | null>`case when p.batch_id is not null then
      (select count(*)::integer from payments b where b.batch_id = p.batch_id and b.status = 'matched') end`.as(
        'batch_lines',
      ),
    )
    .where('p.id', 'in', ids)
    .execute();
}

/** What was charged from a wallet since one of its lines and not given back, and how far that is paid. */
export async function chargedSince(
  db: Db,
  entryId: string,
): Promise<{ charged: number; period_end: Date | null }> {
  const { rows } = await sql<{ charged: number; period_end: Date | null }>`
    select coalesce(-sum(l.amount), 0)::bigint as charged,
      max(l.period_end) filter (where l.kind = 'charge') as period_end
    from ledger_entries since join ledger_entries l on l.client_id = since.client_id and l.position > since.position
    where since.id = ${entryId} and l.kind in ('charge', 'refund')
      and not exists (select 1 from ledger_entries back where back.reverses_id = l.id)`.execute(db);
  return rows[0] ?? { charged: 0, period_end: null };
}

interface SourceAsked {
  /** Of the installation: payments in it have none in their row. */
  currency: string;
  time: SearchTime;
}

/** All payments. */
export function paymentSource({ currency, time }: SourceAsked): ListSource {
  return {
    from: sql`payments p left join clients c on c.id = p.client_id left join documents d on d.id = p.document_id
      left join users u on u.id = p.created_by`,
    id: sql`p.id`,
    defaultOrder: sql`p.created_at`,
    searched: (typed) => paymentsSearched(typed, time),
    columns: columnsOf(paymentEntity, {
      table: 'payments',
      alias: 'p',
      own: {
        currency: { sql: sql`coalesce(p.currency, ${currency})`, required: true },
        payer_name: nameColumn(sql`p.payer_name`),
        client_name: nameColumn(sql`c.name`),
        document_number: { sql: sql`d.number` },
        created_by_name: nameColumn(sql`u.name`),
      },
    }),
  };
}

/**
 * By payer, purpose, client and sum; and by the number of a document or a payment code in any spelling, whether the payment
 * pays it, is its client's, or only names it in the purpose.
 */
export function paymentsSearched(typed: string, time: SearchTime): Condition {
  const texts = [
    'p.payer_name',
    'p.payer_code',
    'p.payer_account',
    'p.purpose',
    'p.external_id',
    'c.name',
    'd.number',
  ];
  const found = foundByNumber(typed, time);
  const documents = found?.documents('d');
  const conditions = [
    // `PF 2` is a number, not a letter and a digit anywhere.
    textsLike(
      texts.map((column) => sql.ref(column)),
      found ? [typed] : wordsOf(typed),
    ),
    ...(documents ? [documents] : []),
    ...(found ? [sql`p.client_id in (${found.clients})`] : []),
    ...purposesNaming(typed, time),
    ...amountTyped(typed),
  ];
  return { sql: sql`(${sql.join(conditions, sql` or `)})`, tables: [ownTable] };
}

/** Payments of exactly the sum that was typed, as people write sums: `1 250,50` or `500`. */
function amountTyped(typed: string): RawBuilder<unknown>[] {
  const [, whole = '', cents = ''] =
    /^(\d{1,3}(?:\s?\d{3}){0,4})(?:[.,](\d{1,2}))?$/.exec(textOf(typed)?.trim() ?? '') ?? [];
  if (whole === '') return [];
  return [sql`p.amount = ${Number(whole.replace(/\s/g, '') + cents.padEnd(2, '0'))}::bigint`];
}

/** Payments whose purpose names a document, in whatever spelling: for bank lines that wait and are nobody's yet. */
function purposesNaming(typed: string, { now, timeZone }: SearchTime): RawBuilder<unknown>[] {
  const text = textOf(typed);
  const sought = text && numbersSought(text, Number(localDay(now, timeZone).slice(0, 4)));
  if (!sought) return [];
  const whole = /\d{4,}/;
  return sought.documents
    .filter((key) => whole.test(key))
    .map((key) => sql`${foldedPurpose} like ${`%${key}%`}`);
}

/** Without what stands between letters and digits, and with Latin letters for those that look like them. */
const foldedPurpose = sql`regexp_replace(translate(upper(p.purpose), 'АВСЕНІКМОРТХ', 'ABCEHIKMOPTX'), '[^[:alnum:]]', '', 'g')`;

export const paymentCsv = fileColumnsOf(paymentEntity, {});
