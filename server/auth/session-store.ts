import { sql } from 'kysely';
import type { AccountKind, Db, SessionOpening, SessionRow } from '#server/db/tables.ts';
import { hashToken } from '#server/keys/secrets.ts';
import { familyHashOf } from './session-token.ts';

/** SQL for sessions; tokens come here only as hashes. */

/** The session of a present or past token; in sessions without a token family only the last two tokens are known. */
export function sessionByToken(
  db: Db,
  token: string,
  { lock = false } = {},
): Promise<SessionRow | undefined> {
  const family = familyHashOf(token);
  const query = db.selectFrom('sessions').selectAll();
  const found = family
    ? query.where('family_hash', '=', family)
    : query.where((eb) =>
        eb.or([eb('token_hash', '=', hashToken(token)), eb('previous_hash', '=', hashToken(token))]),
      );
  return (lock ? found.forUpdate() : found).executeTakeFirst();
}

/** Whether a session is still open; it then stays open until the transaction is over. */
export async function holdSession(tx: Db, id: string): Promise<boolean> {
  const row = await tx.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined;
}

/** Writes a session and drops the account's oldest beyond `keep`. */
export async function insertSession(db: Db, row: SessionRow, keep: number): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', row.account_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', row.account_id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep),
    )
    .execute();
}

export async function updateSession(
  db: Db,
  id: string,
  changes: Partial<Omit<SessionRow, 'id'>>,
): Promise<void> {
  await db.updateTable('sessions').set(changes).where('id', '=', id).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** The same for a session of one account; false when it has none with that id. */
export async function takeSession(tx: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session for a client, or only one person's. */
export async function deleteSessionsFor(db: Db, clientId: string, personId?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('kind', '=', 'customer')
    .where((eb) =>
      eb.or([
        eb('client_id', '=', clientId),
        // Of an older process.
        eb.and([eb('client_id', 'is', null), eb('account_id', '=', clientId)]),
      ]),
    )
    .where(personId === undefined ? sql<boolean>`true` : sql<boolean>`account_id = ${personId}`)
    .execute();
}

/** The client that a person's session is for. */
export function clientIdOf({ client_id, account_id }: Pick<SessionRow, 'client_id' | 'account_id'>): string {
  return client_id ?? account_id;
}

/** Ends every session of an account, or all but one. */
export async function deleteSessionsOf(
  db: Db,
  accountId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(except ? sql<boolean>`id <> ${except}` : sql<boolean>`true`)
    .execute();
}

/** Colleagues with a session that was opened so. */
export async function staffWithSessionsOpenedBy(db: Db, how: readonly SessionOpening[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('account_id')
    .distinct()
    .where('kind', '=', 'staff')
    .where('opened_by', 'in', how)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Ends those sessions of one; false: there is none any more. */
export async function deleteStaffSessionsOpenedBy(
  tx: Db,
  accountId: string,
  how: readonly SessionOpening[],
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('kind', '=', 'staff')
    .where('account_id', '=', accountId)
    .where('opened_by', 'in', how)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export function sessionsOf(db: Db, kind: AccountKind, accountId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute();
}

/** Skips locked rows, because ending an account's sessions locks them in another order. */
export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('sessions').select('id').where('expires_at', '<=', now).forUpdate().skipLocked(),
    )
    .execute();
}
