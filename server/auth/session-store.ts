import { type Kysely, sql } from 'kysely';
import { keptPlan } from '#server/db/kept-plans.ts';
import type { AccountKind, SessionRow, Tables } from '#server/db/tables.ts';

/** SQL of sessions; tokens come here only as hashes. */

/** The session whose current or last token this is. */
export function sessionByToken(
  db: Kysely<Tables>,
  tokenHash: Buffer,
  { lock = false } = {},
): Promise<SessionRow | undefined> {
  const query = db
    .selectFrom('sessions')
    .modifyFront(keptPlan)
    .selectAll()
    .where((eb) => eb.or([eb('token_hash', '=', tokenHash), eb('previous_hash', '=', tokenHash)]));
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Writes a session and drops the account's oldest beyond `keep`. */
export async function insertSession(db: Kysely<Tables>, row: SessionRow, keep: number): Promise<void> {
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
  db: Kysely<Tables>,
  id: string,
  changes: Partial<Omit<SessionRow, 'id'>>,
): Promise<void> {
  await db.updateTable('sessions').set(changes).where('id', '=', id).execute();
}

export async function deleteSession(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends every session of an account, or every other one. */
export async function deleteSessionsOf(
  db: Kysely<Tables>,
  accountId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where(except ? sql<boolean>`id <> ${except}` : sql<boolean>`true`)
    .execute();
}

export function sessionsOf(
  db: Kysely<Tables>,
  kind: AccountKind,
  accountId: string,
  now: Date,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('kind', '=', kind)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute();
}

export async function deleteExpiredSessions(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}
