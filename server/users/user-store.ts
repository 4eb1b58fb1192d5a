import { type Insertable, sql } from 'kysely';
import { userEntity } from '#contract/entities/user.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { type Permission, permissions, withImplied } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { SettingKey } from '#contract/company/settings.ts';
import { effectivePermissions } from '#server/auth/effective-permissions-store.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import { type ListSource, ownTable } from '#server/lists/list-source.ts';
import type { Db, UserRow, UserTable } from '#server/db/tables.ts';
import { permissionNames, roleNames, rolesAsJson, type StoredName } from './roles/role-store.ts';

/** SQL for staff accounts. */

/** An account with its roles and what it may do by them and by itself. */
export type StaffRow = UserRow & {
  effective_permissions: Permission[];
  roles: StoredName[];
  passkeys: number;
};

function staff(db: Db) {
  return db
    .selectFrom('users')
    .selectAll()
    .select([effectivePermissions().as('effective_permissions'), rolesAsJson.as('roles')])
    .select(
      sql<number>`(select count(*)::int from user_passkeys k where k.user_id = users.id)`.as('passkeys'),
    );
}

export function userById(db: Db, id: string, { lock = false } = {}): Promise<StaffRow | undefined> {
  const query = staff(db).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type ActingUser = UserRow & {
  effective_permissions: Permission[];
  must_have_two_factor: boolean;
  has_passkey: boolean;
};

/** An account, and what decides whether a factor is missing, in one query, because every call of staff needs it. */
export function actingUser(db: Db, id: string): Promise<ActingUser | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .select(effectivePermissions().as('effective_permissions'))
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
    .select(sql<boolean>`exists (select from user_passkeys k where k.user_id = users.id)`.as('has_passkey'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Accounts that are not deleted, with the columns for the rule of the last holder. */
export function presentAccounts(
  db: Db,
): Promise<Pick<StaffRow, 'effective_permissions' | 'joined_at' | 'deleted_at'>[]> {
  return db
    .selectFrom('users')
    .select([effectivePermissions().as('effective_permissions'), 'joined_at', 'deleted_at'])
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

/** The account that this identity is linked to. */
export function userByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
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
    .where(sql<boolean>`${effectivePermissions()} @> array[${permission}]::text[]`)
    .where('joined_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .orderBy('id')
    .execute();
}

export function usersByIds(db: Db, ids: readonly string[]): Promise<StaffRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return staff(db).where('id', 'in', ids).execute();
}

/** Colleagues with a role who are not deleted, locked. */
export function usersWithRole(tx: Db, roleId: string): Promise<StaffRow[]> {
  return staff(tx)
    .where(sql<boolean>`${roleId}::uuid = any (role_ids)`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether anybody can sign in; then the set-up link is void for good. */
export async function hasJoinedUser(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('joined_at', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

/** When the first colleague was made, which is when an installation begins; null before. */
export async function firstUserAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.min('created_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
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
      signs_in_by_oidc: { sql: sql`(u.oidc_subject is not null)`, required: true },
      role_id: {
        sql: sql`u.role_ids`,
        filter: ({ value }) => ({ sql: sql`u.role_ids && ${[value].flat()}::uuid[]`, tables: [ownTable] }),
      },
      effective_permission: {
        sql: effectivePermissions('u'),
        filter: ({ value }) => ({
          sql: sql`${effectivePermissions('u')} && ${holdingAny([value].flat())}::text[]`,
          tables: [ownTable],
        }),
      },
    },
  }),
};

export function userCsv(words: (locale: Locale) => Readonly<Record<string, string>>) {
  return fileColumnsOf(userEntity, {
    roles: { sql: ({ locale }) => roleNames(sql`u.role_ids`, locale) },
    permissions: { sql: ({ locale }) => permissionNames(sql`u.permissions`, words(locale)) },
    effective_permissions: {
      sql: ({ locale }) => permissionNames(effectivePermissions('u'), words(locale)),
    },
  });
}

/** Permissions of which each allows one of these. */
function holdingAny(wanted: readonly string[]): Permission[] {
  return permissions.filter((name) => withImplied([name]).some((one) => wanted.includes(one)));
}
