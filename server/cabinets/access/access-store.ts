import type { Insertable } from 'kysely';
import type { BillingPeriod } from '#contract/entities/client.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { effectivePermissions } from '#server/auth/effective-permissions-store.ts';
import { personName } from '#server/auth/account-store.ts';
import type { CabinetTicketTable, Db } from '#server/db/tables.ts';

/** SQL for entering a cabinet, and for what a cabinet may know of its client. */

/** A client whose cabinet somebody enters; undefined when it is deleted. */
export function clientToEnter(db: Db, clientId: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'name', 'domain', 'own_domain', 'cabinet_status'])
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertTicket(db: Db, row: Insertable<CabinetTicketTable>): Promise<void> {
  await db.insertInto('cabinet_tickets').values(row).execute();
}

/** The client whom a ticket signs in, locked against changes that end access; undefined when it is deleted. */
export function lockClient(tx: Db, clientId: string) {
  return tx
    .selectFrom('clients')
    .select(['id', 'name', 'locale'])
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** The same for a person. */
export function lockPerson(tx: Db, personId: string) {
  return tx
    .selectFrom('persons as p')
    .select(['p.id', 'p.email', 'p.locale'])
    .select(personName('p').as('name'))
    .where('p.id', '=', personId)
    .where('p.deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** The same for a colleague. */
export function lockColleague(
  tx: Db,
  userId: string,
): Promise<{ id: string; name: string; locale: Locale; permissions: readonly Permission[] } | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'locale'])
    .select(effectivePermissions().as('permissions'))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Locks the platform's session that asked for a ticket; false when it has ended. */
export function lockSession(
  tx: Db,
  sessionId: string,
  now: Date,
): Promise<{ user_agent: string | null } | undefined> {
  return tx
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
}

/** A client with its tariff, for its cabinet. */
export function clientWithTariff(db: Db, clientId: string) {
  return db
    .selectFrom('clients as c')
    .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
    .leftJoin('auto_top_ups as a', 'a.client_id', 'c.id')
    .select([
      'c.id',
      'c.name',
      'c.type',
      'c.ident',
      'c.own_domain',
      'c.status',
      'c.trial_ends',
      'c.deletion_at',
      'c.closes_at',
      'a.enabled as by_card',
      'c.balance',
      'c.discounts',
      'c.tariff_id',
      'c.billing_period',
      'c.monthly_turnover_limit as own_turnover',
      'c.goods_quantity as own_goods',
      't.monthly_turnover_limit',
      't.goods_quantity',
      't.translations',
    ])
    .where('c.id', '=', clientId)
    .executeTakeFirstOrThrow();
}

/** Who may enter a client's cabinet. */
export function membersOf(db: Db, clientId: string) {
  return db
    .selectFrom('members as m')
    .innerJoin('persons as p', 'p.id', 'm.person_id')
    .select(['p.id', 'm.role', 'p.locale'])
    .where('m.client_id', '=', clientId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.id')
    .execute();
}

export function featuresOf(db: Db, tariffId: string) {
  return db
    .selectFrom('features as f')
    .innerJoin('tariff_features as tf', 'tf.feature_id', 'f.id')
    .select(['f.key', 'f.translations'])
    .where('tf.tariff_id', '=', tariffId)
    .orderBy('f.key')
    .execute();
}

/**
 * Of each feature that a tariff lacks, the public tariff that adds it and keeps the others, for the least money in a
 * billing period.
 */
export function upgradesOf(db: Db, { tariffId, period }: { tariffId: string; period: BillingPeriod }) {
  const price = period === 'year' ? 't.price_year' : 't.price_month';
  return db
    .selectFrom('tariff_features as tf')
    .innerJoin('features as f', 'f.id', 'tf.feature_id')
    .innerJoin('tariffs as t', 't.id', 'tf.tariff_id')
    .distinctOn('f.key')
    .select(['f.key', 't.id', 't.translations'])
    .select((eb) => eb.ref(price).as('price'))
    .where('t.archived_at', 'is', null)
    .where('t.visibility', '=', 'public')
    .where('f.archived', '=', false)
    .where('f.id', 'not in', (eb) =>
      eb.selectFrom('tariff_features as o').select('o.feature_id').where('o.tariff_id', '=', tariffId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tariff_features as o')
            .select('o.feature_id')
            .where('o.tariff_id', '=', tariffId)
            .where('o.feature_id', 'not in', (eb) =>
              eb
                .selectFrom('tariff_features as k')
                .select('k.feature_id')
                .whereRef('k.tariff_id', '=', 't.id'),
            ),
        ),
      ),
    )
    .orderBy('f.key')
    .orderBy(price)
    .orderBy('t.position')
    .execute();
}

/** True the first time that a message id is seen. */
export async function putMessage(
  db: Db,
  row: { client_id: string; message_id: string; received_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cabinet_messages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Deletes messages and tickets from before one moment and sign-ins from before another. Skips locked rows, because
 * ending several sign-ins locks them in another order.
 */
export async function deleteOldAccess(
  db: Db,
  { before, signInsBefore }: { before: Date; signInsBefore: Date },
): Promise<void> {
  await db.deleteFrom('cabinet_messages').where('received_at', '<', before).execute();
  await db
    .deleteFrom('cabinet_tickets')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('cabinet_tickets')
        .select('token_hash')
        .where('expires_at', '<', before)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
  await db
    .deleteFrom('cabinet_sign_ins')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('cabinet_sign_ins')
        .select('id')
        .where('signed_in_at', '<', signInsBefore)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
