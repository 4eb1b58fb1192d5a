import { sql } from 'kysely';
import { emailKey } from '#contract/primitives.ts';
import type { AccountKind, ClientRow, Db, UserRow } from '#server/db/tables.ts';

/** SQL for what both kinds of accounts have: staff in `users`, customers in `clients`. */

const columns = [
  ...(['id', 'name', 'email', 'email_key', 'pending_email', 'pending_email_by_staff'] as const),
  ...(['locale', 'password_hash', 'deleted_at', 'devices_from', 'links_from'] as const),
];
type SharedColumn = (typeof columns)[number];

export type AccountRow = Pick<UserRow & ClientRow, SharedColumn> & { kind: AccountKind };

/** The account with this address that is not deleted; `proved_at`: when its owner first proved the address. */
export function accountByEmail(
  db: Db,
  kind: AccountKind,
  email: string,
): Promise<(AccountRow & { proved_at: Date | null }) | undefined> {
  return db
    .selectFrom(kind === 'staff' ? 'users' : 'clients')
    .select(columns)
    .select(sql.lit(kind).as('kind'))
    .select(sql.ref<Date | null>(kind === 'staff' ? 'joined_at' : 'confirmed_at').as('proved_at'))
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function accountById(
  db: Db,
  { kind, id }: { kind: AccountKind; id: string },
): Promise<AccountRow | undefined> {
  return db
    .selectFrom(kind === 'staff' ? 'users' : 'clients')
    .select(columns)
    .select(sql.lit(kind).as('kind'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks an account's row until the end of the transaction. `share`: together with other readers, such as refreshes.
 */
export async function lockAccount(
  tx: Db,
  { kind, id }: { kind: AccountKind; id: string },
  { share = false } = {},
): Promise<void> {
  const query = tx
    .selectFrom(kind === 'staff' ? 'users' : 'clients')
    .select('id')
    .where('id', '=', id);
  await (share ? query.forShare() : query.forUpdate()).execute();
}

export async function updateAccount(
  tx: Db,
  { kind, id }: { kind: AccountKind; id: string },
  changes: Partial<Pick<ClientRow, Exclude<SharedColumn, 'id' | 'email_key'> | 'last_login' | 'updated_at'>>,
): Promise<void> {
  const { email } = changes;
  const set = { ...changes, ...(email !== undefined && { email_key: emailKey(email) }) };
  if (kind === 'staff') await tx.updateTable('users').set(set).where('id', '=', id).execute();
  else await tx.updateTable('clients').set(set).where('id', '=', id).execute();
}
