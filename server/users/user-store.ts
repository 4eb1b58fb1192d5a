import { type Insertable, type RawBuilder, sql } from 'kysely';
import { userEntity } from '#contract/entities/user.ts';
import { emailKey } from '#contract/primitives.ts';
import type { Permission } from '#contract/permissions.ts';
import type { SettingKey } from '#contract/company/settings.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { Db, UserRow, UserTable } from '#server/db/tables.ts';

/** SQL for staff accounts. */

export function userById(db: Db, id: string, { lock = false } = {}): Promise<UserRow | undefined> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type ActingUser = UserRow & { must_have_two_factor: boolean };

/** An account, and whether it must have a second factor, in one query, because every call of staff needs it. */
export function actingUser(db: Db, id: string): Promise<ActingUser | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .select((eb) =>
      eb
        .or([
          eb('two_factor_required', '=', true),
          eb.exists(
            eb
              .selectFrom('settings')
              .select('key')
              .where('key', '=', 'require_two_factor' satisfies SettingKey)
              .where(sql<boolean>`value = 'true'::jsonb`),
          ),
        ])
        .$castTo<boolean>()
        .as('must_have_two_factor'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Accounts that are not deleted, with the columns for the rule of the last holder. */
export function presentAccounts(
  db: Db,
): Promise<Pick<UserRow, 'id' | 'permissions' | 'joined_at' | 'deleted_at'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'permissions', 'joined_at', 'deleted_at'])
    .where('deleted_at', 'is', null)
    .execute();
}

/** The account with this address that is not deleted. */
export function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export function insertUser(db: Db, row: Omit<Insertable<UserTable>, 'email_key'>): Promise<UserRow> {
  const values = { ...row, email_key: emailKey(row.email) };
  return db.insertInto('users').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<Omit<UserRow, 'id' | 'email_key'>>,
): Promise<void> {
  const { email } = changes;
  const set = { ...changes, ...(email !== undefined && { email_key: emailKey(email) }) };
  await db.updateTable('users').set(set).where('id', '=', id).execute();
}

/** Colleagues who have joined and hold the permission, but `exceptId`. */
export function colleaguesWhoMay(
  db: Db,
  permission: Permission,
  exceptId: string | null,
): Promise<Pick<UserRow, 'id' | 'email' | 'name' | 'locale'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'locale'])
    .where(sql<boolean>`permissions @> array[${permission}]::text[]`)
    .where('joined_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .orderBy('id')
    .execute();
}

export function usersByIds(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
}

/** Whether anybody can sign in; then the set-up link is void for good. */
export async function hasJoinedUser(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('joined_at', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

/** An account's permissions in words, for the list's file. */
export function permissionNames(words: Readonly<Record<string, string>>): RawBuilder<unknown> {
  return sql`(select string_agg(coalesce(${JSON.stringify(words)}::jsonb ->> name, name), ', ' order by place)
    from unnest(u.permissions) with ordinality as held (name, place))`;
}

export const userSource: ListSource = {
  from: sql`users u`,
  id: sql`u.id`,
  defaultOrder: sql`u.created_at`,
  deletedAt: sql`u.deleted_at`,
  search: [sql`u.name`, sql`u.email`],
  columns: columnsOf(userEntity, {
    table: 'users',
    alias: 'u',
    own: {
      email: { sql: sql`u.email_key`, required: true, email: true },
      name: { ...nameColumn(sql`u.name`), required: true },
      invited: { sql: sql`(u.joined_at is null)`, required: true },
      two_factor: { sql: sql`(u.two_factor_at is not null)`, required: true },
    },
  }),
};
