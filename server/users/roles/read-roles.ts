import { type Role, roleEntity } from '#contract/accounts/role.ts';
import { inOrder } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { permissionWords } from './permission-words.ts';
import { type CountedRole, roleCsv, type RoleRow, rolesByIds, roleSource } from './role-store.ts';

/** Roles for the list and its file. */
export function roleListing(db: Db): Listing<Role> {
  return {
    name: 'roles',
    source: ({ locale }) => roleSource(locale),
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await rolesByIds(db, ids)).map((row) => toRole(row, locale)),
    csv: roleCsv(permissionWords),
  };
}

/** Refuses an unknown role before the body is read. */
export function knownRole(db: Db) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await rolesByIds(db, [params.id])).length === 0) throw new AppError('not_found');
  };
}

export function toRole(row: CountedRole, locale: Locale): Role {
  return toAnswer(roleEntity, row, {
    name: roleName(row, locale),
    permissions: inOrder(row.permissions),
  });
}

/** Its own name, or that in the reader's language. */
export function roleName({ name, names }: Pick<RoleRow, 'name' | 'names'>, locale: Locale): string {
  return name ?? names?.[locale] ?? '';
}
