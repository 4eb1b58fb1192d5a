import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/money/payment-words.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';

/**
 * SQL of payments. Locks: the client's row first, then the payment's, then its document's (DESIGN section 7).
 */

export function paymentById(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends. The lock of its client's row comes first. */
export function lockPayment(tx: Db, id: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The payment behind a top-up of the ledger; every top-up that wasn't taken back has one. */
export function paymentOfLine(db: Db, entryId: string): Promise<PaymentRow | undefined> {
  return ofLine(db, entryId).executeTakeFirst();
}

/** The same, locked as `lockPayment` does. */
export function lockPaymentOfLine(tx: Db, entryId: string): Promise<PaymentRow | undefined> {
  return ofLine(tx, entryId).forUpdate().executeTakeFirst();
}

function ofLine(db: Db, entryId: string) {
  return db.selectFrom('payments').selectAll().where('ledger_entry_id', '=', entryId);
}

/** A payment that is in its wallet at once. */
export interface NewPayment {
  id: string;
  method: PaymentMethod;
  amount: number;
  value_date: string;
  client_id: string;
  document_id: string | null;
  ledger_entry_id: string;
  created_by: string | null;
  now: Date;
}

export async function insertPayment(tx: Db, { now, ...payment }: NewPayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({ ...payment, status: 'succeeded', created_at: now, updated_at: now })
    .execute();
}

export async function updatePayment(
  tx: Db,
  { id, now }: { id: string; now: Date },
  columns: Partial<Omit<PaymentRow, 'id' | 'created_at' | 'updated_at'>>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * The first day on which lines may be written; null while no month is closed. It stays so until the transaction ends.
 */
export async function openFrom(tx: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select ledger_open_from() as day`.execute(tx);
  return rows[0]?.day ?? null;
}

/** Removes what some payments of before a day say of their payers, and returns how many. */
export async function eraseOldPayers(db: Db, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update payments set payer_name = null, payer_code = null, payer_account = null, purpose = null
    where id in (
      select id from payments where value_date < ${before}
        and num_nonnulls(payer_name, payer_code, payer_account, purpose) > 0
        and status not in ('pending', 'unmatched')
      order by value_date limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}
