import * as z from 'zod';
import type { ListSpec } from '../list-query.ts';
import type { Permission } from '../permissions.ts';
import { moment } from '../primitives.ts';

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

/** A scope that failed logins have shut or slowed down. */
export const loginLock = z.object({
  id: z.string(),
  account_kind: z.enum(accountKinds),
  scope: z.enum(loginScopes),
  /** The typed address, folded; null: any account. */
  email: z.string().nullable(),
  /** The account that has this address now, if there is one. */
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  /** An address or an IPv6 network; null: any. */
  address: z.string().nullable(),
  failures: z.int(),
  slowed_at: moment,
  /** The failures are deleted then, unless more come. */
  until: moment,
});
export type LoginLock = z.infer<typeof loginLock>;

/** `GET admin/login-locks` */
export const loginLockList: ListSpec = {
  fields: {
    id: { type: 'id' },
    account_kind: { type: 'enum', values: accountKinds },
    scope: { type: 'enum', values: loginScopes },
    email: { type: 'text' },
    account_id: { type: 'id' },
    account_name: { type: 'text' },
    address: { type: 'text' },
    failures: { type: 'number' },
    slowed_at: { type: 'moment' },
    until: { type: 'moment' },
  },
  search: true,
};
