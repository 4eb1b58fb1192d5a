import { type RawBuilder, sql } from 'kysely';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { clientIdEndOf } from '#contract/money/proforma.ts';
import { ledgerEntity, type LedgerKind, type TopUpService } from '#contract/entities/ledger-entry.ts';
import { jsonRows, momentOf } from '#server/db/json-rows.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { ClientRow, Db, LedgerRow } from '#server/db/tables.ts';

/** SQL for the ledger. Writing lines needs a lock on their client's row, because a trigger updates its balance. */

export type WalletOwner = Pick<
  ClientRow,
  'id' | 'name' | 'email' | 'locale' | 'confirmed_at' | 'deleted_at' | 'erased_at'
>;

/** The wallet's owner, locked until the transaction ends. */
export function walletOwner(tx: Db, clientId: string): Promise<WalletOwner | undefined> {
  return tx
    .selectFrom('clients')
    .select(['id', 'name', 'email', 'locale', 'confirmed_at', 'deleted_at', 'erased_at'])
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirst();
}

/** A line to write; `balance_after` must follow from the lines before it. */
export interface NewLine {
  id: string;
  client_id: string;
  kind: LedgerKind;
  amount: number;
  balance_after: number;
  created_at: Date;
  /** The day that it counts for; later when its month is closed. */
  value_date: string;
  service?: TopUpService | null;
  invoice?: string | null;
  year?: number | null;
  period_start?: Date | null;
  period_end?: Date | null;
  reverses_id?: string | null;
  note?: string | null;
  created_by?: string | null;
  tariff_id?: string | null;
  /** What a charge took off the price; null without a discount. */
  discount?: number | null;
}

/** Writes lines in the given order; the balances of their clients follow. */
export async function insertLines(tx: Db, lines: readonly NewLine[]): Promise<void> {
  if (lines.length > 0) await linesInsert(lines).execute(tx);
}

/** The same as part of a statement that sets the balances itself, and so writes each client's row only once. */
export function linesInsert(lines: readonly NewLine[]): RawBuilder<unknown> {
  const rows = lines.map((line, number) => ({ ...line, number }));
  return sql`
    insert into ledger_entries (id, client_id, kind, service, amount, balance_after, invoice, year,
      period_start, period_end, reverses_id, note, created_by, created_at, tariff_id, value_date, discount)
    select id, client_id, kind, service, amount, balance_after, invoice, year,
      ${momentOf('period_start')}, ${momentOf('period_end')}, reverses_id, note, created_by, ${momentOf('created_at')},
      tariff_id, greatest(value_date, (select ledger_open_from())), discount
    from jsonb_to_recordset(${jsonRows(rows)}::jsonb) as line (number int, id uuid, client_id uuid, kind text,
      service text, amount bigint, balance_after bigint, invoice text, year int, period_start bigint,
      period_end bigint, reverses_id uuid, note text, created_by uuid, created_at bigint, tariff_id uuid, value_date date,
      discount bigint)
    order by number`;
}

export type PresentedLine = LedgerRow & {
  created_by_name: string | null;
  reversed_by_id: string | null;
  document: NamedDocument | null;
};

interface NamedDocument {
  id: string;
  number: string;
}

/** The price of a charge, and what discounts took off it; null for other lines. */
export function pricedAs({ kind, amount, discount }: Pick<LedgerRow, 'kind' | 'amount' | 'discount'>): {
  price: number | null;
  discount: number | null;
} {
  if (kind !== 'charge') return { price: null, discount: null };
  return { price: (discount ?? 0) - amount, discount: discount ?? 0 };
}

/** The same as columns of a list of lines `l`. */
export const pricedColumns = {
  price: { sql: sql`case when l.kind = 'charge' then coalesce(l.discount, 0) - l.amount end` },
  discount: { sql: sql`case when l.kind = 'charge' then coalesce(l.discount, 0) end` },
};

/** Lines, with who wrote them, which line reversed them, and which document of ours their invoice is. */
export async function linesByIds(db: Db, ids: readonly string[]): Promise<PresentedLine[]> {
  if (ids.length === 0) return [];
  const lines = await db
    .selectFrom('ledger_entries as l')
    .leftJoin('users as u', 'u.id', 'l.created_by')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'l.id')
    .selectAll('l')
    .select(['u.name as created_by_name', 'r.id as reversed_by_id'])
    .where('l.id', 'in', ids)
    .execute();
  const documentOf = await documentsNamedBy(db, lines);
  return lines.map((line) => ({ ...line, document: documentOf(line) }));
}

