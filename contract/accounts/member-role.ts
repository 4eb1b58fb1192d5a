import * as z from 'zod';

/**
 * What a person may do for a client, from the one who may everything downwards: each role may what those after it may
 * (GROWTH section 18). `admin`: all but owners and closing; `billing`: money, documents, details; `member`: only into
 * the cabinet.
 */
export const memberRoles = ['owner', 'admin', 'billing', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];
export const memberRole = z.enum(memberRoles);

/** Whether a role may what the lowest one may that is allowed. */
export function mayAs(own: MemberRole, lowest: MemberRole): boolean {
  return memberRoles.indexOf(own) <= memberRoles.indexOf(lowest);
}
