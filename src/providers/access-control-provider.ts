import type { AccessControlProvider } from '@refinedev/core';
import { can, type Permission, type Wanted } from '#contract/permissions.ts';
import { type Route, writes } from '#contract/http/route.ts';

/** Why something may not be done: what the person lacks, or who made it view-only (DESIGN sections 8 and 10.6). */
export type AppError = 'missing' | 'read_only' | 'maintenance' | 'screen';
export type Access = { allowed: true } | { allowed: false; reason: AppError };

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
  wanted: Wanted,
  { write }: { write: boolean },
): Access {
  const answer = can(held, wanted, { write });
  if (!answer.allowed) return answer;
  if (write && panelReadOnly) return { allowed: false, reason: 'maintenance' };
  if (write && screenReadOnly) return { allowed: false, reason: 'screen' };
  return { allowed: true };
}

/** The part of a route that says who may call it. */
export type Guarded = Pick<Route, 'access' | 'method'>;

/** The same for a route of the contract, which names its permission and whether it changes something. */
export function accessToRoute(place: AccessPlace, { access, method }: Guarded): Access {
  if (access.who !== 'staff') return { allowed: true };
  const write = writes({ method }) && !access.readOnlyMay;
  if (access.permission !== null) return accessTo(place, access.permission, { write });
  const reason = write ? readOnlyReason(place) : null;
  return reason === null ? { allowed: true } : { allowed: false, reason };
}

/** Whether the person has what a route asks for, view-only or not: else there is nothing to show as disabled. */
export function holds({ held }: Pick<AccessPlace, 'held'>, { access }: Guarded): boolean {
  if (access.who !== 'staff' || access.permission === null) return true;
  return can(held, access.permission, { write: false }).allowed;
}

/** The view-only reason that holds for a whole screen, for its banner; null when one may change things. */
export function readOnlyReason({
  held,
  panelReadOnly,
  screenReadOnly = false,
}: AccessPlace): Exclude<AppError, 'missing'> | null {
  if (panelReadOnly) return 'maintenance';
  if (held.includes('read_only')) return 'read_only';
  return screenReadOnly ? 'screen' : null;
}

/**
 * Refine's access control, from the routes that the screens stand on: any of them opens a screen. The reason is a
 * sentence for the reader.
 */
export function createAccessControlProvider({
  place,
  needs,
  reason,
}: {
  place: () => AccessPlace;
  /** Undefined: there is no such screen. */
  needs: (resource: string, action: string) => readonly Guarded[] | undefined;
  reason: (refused: AppError, wanted: Wanted | null) => string;
}): AccessControlProvider {
  return {
    can: async ({ resource = '', action, params }) => {
      const routes = needs(resource, action);
      const asked: AccessPlace = { ...place(), ...params?.['place'] };
      const opens = (route: Guarded) => accessToRoute(asked, route).allowed;
      if (routes && (routes.length === 0 || routes.some(opens))) return { can: true };
      // What one holds and may not use says more than what one lacks.
      const said = routes?.find((route) => holds(asked, route)) ?? routes?.[0];
      const answer = said && accessToRoute(asked, said);
      const wanted = said?.access.who === 'staff' ? said.access.permission : null;
      return { can: false, reason: reason(answer?.allowed === false ? answer.reason : 'missing', wanted) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: false } },
  };
}
