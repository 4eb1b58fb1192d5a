import * as z from 'zod';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { allowsNothing, inOrder, type Permission, permissions } from '../kernel/permissions.ts';
import { id, line, moment } from '../kernel/primitives.ts';

export const roleLimits = {
  name: { max: 60 },
  count: { max: 100 },
} as const;

/** Permissions as they are sent: each once, in the order of the table. */
export const permissionList = z
  .array(z.enum(permissions))
  .transform((chosen): Permission[] => inOrder(chosen));

/** The same where they must allow something. */
export const someRights = permissionList
  .refine((chosen) => chosen.length > 0, { error: 'validation.onePermission', abort: true })
  .refine((chosen) => !allowsNothing(chosen), { error: 'validation.viewOnlyAlone' });

/** Every field of a role, once, in the order of the list's file (GROWTH section 18). */
export const roleEntity = {
  id: rowId,
  name: { row: z.string(), ...own(line(roleLimits.name)), list: { type: 'text' }, csv: true },
  permissions: { row: z.array(z.enum(permissions)), ...own(someRights), csv: true },
  /** Colleagues who have it and are not deleted. */
  users_count: { row: z.int(), list: { type: 'number' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

/** Rights under a name, which any number of colleagues have. */
export const role = z.object(shapeOf(roleEntity, 'row'));
export type Role = z.infer<typeof role>;

/** A role as the colleague who has it shows it. */
export const shownRole = role.pick({ id: true, name: true });

/** `POST admin/roles` */
export const roleInput = z.strictObject(shapeOf(roleEntity, 'input'));
export type RoleInput = z.infer<typeof roleInput>;

/** `PUT admin/roles/{id}` */
export const roleChanges = z
  .strictObject(shapeOf(roleEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() });
export type RoleChanges = z.infer<typeof roleChanges>;

export const roleList: ListSpec = { fields: listFieldsOf(roleEntity), search: true };

/** The roles of a colleague, sent whole. */
export const roleIds = z
  .array(id)
  .max(roleLimits.count.max)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'validation.repeated' });