type Naming = Pick<LedgerRow, 'invoice' | 'client_id'>;

/**
 * The document that has an invoice's number, as the number is compared when money is booked: there is one at most, and
 * another client's is refused then.
 */
async function documentsNamedBy(
  db: Db,
  lines: readonly Naming[],
): Promise<(line: Naming) => NamedDocument | null> {
  const keyOf = ({ invoice }: Naming) => (invoice === null ? null : paymentNumberKey(invoice));
  const keys = [...new Set(lines.map(keyOf))].filter((key) => key !== null);
  const documents =
    keys.length === 0
      ? []
      : await db
          .selectFrom('documents')
          .select(['id', 'number', 'number_key', 'client_id'])
          .where('number_key', 'in', keys)
          .execute();
  const byKey = new Map(documents.map((document) => [document.number_key, document]));
  return (line) => {
    const named = byKey.get(keyOf(line) ?? '');
    return named?.client_id === line.client_id ? { id: named.id, number: named.number } : null;
  };
}

/** A line of this client, or undefined. */
export async function lineOf(db: Db, clientId: string, id: string): Promise<PresentedLine | undefined> {
  const [line] = await linesByIds(db, [id]);
  return line?.client_id === clientId ? line : undefined;
}

/** The latest top-up that was not reversed. */
export function lastTopUp(
  db: Db,
  clientId: string,
): Promise<Pick<LedgerRow, 'amount' | 'created_at'> | undefined> {
  return db
    .selectFrom('ledger_entries as l')
    .select(['l.amount', 'l.created_at'])
    .where('l.client_id', '=', clientId)
    .where('l.kind', '=', 'top_up')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries as r').select('r.id').whereRef('r.reverses_id', '=', 'l.id'))),
    )
    .orderBy('l.position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function storeLastTopUp(
  tx: Db,
  clientId: string,
  topUp: Pick<LedgerRow, 'amount' | 'created_at'> | undefined,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ last_top_up_amount: topUp?.amount ?? null, last_top_up_at: topUp?.created_at ?? null })
    .where('id', '=', clientId)
    .execute();
}

/** Takes an invoice for a line; false when another line that isn't reversed has it, in whatever spelling. */
export async function takeInvoice(
  tx: Db,
  { invoice, year, entryId }: { invoice: string; year: number; entryId: string },
): Promise<boolean> {
  const number_key = paymentNumberKey(invoice);
  const key_year = (await isOfOurs(tx, number_key)) ? 0 : year;
  const taken = await tx
    .selectFrom('used_invoices')
    .select('entry_id')
    .where('number_key', '=', number_key)
    .where('key_year', '=', key_year)
    .executeTakeFirst();
  if (taken) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_invoices')
    .values({ invoice: invoice.toLowerCase(), year, entry_id: entryId, number_key, key_year })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether it is one of our own numbers. It names a client, and counts once whatever year is given. */
async function isOfOurs(tx: Db, numberKey: string): Promise<boolean> {
  const end = clientIdEndOf(numberKey);
  if (end === null) return false;
  const client = await tx
    .selectFrom('clients')
    .select('id')
    .where(sql`right(id::text, 10)`, '=', end)
    .executeTakeFirst();
  return client !== undefined;
}

/** Frees the invoice of a reversed line. */
export async function freeInvoice(tx: Db, entryId: string): Promise<void> {
  await tx.deleteFrom('used_invoices').where('entry_id', '=', entryId).execute();
}

/** A client's lines as a list. */
export function ledgerSource(clientId: string): ListSource {
  return {
    from: sql`ledger_entries l left join users u on u.id = l.created_by
      left join ledger_entries r on r.reverses_id = l.id`,
    id: sql`l.id`,
    defaultOrder: sql`l.position`,
    where: sql`l.client_id = ${clientId}::uuid`,
    columns: columnsOf(ledgerEntity, {
      table: 'ledger_entries',
      alias: 'l',
      own: {
        // Lines of the same moment keep the order in which they were written.
        created_at: { sql: sql`l.created_at`, order: sql`(l.created_at, l.position)`, required: true },
        ...pricedColumns,
        reversed_by_id: { sql: sql`r.id` },
        note: nameColumn(sql`l.note`),
        created_by_name: nameColumn(sql`u.name`),
      },
    }),
  };
}
