import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { allowsNothing, type Permission, permissions } from '../kernel/permissions.ts';
import { permissionList, roleIds, shownRole } from '../accounts/role.ts';
import { acrossFields, email, limits, moment, nameLine } from '../kernel/primitives.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';

/** Every field of a member of staff, once, in the order of the list's file. */
export const userEntity = {
  id: rowId,
  name: {
    row: z.string(),
    ...own(nameLine(limits.generic)),
    list: { type: 'text' },
    csv: true,
    form: { group: 'account', kind: 'text' },
  },
  email: {
    row: z.string(),
    ...own(email),
    list: { type: 'text' },
    csv: true,
    form: { group: 'account', kind: 'text', type: 'email', help: true },
  },
  /** A new address that waits to be confirmed. */
  pending_email: { row: z.string().nullable() },
  roles: { row: z.array(shownRole), csv: true },
  role_ids: {
    row: z.array(z.string()),
    input: roleIds.default([]),
    change: roleIds,
    form: { group: 'roles' },
  },
  /** Colleagues with one of these roles. */
  role_id: { list: { type: 'id', filterOnly: true } },
  /** The account's own, besides those of its roles. */
  permissions: {
    row: z.array(z.enum(permissions)),
    input: permissionList.default([]),
    change: permissionList,
    csv: true,
    form: { group: 'permissions' },
  },
  /** What the account may do: its own permissions and those of its roles. */
  effective_permissions: { row: z.array(z.enum(permissions)), csv: true },
  /** Colleagues who may do one of these, by themselves or by a role. */
  effective_permission: { list: { type: 'enum', values: permissions, filterOnly: true } },
  /** Has not joined yet. */
  invited: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  created_at: created,
  last_login: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Whether it is switched on. */
  two_factor: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  /** How many the account has; each counts as two factors. */
  passkeys: { row: z.number() },
  two_factor_required: {
    row: z.boolean(),
    input: z.boolean().default(false),
    change: z.boolean(),
    list: { type: 'boolean' },
    csv: true,
    form: { group: 'account', kind: 'switch', help: true },
  },
  /** Is connected with an account at the identity provider. */
  signs_in_by_oidc: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  deleted_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  updated_at: updated,
  /** Needed for changing one's own address. */
  current_password: { change: z.string().max(255) },
} as const satisfies Entity;

/** A member of staff. */
export const user = z.object(shapeOf(userEntity, 'row'));
export type User = z.infer<typeof user>;

/** Somebody must be allowed something: "view only" alone is not. */
const allowsSomething = acrossFields<Partial<Rights>>(({ permissions: chosen, role_ids }, refuse) => {
  if (!chosen || !role_ids) return;
  const refusal = refusalOfRights({ permissions: chosen, role_ids });
  if (refusal) refuse('permissions', refusal);
});

type Rights = { permissions: Permission[]; role_ids: string[] };

/** Why these rights can't be given: they allow nothing. */
export function refusalOfRights({ permissions: chosen, role_ids }: Rights): string | null {
  if (role_ids.length > 0 || !allowsNothing(chosen)) return null;
  return chosen.length === 0 ? 'validation.roleOrRight' : 'validation.viewOnlyAlone';
}

/** `POST admin/users` */
export const userInput = z.strictObject(shapeOf(userEntity, 'input')).check(allowsSomething);
export type UserInput = z.infer<typeof userInput>;

/** `PUT admin/users/{id_user}` */
export const userChanges = z
  .strictObject(shapeOf(userEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() })
  .check(allowsSomething);
export type UserChanges = z.infer<typeof userChanges>;

export const userList: ListSpec = { fields: listFieldsOf(userEntity), search: true, trashed: true };
