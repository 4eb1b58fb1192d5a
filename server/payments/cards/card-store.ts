import { type Insertable, type Kysely, sql } from 'kysely';
import type {
  AutoChargeRow,
  AutoTopUpRow,
  AutoTopUpTable,
  Db,
  PaymentCardRow,
  PaymentCardTable,
  Tables,
} from '#server/db/tables.ts';
import { lastChargeBelow, reasonKey, takenBackSince } from '#server/subscriptions/billing/card-plan-store.ts';
import { subscribed, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { walletOwner } from '#server/wallet/ledger-store.ts';

/** SQL of saved cards and of automatic top-ups. */

export function cardsOf(db: Db, clientId: string): Promise<PaymentCardRow[]> {
  return db
    .selectFrom('payment_cards')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
}

/** A card that is still kept. */
export function cardById(db: Db, id: string): Promise<PaymentCardRow | undefined> {
  return db
    .selectFrom('payment_cards')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function insertCard(tx: Db, card: Insertable<PaymentCardTable>): Promise<void> {
  await tx.insertInto('payment_cards').values(card).execute();
}

/** The gateway gave the card another token. */
export async function storeToken(tx: Db, id: string, tokenSealed: string): Promise<void> {
  await tx.updateTable('payment_cards').set({ token_sealed: tokenSealed }).where('id', '=', id).execute();
}

/** Forgets the token; what was paid by it keeps the rest. */
export async function forgetCard(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('payment_cards')
    .set({ token_sealed: null, removed_at: now })
    .where('id', '=', id)
    .execute();
}

export function autoTopUpOf(db: Db, clientId: string): Promise<AutoTopUpRow | undefined> {
  return db.selectFrom('auto_top_ups').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

export async function storeAutoTopUp(tx: Db, row: Insertable<AutoTopUpTable>): Promise<void> {
  const { client_id: _client, ...changes } = row;
  await tx
    .insertInto('auto_top_ups')
    .values(row)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(changes))
    .execute();
}

/** Switches it off, with why. */
export async function stopAutoTopUp(
  tx: Db,
  clientId: string,
  stopped: NonNullable<AutoTopUpRow['stopped']>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('auto_top_ups')
    .set({ enabled: false, stopped, updated_at: now })
    .where('client_id', '=', clientId)
    .where('enabled', '=', true)
    .execute();
}

export interface ReasonRow {
  client_id: string;
  reason_key: string;
}

/**
 * Clients with a reason to charge their card now that hasn't been acted on: the period ends before `endsBefore`, or the
 * latest charge took the balance below the threshold. What was paid back or corrected since is no reason: nobody's card
 * pays again what staff have just given back. A page of them, by their ids; `after`: the last one of the page before.
 */
export async function newReasons(
  db: Db,
  { endsBefore, after, limit }: { endsBefore: Date; after: string | null; limit: number },
): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    with reasons as (
      select a.client_id, ${reasonKey} as reason_key
      from auto_top_ups a join clients c on c.id = a.client_id
        ${lastChargeBelow}
      where (${after}::uuid is null or a.client_id > ${after})
        and a.enabled and c.deleted_at is null and c.blocked_from is null
        and c.status in ('trial', 'active', 'grace') and (c.closes_at is null or c.closes_at > c.trial_ends)
        and case a.moment when 'period_end' then c.trial_ends <= ${endsBefore}
          else c.balance < a.threshold and c.balance - ${takenBackSince} < a.threshold
        end
    )
    select client_id, reason_key from reasons r
    where not exists (select from auto_charges k where k.reason_key = r.reason_key)
    order by client_id limit ${limit}`.execute(db);
  return rows;
}

/** A client with its automatic top-up, as a charge needs it. */
export type ChargedClient = SubscribedRow & { autoTopUp: AutoTopUpRow };

export async function chargedClient(
  tx: Kysely<Tables>,
  clientId: string,
): Promise<ChargedClient | undefined> {
  const row = await subscribed(tx).where('c.id', '=', clientId).executeTakeFirst();
  const autoTopUp = await autoTopUpOf(tx, clientId);
  return row && autoTopUp && { ...row, autoTopUp };
}

/** Nothing when the reason was acted on meanwhile. */
export async function insertCharge(tx: Db, charge: AutoChargeRow): Promise<void> {
  await tx
    .insertInto('auto_charges')
    .values(charge)
    .onConflict((conflict) => conflict.column('reason_key').doNothing())
    .execute();
}

export async function dueCharges(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('auto_charges')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locked after its client's row and its payment's: `withClient` locks that row first. */
export async function lockCharge(
  tx: Db,
  id: string,
  { withClient = false } = {},
): Promise<AutoChargeRow | undefined> {
  const query = tx.selectFrom('auto_charges').selectAll().where('id', '=', id);
  const seen = withClient ? await query.executeTakeFirst() : undefined;
  if (seen) await walletOwner(tx, seen.client_id);
  return query.forUpdate().executeTakeFirst();
}

export async function updateCharge(
  tx: Db,
  id: string,
  changes: Partial<Pick<AutoChargeRow, 'status' | 'amount' | 'tries' | 'next_try_at'>>,
): Promise<void> {
  await tx.updateTable('auto_charges').set(changes).where('id', '=', id).execute();
}

/** Cards that an automatic top-up charges, whose last month is this one (`2026 * 12 + 11`) or before. */
export async function expiringCards(db: Db, month: number) {
  return db
    .selectFrom('payment_cards as k')
    .innerJoin('auto_top_ups as a', 'a.card_id', 'k.id')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select(['k.id', 'k.last4', 'k.exp_month', 'k.exp_year', 'k.client_id', 'c.name', 'c.email', 'c.locale'])
    .where('a.enabled', '=', true)
    .where('k.removed_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where(sql<number>`k.exp_year * 12 + k.exp_month`, '<=', month)
    .execute();
}
