import * as z from 'zod';
import type { ListSpec } from './list-query.ts';
import { type Permission, permissions } from './permissions.ts';
import { email, limits, line } from './primitives.ts';

/** A member of staff. `invited`: has not joined yet. `two_factor`: has switched it on. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  created_at: z.iso.datetime(),
  deleted_at: z.iso.datetime().nullable(),
  invited: z.boolean(),
  last_login: z.iso.datetime().nullable(),
  two_factor: z.boolean(),
  two_factor_required: z.boolean(),
  updated_at: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

const permissionList = z
  .array(z.enum(permissions))
  .min(1, { error: 'validation.onePermission' })
  .transform((chosen): Permission[] => permissions.filter((name) => chosen.includes(name)));

const userFields = { email, name: line(limits.generic), permissions: permissionList };

/** `POST admin/users` */
export const userInput = z.strictObject({ ...userFields, two_factor_required: z.boolean().default(false) });
export type UserInput = z.infer<typeof userInput>;

/** `PUT admin/users/{id_user}` */
export const userChanges = z
  .strictObject({ ...userFields, two_factor_required: z.boolean() })
  .partial()
  .extend({ updated_at: z.iso.datetime().optional() });
export type UserChanges = z.infer<typeof userChanges>;

export const userList: ListSpec = {
  fields: {
    id: { type: 'id' },
    email: { type: 'text' },
    name: { type: 'text' },
    created_at: { type: 'moment' },
    deleted_at: { type: 'moment' },
    invited: { type: 'boolean' },
    last_login: { type: 'moment' },
    two_factor: { type: 'boolean' },
    two_factor_required: { type: 'boolean' },
    updated_at: { type: 'moment' },
  },
  search: true,
  trashed: true,
};
