import { type RawBuilder, type Selectable, sql } from 'kysely';
import { roleEntity } from '#contract/accounts/role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, RoleTable } from '#server/db/tables.ts';
import { defusedText } from '#server/lists/csv-rows.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for roles. */

export type RoleRow = Selectable<RoleTable>;
/** What an account's answer needs of its roles. */
export type StoredName = Pick<RoleRow, 'id' | 'name' | 'names'>;
export type CountedRole = RoleRow & { users_count: number };

const usersCount = sql<number>`(select count(*)::integer from users u
  where r.id = any (u.role_ids) and u.deleted_at is null)`;

export function roleSource(locale: Locale): ListSource {
  const name = sql`coalesce(r.name, r.names ->> ${locale})`;
  return {
    from: sql`roles r`,
    id: sql`r.id`,
    defaultOrder: sql`r.created_at`,
    search: [name],
    columns: columnsOf(roleEntity, {
      table: 'roles',
      alias: 'r',
      own: {
        name: { ...nameColumn(name), required: true },
        users_count: { sql: usersCount, required: true },
      },
    }),
  };
}

export function roleCsv(words: (locale: Locale) => Readonly<Record<string, string>>) {
  return fileColumnsOf(roleEntity, {
    permissions: { sql: ({ locale }) => permissionNames(sql`r.permissions`, words(locale)) },
  });
}

/** Permissions in words, for a list's file. */
export function permissionNames(
  held: RawBuilder<unknown>,
  words: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  return sql`(select string_agg(coalesce(${JSON.stringify(words)}::jsonb ->> name, name), ', ' order by place)
    from unnest(${held}) with ordinality as held (name, place))`;
}

/** The names of these roles, for a list's file. */
export function roleNames(ids: RawBuilder<unknown>, locale: Locale): RawBuilder<unknown> {
  return sql`(select ${defusedText(sql`names`)} from (
    select string_agg(coalesce(r.name, r.names ->> ${locale}), ', ' order by r.created_at, r.id) as names
    from roles r where r.id = any (${ids})) as held)`;
}

/** The roles of an account as JSON, with their names in every language. */
export const rolesAsJson = sql<StoredName[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'names', r.names) order by r.created_at, r.id)
  from roles r where r.id = any (users.role_ids)), '[]')`;

export function allRoles(db: Db): Promise<RoleRow[]> {
  return db.selectFrom('roles').selectAll().orderBy('created_at').orderBy('id').execute();
}

export async function rolesByIds(db: Db, ids: readonly string[]): Promise<CountedRole[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('roles as r')
    .selectAll('r')
    .select(usersCount.as('users_count'))
    .where('r.id', 'in', ids)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

export async function lockRole(tx: Db, id: string): Promise<CountedRole | undefined> {
  await tx.selectFrom('roles').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await rolesByIds(tx, [id]);
  return row;
}

export async function insertRole(tx: Db, row: RoleRow): Promise<void> {
  await tx.insertInto('roles').values(stored(row)).execute();
}

export async function updateRole(tx: Db, { id, ...row }: RoleRow): Promise<void> {
  await tx.updateTable('roles').set(stored(row)).where('id', '=', id).execute();
}

function stored<Row extends Pick<RoleRow, 'names'>>({ names, ...row }: Row) {
  return { ...row, names: names && JSON.stringify(names) };
}

/** Colleagues who are deleted lose it too. */
export async function deleteRole(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ role_ids: sql`array_remove(role_ids, ${id}::uuid)` })
    .where(sql<boolean>`${id}::uuid = any (role_ids)`)
    .execute();
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}
