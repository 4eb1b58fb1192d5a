import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, PaymentRow, RefundTable } from '#server/db/tables.ts';
import { linesByIds, type PresentedLine } from '#server/wallet/ledger-store.ts';

/** SQL of money that goes back to its payer. Locks: the client's row first, then the payment's, then the refund's. */

export async function insertRefund(tx: Db, refund: Insertable<RefundTable>): Promise<void> {
  await tx.insertInto('refunds').values(refund).execute();
}

function refunds(db: Db) {
  return db
    .selectFrom('refunds as f')
    .leftJoin('users as u', 'u.id', 'f.created_by')
    .selectAll('f')
    .select('u.name as created_by_name');
}
export type NamedRefund = Awaited<ReturnType<typeof refundsOfPayment>>[number];

/** In the order in which they were made. */
export function refundsOfPayment(db: Db, paymentId: string) {
  return refunds(db).where('f.payment_id', '=', paymentId).orderBy('f.created_at').orderBy('f.id').execute();
}

export function refundById(db: Db, id: string, { lock = false } = {}): Promise<NamedRefund | undefined> {
  const query = refunds(db).where('f.id', '=', id);
  return (lock ? query.forUpdate('f') : query).executeTakeFirst();
}

/** The refund whose money a payout of the ledger is. */
export function refundOfLine(db: Db, entryId: string): Promise<NamedRefund | undefined> {
  return refunds(db).where('f.ledger_entry_id', '=', entryId).executeTakeFirst();
}

export async function updateRefund(
  tx: Db,
  { id, now }: { id: string; now: Date },
  columns: Pick<Insertable<RefundTable>, 'status'> & { detail?: string | null },
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** What arrived at the payer. */
export async function arrivedSum(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from refunds
    where payment_id = ${paymentId} and status = 'succeeded'`.execute(db);
  return rows[0]?.sum ?? 0;
}

/** The lines of a payment in the order of the ledger: its top-up, what went back, and what took one of them back. */
export async function linesOfPayment(
  db: Db,
  { id, ledger_entry_id }: Pick<PaymentRow, 'id' | 'ledger_entry_id'>,
): Promise<PresentedLine[]> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select ${ledger_entry_id}::uuid as id union all select ledger_entry_id from refunds where payment_id = ${id}
    )
    select l.id from own join ledger_entries l on l.id = own.id or l.reverses_id = own.id order by l.position`.execute(
    db,
  );
  const lines = await linesByIds(
    db,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => lines.find((line) => line.id === row.id) ?? []);
}
