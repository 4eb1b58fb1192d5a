import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import type { Permission } from '../kernel/permissions.ts';
import { moment } from '../kernel/primitives.ts';
import { rowId } from '../kernel/common-fields.ts';

/**
 * The scopes by which failed logins are counted (GROWTH section 15, "Logins"): an account from one address, an
 * account from anywhere, an address with any account, or a device that has signed in to the account before.
 */
export const loginScopes = ['pair', 'account', 'address', 'device'] as const;
export type LoginScope = (typeof loginScopes)[number];

/** Whose login it is. */
export const accountKinds = ['staff', 'customer'] as const;

/** Who may see and end the locks of each kind of account. */
export const lockPermissions = {
  staff: 'users.write',
  customer: 'clients.write',
} as const satisfies Record<(typeof accountKinds)[number], Permission>;

/** Every field of a scope that failed logins have shut or slowed down, once, in the order of the list's file. */
export const loginLockEntity = {
  id: rowId,
  account_kind: { row: z.enum(accountKinds), list: { type: 'enum', values: accountKinds }, csv: true },
  scope: { row: z.enum(loginScopes), list: { type: 'enum', values: loginScopes }, csv: true },
  /** The typed address, folded; null: any account. */
  email: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  /** The account that has this address now, if there is one. */
  account_id: { row: z.string().nullable(), list: { type: 'id' } },
  account_name: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  /** An address or an IPv6 network; null: any. */
  address: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  failures: { row: z.int(), list: { type: 'number' }, csv: true },
  slowed_at: { row: moment, list: { type: 'moment' }, csv: true },
  /** The failures are deleted then, unless more come. */
  until: { row: moment, list: { type: 'moment' }, csv: true },
} as const satisfies Entity;

export const loginLock = z.object(shapeOf(loginLockEntity, 'row'));
export type LoginLock = z.infer<typeof loginLock>;

/** `GET admin/login-locks` */
export const loginLockList: ListSpec = { fields: listFieldsOf(loginLockEntity), search: true };
