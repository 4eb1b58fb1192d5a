import { sql } from 'kysely';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { AccountKind, ClientRow, Db, PersonRow, UserRow } from '#server/db/tables.ts';

/** SQL for what both kinds of accounts have: staff in `users`, customers in `persons`. */

const columns = [
  ...(['id', 'email', 'email_key', 'pending_email', 'pending_email_by_staff'] as const),
  ...(['locale', 'password_hash', 'deleted_at', 'devices_from', 'links_from', 'two_factor_at'] as const),
];
type SharedColumn = (typeof columns)[number];

export type AccountRow = Pick<UserRow & PersonRow, SharedColumn> & {
  kind: AccountKind;
  name: string;
  /** A person's: the client under which what happens to the account is shown. */
  client?: { id: string; name: string; deleted_at?: Date | null } | null;
};

/** The id of a client's owner whose contact the client's columns show. */
export function ownerIdOf({ id, owner_id }: Pick<ClientRow, 'id' | 'owner_id'>): string {
  return owner_id ?? id;
}

/** That owner's account, as the client's columns have it. */
export function ownerAccountOf<Client extends Pick<ClientRow, 'id' | 'owner_id' | 'name'>>(client: Client) {
  const { id, name } = client;
  return { ...client, kind: 'customer' as const, id: ownerIdOf(client), client: { id, name } };
}

/** The account with this address that is not deleted; `proved_at`: when its owner first proved the address. */
export function accountByEmail(
  db: Db,
  kind: AccountKind,
  email: string,
): Promise<(AccountRow & { proved_at: Date | null }) | undefined> {
  return accounts(db, kind)
    .where('a.email_key', '=', emailKey(email))
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst();
}

export function accountById(
  db: Db,
  { kind, id }: { kind: AccountKind; id: string },
): Promise<(AccountRow & { proved_at: Date | null }) | undefined> {
  return accounts(db, kind).where('a.id', '=', id).executeTakeFirst();
}

function accounts(db: Db, kind: AccountKind) {
  const isStaff = kind === 'staff';
  const name = isStaff ? sql<string>`a.name` : personName('a');
  // Both tables have these columns.
  const from = db.selectFrom((isStaff ? 'users as a' : 'persons as a') as 'persons as a');
  return from
    .select(columns.map((column) => `a.${column}` as const))
    .select(sql.lit(kind).as('kind'))
    .select(name.as('name'))
    .select((isStaff ? sql<AccountRow['client']>`null` : shownClient).as('client'))
    .select(sql.ref<Date | null>(isStaff ? 'a.joined_at' : 'a.confirmed_at').as('proved_at'));
}

/** The one that the person registered, else the one used last. */
const shownClient = sql<AccountRow['client']>`(
  select json_build_object('id', c.id, 'name', c.name) from members m join clients c on c.id = m.client_id
  where m.person_id = a.id
  order by m.client_id = a.id desc, c.deleted_at is null desc, m.last_used_at desc nulls last, c.id limit 1)`;

/** A person's own name, else that of the client whom the person registered. */
export function personName(alias: string) {
  const [name, id] = [sql.ref(`${alias}.name`), sql.ref(`${alias}.id`)];
  return sql<string>`coalesce(${name}, (select c.name from clients c where c.id = ${id}), '')`;
}

/**
 * Locks an account's row until the end of the transaction. `share`: together with other readers, such as refreshes.
 * A person is locked after the clients that show their contact and the one that a session is for; whatever locks both
 * keeps that order, so that two calls can't wait for each other.
 */
export async function lockAccount(
  tx: Db,
  { kind, id, clientId }: { kind: AccountKind; id: string; clientId?: string },
  { share = false } = {},
): Promise<void> {
  if (kind === 'staff') {
    const colleague = tx.selectFrom('users').select('id').where('id', '=', id);
    await (share ? colleague.forShare() : colleague.forUpdate()).execute();
    return;
  }
  const clients = tx
    .selectFrom('clients')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', id), eb('owner_id', 'is', null)]),
        eb('owner_id', '=', id),
        ...(clientId === undefined ? [] : [eb('id', '=', clientId)]),
      ]),
    )
    .orderBy('id');
  await (share ? clients.forShare() : clients.forUpdate()).execute();
  const person = tx.selectFrom('persons').select('id').where('id', '=', id);
  await (share ? person.forShare() : person.forUpdate()).execute();
}

export async function updateAccount(
  tx: Db,
  { kind, id }: { kind: AccountKind; id: string },
  changes: Partial<
    Pick<PersonRow, Exclude<SharedColumn, 'id' | 'email_key'> | 'confirmed_at' | 'updated_at'>
  >,
): Promise<void> {
  const { email, confirmed_at, ...others } = changes;
  const set = { ...others, ...(email !== undefined && { email, email_key: emailKey(email) }) };
  if (kind === 'staff') await tx.updateTable('users').set(set).where('id', '=', id).execute();
  else {
    const person = { ...set, ...(confirmed_at !== undefined && { confirmed_at }) };
    await tx.updateTable('persons').set(person).where('id', '=', id).execute();
  }
}
