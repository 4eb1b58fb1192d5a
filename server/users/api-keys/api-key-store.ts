import { type Selectable, sql } from 'kysely';
import { apiKeyEntity } from '#contract/accounts/api-key.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { effectivePermissions } from '#server/auth/effective-permissions-store.ts';
import type { ApiKeyTable, Db } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { permissionNames } from '#server/users/roles/role-store.ts';

/** SQL for API keys; tokens come here only as hashes. */

export type ApiKeyRow = Selectable<ApiKeyTable>;
/** With its maker, and what they may do now. */
export type MadeKey = ApiKeyRow & { user_name: string; maker_permissions: Permission[] };

const userName = sql<string>`(select u.name from users u where u.id = k.user_id)`;

/** Keys that have not been ended. */
export function apiKeySource(): ListSource {
  return {
    from: sql`api_keys k`,
    id: sql`k.id`,
    defaultOrder: sql`k.created_at`,
    where: sql`k.deleted_at is null`,
    search: [sql`k.name`, userName],
    columns: columnsOf(apiKeyEntity, {
      table: 'api_keys',
      alias: 'k',
      own: { user_name: { ...nameColumn(userName), required: true } },
    }),
  };
}

export function apiKeyCsv(words: (locale: Locale) => Readonly<Record<string, string>>) {
  return fileColumnsOf(apiKeyEntity, {
    permissions: { sql: ({ locale }) => permissionNames(sql`k.permissions`, words(locale)) },
    addresses: { sql: sql`array_to_string(k.addresses, ', ')` },
    last_used_ip: { sql: sql`k.last_used_ip` },
  });
}

function madeKeys(db: Db) {
  return db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.user_id')
    .selectAll('k')
    .select('u.name as user_name')
    .select(effectivePermissions('u').as('maker_permissions'))
    .where('k.deleted_at', 'is', null);
}

export async function apiKeysByIds(db: Db, ids: readonly string[]): Promise<MadeKey[]> {
  if (ids.length === 0) return [];
  return madeKeys(db).where('k.id', 'in', ids).execute();
}

export function apiKeyByHash(db: Db, hash: Buffer): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The names in use. */
export async function apiKeyNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('api_keys').select('name').where('deleted_at', 'is', null).execute();
  return rows.map(({ name }) => name);
}

export async function insertApiKey(tx: Db, row: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute();
}

/** Ends a key; undefined when there is none with that id, or it was ended before. */
export function endApiKey(tx: Db, id: string, at: Date): Promise<ApiKeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function noteApiKeyUse(
  db: Db,
  id: string,
  { now, ip }: { now: Date; ip: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now, last_used_ip: ip })
    .where('id', '=', id)
    .execute();
}
