/**
 * What a person may do for a client, from the one who may everything downwards: each role may what those after it may
 * (GROWTH section 18). `admin`: all but owners and closing; `billing`: money, documents, details; `member`: only into
 * the cabinet. Without schemas, because pages of customers load it.
 */
export const memberRoles = ['owner', 'admin', 'billing', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Whether a role may what the lowest one may that is allowed. */
export function mayAs(own: MemberRole, lowest: MemberRole): boolean {
  return memberRoles.indexOf(own) <= memberRoles.indexOf(lowest);
}
