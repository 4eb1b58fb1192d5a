import type { Kysely } from 'kysely';
import type { ListQuery } from '#contract/list-query.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { type User, userList } from '#contract/user.ts';
import type { Locale } from '#contract/variants.ts';
import { inOrderOf, listIds } from '#server/db/list-rows.ts';
import type { Tables, UserRow } from '#server/db/tables.ts';
import { translate } from '#server/messages.ts';
import { Refused } from '#server/refused.ts';
import { userById, usersByIds, userSource } from './user-store.ts';

/** Staff as staff see them (API.md, "users"). */
export function createUserService({ db, timeZone }: { db: Kysely<Tables>; timeZone: string }) {
  return {
    async list(query: ListQuery): Promise<{ data: User[]; meta: { total: number } }> {
      const { ids, total } = await listIds(db, { spec: userList, source: userSource, query, timeZone });
      return { data: inOrderOf(ids, await usersByIds(db, ids)).map(present), meta: { total } };
    },

    async show(id: string): Promise<User> {
      const user = await userById(db, id);
      if (!user) throw new Refused('not_found');
      return present(user);
    },

    /** Every permission with its words, in the order that a form shows. */
    permissions(locale: Locale): { key: Permission; group: string; title: string }[] {
      return permissions.map((key) => ({
        key,
        group: translate(locale, `permissionGroups.${groupOf(key)}`),
        title: translate(locale, `permissionTitles.${key}`, { keySeparator: '|' }),
      }));
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;

function groupOf(permission: Permission): string {
  return permission === 'read_only' ? 'restriction' : (permission.split('.', 1)[0] ?? permission);
}

function present(user: UserRow): User {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    permissions: user.permissions,
    created_at: user.created_at.toISOString(),
    deleted_at: user.deleted_at?.toISOString() ?? null,
    invited: user.joined_at === null,
    last_login: user.last_login?.toISOString() ?? null,
    updated_at: user.updated_at.toISOString(),
  };
}
