import * as z from 'zod';

/**
 * What a person may do for a client, from the one who may everything downwards: each role may what those after it may
 * (GROWTH section 18). `admin`: all but owners and closing; `billing`: money, documents, details; `member`: only into
 * the cabinet.
 */
export const roles = ['owner', 'admin', 'billing', 'member'] as const;
export type Role = (typeof roles)[number];
export const role = z.enum(roles);

/** Whether a role may what the lowest one may that is allowed. */
export function mayAs(own: Role, lowest: Role): boolean {
  return roles.indexOf(own) <= roles.indexOf(lowest);
}
