import { randomUUID } from 'node:crypto';
import { type Insertable, type InferResult, sql } from 'kysely';
import { paymentNoticeEntity } from '#contract/entities/payment-notice.ts';
import type { GatewayName, NoticeProblem, PaymentFailure } from '#contract/money/payment-gateway.ts';
import type {
  Db,
  OnlinePaymentTable,
  PaymentNoticeTable,
  PaymentRow,
  PaymentTable,
} from '#server/db/tables.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';

/** SQL of online payments and of what gateways say of them. */

/** A row in the table of settings that nobody sees or changes; it belongs to the database. */
const installationRow = 'payment_installation';

/** What tells this installation's payments from another's at the same gateway: made once. */
export async function installationId(db: Db, now: Date): Promise<string> {
  const value = sql<string>`to_jsonb(${randomUUID()}::text)`;
  await db
    .insertInto('settings')
    .values({ id: randomUUID(), key: installationRow, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', installationRow)
    .executeTakeFirstOrThrow();
  return String(row.value);
}

function onlinePayments(db: Db) {
  return db
    .selectFrom('payments as p')
    .innerJoin('online_payments as o', 'o.payment_id', 'p.id')
    .select(['p.id', 'p.status', 'p.provider', 'p.amount', 'p.refunded', 'p.currency', 'p.external_id'])
    .select(['p.client_id', 'p.document_id', 'p.ledger_entry_id', 'p.created_at'])
    .select(['o.redirect_url', 'o.save_card', 'o.card_id', 'o.charge_id', 'o.expires_at', 'o.failure'])
    .select('o.checks');
}

/** A payment by a gateway. */
export type OnlinePayment = InferResult<ReturnType<typeof onlinePayments>>[number];

export function onlinePaymentById(db: Db, id: string): Promise<OnlinePayment | undefined> {
  return onlinePayments(db).where('p.id', '=', id).executeTakeFirst();
}

/** The same, locked until the transaction ends: its client's row first, as everywhere with payments. */
export async function lockOnlinePayment(tx: Db, id: string): Promise<OnlinePayment | undefined> {
  const seen = await onlinePaymentById(tx, id);
  if (seen?.client_id) await walletOwner(tx, seen.client_id);
  return onlinePayments(tx).where('p.id', '=', id).forUpdate('p').executeTakeFirst();
}

/** The newest online payment of a client's of exactly this sum that came since a moment, or may still come. */
export function latestOfSum(
  tx: Db,
  { clientId, amount, since, withOpen }: { clientId: string; amount: number; since: Date; withOpen: boolean },
): Promise<{ status: PaymentRow['status']; created_at: Date } | undefined> {
  return tx
    .selectFrom('payments')
    .select(['status', 'created_at'])
    .where('client_id', '=', clientId)
    .where('method', '=', 'online')
    .where('amount', '=', amount)
    .where('updated_at', '>=', since)
    .where('status', 'in', withOpen ? ['succeeded', 'pending'] : ['succeeded'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertOnlinePayment(
  tx: Db,
  payment: Insertable<PaymentTable>,
  online: Insertable<OnlinePaymentTable>,
): Promise<void> {
  await tx.insertInto('payments').values(payment).execute();
  await tx.insertInto('online_payments').values(online).execute();
}

/** Where it is paid, and what its gateway calls it. Its row is locked, and it has no page yet. */
export async function storeStarted(
  tx: Db,
  id: string,
  { externalId, redirectUrl, now }: { externalId: string | null; redirectUrl: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('online_payments')
    .set({ redirect_url: redirectUrl })
    .where('payment_id', '=', id)
    .execute();
  await storeExternalId(tx, id, externalId, now);
}

/** Unless it has one. */
export async function storeExternalId(
  tx: Db,
  id: string,
  externalId: string | null,
  now: Date,
): Promise<void> {
  if (externalId === null) return;
  await tx
    .updateTable('payments')
    .set({ external_id: externalId, updated_at: now })
    .where('id', '=', id)
    .where('external_id', 'is', null)
    .execute();
}

/** No money came, as far as is known. Its row is locked, and it is pending. */
export async function storeFailure(
  tx: Db,
  id: string,
  { failure, detail, now }: { failure: PaymentFailure; detail: string | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'failed', reason: detail, updated_at: now })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('online_payments').set({ failure }).where('payment_id', '=', id).execute();
}

/** It is open again: the money came after all, or its start is tried once more. */
export async function clearFailure(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'pending', reason: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where('ledger_entry_id', 'is', null)
    .execute();
  await tx.updateTable('online_payments').set({ failure: null }).where('payment_id', '=', id).execute();
}

/** Counts a question to its gateway; gives how many there were. */
export async function countCheck(tx: Db, id: string): Promise<number> {
  const row = await tx
    .updateTable('online_payments')
    .set((row) => ({ checks: row('checks', '+', 1) }))
    .where('payment_id', '=', id)
    .returning('checks')
    .executeTakeFirst();
  return row?.checks ?? 0;
}

/** Payments that wait though their next question, `duePerCheck` seconds after their beginning, is an hour late. */
export async function forgottenChecks(
  db: Db,
  { duePerCheck, now }: { duePerCheck: number[]; now: Date },
): Promise<{ id: string; checks: number }[]> {
  const { rows } = await sql<{ id: string; checks: number }>`
    select p.id, o.checks from payments p join online_payments o on o.payment_id = p.id
    where p.status = 'pending'
      and p.created_at + (${duePerCheck}::integer[])[o.checks + 1] * interval '1 second' < ${now}::timestamptz - interval '1 hour'
    order by p.created_at limit 1000`.execute(db);
  return rows;
}

/** Keeps what a gateway said; the same again changes nothing but what is wrong with it, and opens no dismissed one. */
export async function keepNotice(tx: Db, notice: Insertable<PaymentNoticeTable>): Promise<void> {
  const { problem, payment_id, received_at } = notice;
  await tx
    .insertInto('payment_notices')
    .values(notice)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'fingerprint']).doUpdateSet({ problem, payment_id, received_at }),
    )
    .execute();
}

export async function deleteNotices(tx: Db, fingerprints: Buffer[]): Promise<void> {
  await tx.deleteFrom('payment_notices').where('fingerprint', 'in', fingerprints).execute();
}

/** Nobody has to look at it any more; false: that was said before. */
export async function markNoticeDealtWith(tx: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_notices')
    .set({ dealt_with_at: now })
    .where('id', '=', id)
    .where('dealt_with_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteOldNotices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_notices').where('received_at', '<', before).execute();
}

export interface GatewayFigures {
  provider: GatewayName;
  last_notice_at: Date | null;
  /** Payments that were begun, whatever became of them. */
  begun: number;
  pending: number;
  problems: number;
}

/** What is known of each gateway. What is wrong with ourselves is no notice: its state is its problem. */
export async function gatewayFigures(db: Db, providers: readonly GatewayName[]): Promise<GatewayFigures[]> {
  const { rows } = await sql<GatewayFigures>`
    select provider,
      (select max(n.received_at) from payment_notices n
        where n.provider = g.provider and n.problem is distinct from n.state) as last_notice_at,
      (select count(*)::integer from payments p where p.provider = g.provider) as begun,
      (select count(*)::integer from payments p where p.provider = g.provider and p.status = 'pending') as pending,
      (select count(*)::integer from payment_notices n
        where n.provider = g.provider and n.problem is not null and n.dealt_with_at is null) as problems
    from unnest(${[...providers]}::text[]) as g (provider)`.execute(db);
  return rows;
}

const noticeTables = sql`payment_notices n left join payments p on p.id = n.payment_id
  left join clients c on c.id = p.client_id`;

/** Notices that staff have to look at. */
export const noticeSource: ListSource = {
  from: noticeTables,
  id: sql`n.id`,
  defaultOrder: sql`n.received_at`,
  where: sql`n.problem is not null and n.dealt_with_at is null`,
  search: [sql`n.reference`, sql`n.external_id`, sql`c.name`],
  columns: columnsOf(paymentNoticeEntity, {
    table: 'payment_notices',
    alias: 'n',
    own: {
      problem: { sql: sql`n.problem`, required: true },
      client_id: { sql: sql`c.id` },
      client_name: nameColumn(sql`c.name`),
    },
  }),
};

export interface NoticeRow {
  id: string;
  provider: GatewayName;
  problem: NoticeProblem;
  reference: string | null;
  external_id: string | null;
  state: string;
  amount: number | null;
  currency: string | null;
  payment_id: string | null;
  client_id: string | null;
  client_name: string | null;
  received_at: Date;
}

export async function noticesByIds(db: Db, ids: readonly string[]): Promise<NoticeRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NoticeRow>`
    select n.id, n.provider, n.problem, n.reference, n.external_id, n.state, n.amount, n.currency, n.payment_id,
      c.id as client_id, c.name as client_name, n.received_at
    from ${noticeTables} where n.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
