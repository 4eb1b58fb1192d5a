import { type RawBuilder, sql } from 'kysely';
import type { Permission } from '#contract/kernel/permissions.ts';

/**
 * SQL: what an account may do: its own permissions and those of its roles, in no order (docs/decisions/0199). `users`:
 * the table's alias in the statement.
 */
export function effectivePermissions(users = 'users'): RawBuilder<Permission[]> {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql`effective_permissions(${column('permissions')}, ${column('role_ids')})`;
}
