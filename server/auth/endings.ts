import type { AccountKind, LinkPurpose } from '#server/db/tables.ts';

/**
 * What ends when something changes: the table of GROWTH section 15 as data. `endAccess` reads it, the race tests walk
 * it row by row.
 */
export interface Ending {
  /** The kinds of account that the row is for. */
  of: readonly AccountKind[];
  /** `others`: all but the session that makes the change, if there is one. `this`: only that one. */
  sessions: 'none' | 'this' | 'others' | 'all';
  links: keyof typeof linkGroups;
  /** Whether an address that waits for its confirmation is dropped. */
  pendingEmail: boolean;
  /**
   * Sign-in tickets that wait for their cabinet. `own`: those of the account itself (a customer's own, or those a
   * colleague made to sign in as somebody). `client`: all tickets to that client's cabinet.
   */
  tickets: 'none' | 'own' | 'client';
  /** Sessions in cabinets, by the same words; `older`: all but the person's own newest. */
  cabinets: 'none' | 'older' | 'own' | 'client';
  /** Whether known devices are unknown again, because somebody else may have had the cookie of one. */
  devices: boolean;
  /** Whether keys that a colleague made end for good. */
  keys: boolean;
  /** Whether passkeys are removed, because somebody else may have added one. */
  passkeys: boolean;
}

const both = ['staff', 'customer'] as const;

/** One-time links by what they are for. A refusal is no way in: it outlives all but the account. */
export const linkGroups = {
  none: [],
  challenges: ['second_factor'],
  /** Links for an address that waits for its confirmation. */
  address: ['confirm_new_email', 'confirm_staff_email'],
  all: [
    ...(['second_factor', 'confirm_new_email', 'confirm_staff_email', 'confirm', 'reset'] as const),
    ...(['client_invitation', 'staff_invitation', 'staff_recovery', 'staff_reset'] as const),
  ],
  /** For a deleted account: also the links that take the earlier address back. */
  allAndRefusals: [
    ...(['second_factor', 'confirm_new_email', 'confirm_staff_email', 'confirm', 'reset'] as const),
    ...(['client_invitation', 'staff_invitation', 'staff_recovery', 'staff_reset'] as const),
    ...(['refuse_email', 'refuse_staff_email'] as const),
  ],
} as const satisfies Record<string, readonly LinkPurpose[]>;

const everything = {
  sessions: 'all',
  links: 'all',
  pendingEmail: true,
  tickets: 'own',
  cabinets: 'own',
  devices: false,
  keys: false,
  passkeys: false,
} as const;
const nothing = {
  sessions: 'none',
  links: 'none',
  pendingEmail: false,
  tickets: 'none',
  cabinets: 'none',
  devices: false,
  keys: false,
  passkeys: false,
} as const;

export const endings = {
  /** Set by somebody who is signed in. */
  password_changed: { ...everything, of: both, sessions: 'others', cabinets: 'older', devices: true },
  /** Set by a mailed link; an invitation's too. */
  password_reset: { ...everything, of: both, devices: true },
  /** By the owner or by staff: only the older request ends, and the new one replaces it. */
  address_asked: { ...nothing, of: both, links: 'address', pendingEmail: true },
  /** Withdrawn by those who could have asked, before it was confirmed. */
  address_cancelled: { ...nothing, of: both, links: 'address', pendingEmail: true },
  /** An address that was never confirmed is corrected: links to the old one are void. */
  address_corrected: { ...nothing, of: both, links: 'all', pendingEmail: true },
  /** Requested by the owner. */
  address_confirmed: { ...everything, of: both, sessions: 'others', cabinets: 'none' },
  /** Requested by staff. */
  staff_address_confirmed: { ...everything, of: both },
  /** Refused from the old address, before or after the confirmation: somebody else has or had access. */
  address_refused: { ...everything, of: both, devices: true, keys: true, passkeys: true },
  second_factor_on: {
    ...everything,
    of: both,
    sessions: 'others',
    links: 'challenges',
    pendingEmail: false,
    cabinets: 'older',
  },
  second_factor_off: {
    ...everything,
    of: both,
    sessions: 'others',
    links: 'challenges',
    pendingEmail: false,
    cabinets: 'older',
  },
  /** By somebody else, for a person who has lost a device: its passkeys go too. */
  second_factor_reset: {
    ...everything,
    of: both,
    links: 'challenges',
    pendingEmail: false,
    passkeys: true,
  },
  /** A colleague is no longer connected with the account at the identity provider. */
  oidc_unlinked: {
    ...everything,
    of: ['staff'],
    sessions: 'others',
    links: 'challenges',
    pendingEmail: false,
  },
  /** A colleague's permissions, other than below: each call asks for them again. */
  permissions_changed: { ...nothing, of: ['staff'] },
  /** A colleague may no longer sign in as clients, or may only view. */
  acting_lost: { ...everything, of: ['staff'] },
  blocked: { ...everything, of: ['customer'], tickets: 'client', cabinets: 'client' },
  /** The end of a block by hand. */
  unblocked: { ...nothing, of: ['customer'] },
  deleted: {
    ...everything,
    of: both,
    links: 'allAndRefusals',
    tickets: 'client',
    cabinets: 'client',
    keys: true,
  },
  /** Nothing from before the deletion comes back with the account. */
  restored: {
    ...everything,
    of: both,
    links: 'allAndRefusals',
    tickets: 'client',
    cabinets: 'client',
    keys: true,
  },
  erased: {
    ...everything,
    of: both,
    links: 'allAndRefusals',
    tickets: 'client',
    cabinets: 'client',
    keys: true,
    passkeys: true,
  },
  /** By hand: all sessions of an account but the one that asks. */
  signed_out: { ...everything, of: both, sessions: 'others', links: 'challenges', pendingEmail: false },
  /** An old token of a session was used again: somebody other than the owner has had it. */
  token_stolen: {
    ...everything,
    of: both,
    sessions: 'this',
    links: 'none',
    pendingEmail: false,
    devices: true,
  },
} as const satisfies Record<string, Ending>;
export type EndingCause = keyof typeof endings;

/** What happens to a client, and so to each of its members. */
export const clientCauses = ['blocked', 'unblocked', 'deleted', 'restored', 'erased'] as const;
export type ClientCause = (typeof clientCauses)[number];
