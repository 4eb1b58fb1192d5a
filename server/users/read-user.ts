import { inOrder, type Permission, permissions } from '#contract/kernel/permissions.ts';
import { type User, userEntity } from '#contract/entities/user.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { permissionWords } from './roles/permission-words.ts';
import { roleName } from './roles/read-roles.ts';
import type { StaffDeps } from './staff-deps.ts';
import { type StaffRow, userById, userCsv, usersByIds, userSource } from './user-store.ts';

/** Staff for the list and its file. */
export function userListing({ db }: StaffDeps): Listing<User> {
  return {
    name: 'users',
    source: () => userSource,
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await usersByIds(db, ids)).map((row) => toUser(row, locale)),
    csv: userCsv(permissionWords),
  };
}

export async function readUser({ db }: StaffDeps, { locale }: Caller, id: string): Promise<User> {
  const user = await userById(db, id);
  if (!user) throw new AppError('not_found');
  return toUser(user, locale);
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
export function toUser(user: StaffRow, locale: Locale): User {
  return toAnswer(userEntity, user, {
    roles: user.roles.map((role) => ({ id: role.id, name: roleName(role, locale) })),
    effective_permissions: inOrder(user.effective_permissions),
    invited: user.joined_at === null,
    two_factor: user.two_factor_at !== null,
    signs_in_by_oidc: user.oidc_subject !== null,
  });
}

function groupOf(permission: Permission): string {
  return permission === 'read_only' ? 'restriction' : (permission.split('.', 1)[0] ?? permission);
}
