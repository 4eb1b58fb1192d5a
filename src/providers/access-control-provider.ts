import type { AccessControlProvider } from '@refinedev/core';
import { can, type Permission } from '#contract/permissions.ts';
import type { Resource, Row } from '#web/ui/define-resource.ts';

/** Why something may not be done: what the person lacks, or who made it view-only (DESIGN sections 8 and 10.6). */
export type Refused = 'missing' | 'read_only' | 'maintenance' | 'screen';
export type Access = { allowed: true } | { allowed: false; reason: Refused };

/** What makes the panel, the person or the screen view-only. */
export interface AccessPlace {
  held: readonly Permission[];
  /** `readOnly` of config.json: the whole panel. */
  panelReadOnly: boolean;
  /** `permissionAccess: 'read_only'` of the route. */
  screenReadOnly?: boolean;
}

/**
 * Whether an act is allowed in a place. `write` says that it would change something. The server's answer is the one that counts.
 */
export function accessTo(
  { held, panelReadOnly, screenReadOnly = false }: AccessPlace,
  wanted: Permission,
  { write }: { write: boolean },
): Access {
  const answer = can(held, wanted, { write });
  if (!answer.allowed) return answer;
  if (write && panelReadOnly) return { allowed: false, reason: 'maintenance' };
  if (write && screenReadOnly) return { allowed: false, reason: 'screen' };
  return { allowed: true };
}

/** The view-only reason that holds for a whole screen, for its banner; null when one may change things. */
export function readOnlyReason({
  held,
  panelReadOnly,
  screenReadOnly = false,
}: AccessPlace): Exclude<Refused, 'missing'> | null {
  if (panelReadOnly) return 'maintenance';
  if (held.includes('read_only')) return 'read_only';
  return screenReadOnly ? 'screen' : null;
}

/**
 * Refine's access control from the declarations' permissions. The reason is a sentence for the reader.
 */
export function createAccessControlProvider({
  place,
  resources,
  reason,
}: {
  place: () => AccessPlace;
  resources: Readonly<Record<string, Pick<Resource<Row>, 'permissions'>>>;
  reason: (refused: Refused) => string;
}): AccessControlProvider {
  return {
    can: async ({ resource, action }) => {
      const permissions = resources[resource ?? '']?.permissions;
      const wanted = permissions && permissionFor(permissions, action);
      if (!wanted) return { can: false, reason: reason('missing') };
      const answer = accessTo(place(), wanted, { write: action !== 'list' && action !== 'show' });
      return answer.allowed ? { can: true } : { can: false, reason: reason(answer.reason) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: false } },
  };
}

function permissionFor(
  { read, write, remove }: Resource<Row>['permissions'],
  action: string,
): Permission | undefined {
  switch (action) {
    case 'list':
    case 'show':
      return read;
    case 'create':
    case 'edit':
    case 'clone':
      return write;
    case 'delete':
    case 'restore':
      return remove ?? write;
    default:
      return undefined;
  }
}
