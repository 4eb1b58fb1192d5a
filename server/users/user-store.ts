import { type Kysely, sql } from 'kysely';
import { emailKey } from '#contract/primitives.ts';
import type { SettingKey } from '#contract/settings.ts';
import { keptPlan } from '#server/db/kept-plans.ts';
import type { ListSource } from '#server/db/list-source.ts';
import type { Tables, UserRow } from '#server/db/tables.ts';

/** SQL of staff accounts. */

export function userById(
  db: Kysely<Tables>,
  id: string,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export type ActingUser = UserRow & { must_have_two_factor: boolean };

/** An account with whether it must have a second factor, in one look: every call of staff asks. */
export function actingUser(db: Kysely<Tables>, id: string): Promise<ActingUser | undefined> {
  return db
    .selectFrom('users')
    .modifyFront(keptPlan)
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

/** Everybody who is not deleted, with what the last keeper's rule needs. */
export function presentAccounts(
  db: Kysely<Tables>,
): Promise<Pick<UserRow, 'id' | 'permissions' | 'joined_at' | 'deleted_at'>[]> {
  return db
    .selectFrom('users')
    .select(['id', 'permissions', 'joined_at', 'deleted_at'])
    .where('deleted_at', 'is', null)
    .execute();
}

/** The account of an address that is not deleted. */
export function userByEmail(db: Kysely<Tables>, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function insertUser(db: Kysely<Tables>, row: UserRow): Promise<void> {
  await db.insertInto('users').values(row).execute();
}

export async function updateUser(
  db: Kysely<Tables>,
  id: string,
  changes: Partial<Omit<UserRow, 'id'>>,
): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

export function usersByIds(db: Kysely<Tables>, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
}

/** Whether there is anybody who could sign in: then the set-up link is void for good. */
export async function hasJoinedUser(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('joined_at', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

export const userSource: ListSource = {
  from: sql`users u`,
  id: sql`u.id`,
  newest: sql`u.created_at`,
  deletedAt: sql`u.deleted_at`,
  search: [sql`u.name`, sql`u.email`],
  columns: {
    id: { sql: sql`u.id`, required: true },
    email: { sql: sql`u.email_key`, order: sql`u.email_key`, required: true, email: true },
    name: { sql: sql`u.name`, order: sql`u.name collate "uk-x-icu"`, required: true },
    created_at: { sql: sql`u.created_at`, required: true },
    deleted_at: { sql: sql`u.deleted_at` },
    invited: { sql: sql`(u.joined_at is null)`, required: true },
    last_login: { sql: sql`u.last_login` },
    two_factor: { sql: sql`(u.two_factor_at is not null)`, required: true },
    two_factor_required: { sql: sql`u.two_factor_required`, required: true },
    updated_at: { sql: sql`u.updated_at`, required: true },
  },
};
