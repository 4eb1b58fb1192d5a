import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../entity.ts';
import type { ListSpec } from '../list-query.ts';
import { type Permission, permissions } from '../permissions.ts';
import { email, limits, line, moment } from '../primitives.ts';
import { created, own, rowId, updated } from './common-fields.ts';

const permissionList = z
  .array(z.enum(permissions))
  .min(1, { error: 'validation.onePermission' })
  .transform((chosen): Permission[] => permissions.filter((name) => chosen.includes(name)));

/** Every field of a member of staff, once, in the order of the list's file. */
export const userEntity = {
  id: rowId,
  name: {
    row: z.string(),
    ...own(line(limits.generic)),
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
  permissions: {
    row: z.array(z.enum(permissions)),
    ...own(permissionList),
    csv: true,
    form: { group: 'permissions' },
  },
  /** Has not joined yet. */
  invited: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  created_at: created,
  last_login: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Whether it is switched on. */
  two_factor: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  two_factor_required: {
    row: z.boolean(),
    input: z.boolean().default(false),
    change: z.boolean(),
    list: { type: 'boolean' },
    csv: true,
    form: { group: 'account', kind: 'switch', help: true },
  },
  deleted_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  updated_at: updated,
  /** Needed for changing one's own address. */
  current_password: { change: z.string().max(255) },
} as const satisfies Entity;

/** A member of staff. */
export const user = z.object(shapeOf(userEntity, 'row'));
export type User = z.infer<typeof user>;

/** `POST admin/users` */
export const userInput = z.strictObject(shapeOf(userEntity, 'input'));
export type UserInput = z.infer<typeof userInput>;

/** `PUT admin/users/{id_user}` */
export const userChanges = z
  .strictObject(shapeOf(userEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() });
export type UserChanges = z.infer<typeof userChanges>;

export const userList: ListSpec = { fields: listFieldsOf(userEntity), search: true, trashed: true };
