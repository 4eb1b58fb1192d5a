import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, PaymentRow, RefundTable } from '#server/db/tables.ts';
import { updatePayment } from '#server/payments/payment-store.ts';
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

/** The refund that a payout of the ledger belongs to. */
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
    .set({ ...columns, asking_until: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Longer than any question to a gateway takes. */
const questionMs = 60_000;

/**
 * Takes a refund that waits for its gateway, to ask it: nobody else does meanwhile. Answers whether it may have been
 * asked before; null: somebody is asking.
 */
export async function takeQuestion(db: Db, id: string, now: Date): Promise<{ isRepeat: boolean } | null> {
  const until = new Date(now.getTime() + questionMs);
  const { rows } = await sql<{ isRepeat: boolean }>`
    with open as (
      select id, asked_at from refunds
      where id = ${id} and status = 'pending' and (asking_until is null or asking_until <= ${now}) for update
    )
    update refunds f set asked_at = ${now}, asking_until = ${until} from open where f.id = open.id
    returning open.asked_at is not null as "isRepeat"`.execute(db);
  return rows[0] ?? null;
}

/** A payment is `refunded` once all of it has gone back. */
export async function noteArrived(tx: Db, paymentId: string, now: Date): Promise<void> {
  await sql`
    update payments p set status = 'refunded', updated_at = ${now}
    where p.id = ${paymentId} and p.amount =
      (select sum(f.amount) from refunds f where f.payment_id = p.id and f.status = 'succeeded')`.execute(tx);
}

/** It never went: its payment has that much more left. The locks of both rows are held. */
export async function undoRefund(
  tx: Db,
  { id, status, statement_id, refunded }: Pick<PaymentRow, 'id' | 'status' | 'statement_id' | 'refunded'>,
  refund: Pick<NamedRefund, 'id' | 'amount'>,
  { detail, now }: { detail: string | null; now: Date },
): Promise<void> {
  await updateRefund(tx, { id: refund.id, now }, { status: 'failed', detail });
  const before = statement_id === null ? ('succeeded' as const) : ('matched' as const);
  await updatePayment(
    tx,
    { id, now },
    { refunded: refunded - refund.amount, status: status === 'refunded' ? before : status },
  );
}

/** Refunds of a payment that wait for its gateway. */
export async function waitingRefunds(db: Db, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute();
  return rows.map(({ id }) => id);
}

/** Refunds that wait for their gateway and that nobody has asked for since then. */
export async function forgottenRefunds(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .where(sql<boolean>`coalesce(asked_at, created_at) < ${since}`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The colleague who made a refund, unless they have left. */
export function refundMaker(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
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
