import { type Permission, permissions } from '#contract/permissions.ts';
import { type User, userEntity } from '#contract/entities/user.ts';
import type { Locale } from '#contract/variants.ts';
import type { UserRow } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { translate } from '#server/kernel/messages.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { StaffDeps } from './staff-deps.ts';
import { permissionNames, userById, usersByIds, userSource } from './user-store.ts';

/** Staff for the list and its file. */
export function userListing({ db }: StaffDeps): Listing<User> {
  return {
    name: 'users',
    source: () => userSource,
    rows: async (_caller, ids) => inOrderOf(ids, await usersByIds(db, ids)).map(toUser),
    csv: fileColumnsOf(userEntity, {
      permissions: { sql: ({ locale }) => permissionNames(wordsIn(locale)) },
    }),
  };
}

export async function readUser({ db }: StaffDeps, id: string): Promise<User> {
  const user = await userById(db, id);
  if (!user) throw new AppError('not_found');
  return toUser(user);
}

/** Every permission with its text, in the order of the form. */
export function readPermissions(locale: Locale): { key: Permission; group: string; title: string }[] {
  return permissions.map((key) => ({
    key,
    group: translate(locale, `permissionGroups.${groupOf(key)}`),
    title: translate(locale, `permissionTitles.${key}`),
  }));
}

/** A row as it is answered. */
export function toUser(user: UserRow): User {
  return toAnswer(userEntity, user, {
    invited: user.joined_at === null,
    two_factor: user.two_factor_at !== null,
  });
}

/** Permissions in the list's words. */
function wordsIn(locale: Locale): Record<string, string> {
  const words = permissions.map((name) => [name, translate(locale, `permissions.${name.replace('.', '_')}`)]);
  return Object.fromEntries(words);
}

function groupOf(permission: Permission): string {
  return permission === 'read_only' ? 'restriction' : (permission.split('.', 1)[0] ?? permission);
}
