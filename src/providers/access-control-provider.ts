import type { AccessControlProvider } from '@refinedev/core';
import { can, type Permission, type Wanted } from '#contract/kernel/permissions.ts';
import { type Route, writes } from '#contract/http/route.ts';

/** Why something is not allowed: a missing permission, or what made it view-only (DESIGN sections 8 and 10.6). */
export type DenialReason = 'missing' | 'read_only' | 'maintenance' | 'screen';
export type Access = { allowed: true } | { allowed: false; reason: DenialReason };

/** The person, and what makes the panel or the screen view-only. */
export interface AccessPlace {
  held: readonly Permission[];
  /** `readOnly` of config.json: the whole panel. */
  panelReadOnly: boolean;
  /** `permissionAccess: 'read_only'` of the route. */
  screenReadOnly?: boolean;
}

/** Whether an action is allowed. `write` means that it would change something. In the end the server decides. */
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

/** The same for a route of the contract, which says its permission and whether it changes something. */
export function accessToRoute(place: AccessPlace, { access, method }: Guarded): Access {
  if (access.who !== 'staff') return { allowed: true };
  const write = writes({ method }) && !access.readOnlyMay;
  if (access.permission !== null) return accessTo(place, access.permission, { write });
  const reason = write ? readOnlyReason(place) : null;
  return reason === null ? { allowed: true } : { allowed: false, reason };
}

/** Whether the person has the route's permission, view-only or not. If not, nothing is shown, not even disabled. */
export function holds({ held }: Pick<AccessPlace, 'held'>, { access }: Guarded): boolean {
  if (access.who !== 'staff' || access.permission === null) return true;
  return can(held, access.permission, { write: false }).allowed;
}

/** Why a whole screen is view-only, for its banner; null when changes are allowed. */
export function readOnlyReason({
  held,
  panelReadOnly,
  screenReadOnly = false,
}: AccessPlace): Exclude<DenialReason, 'missing'> | null {
  if (panelReadOnly) return 'maintenance';
  if (held.includes('read_only')) return 'read_only';
  return screenReadOnly ? 'screen' : null;
}

/** Whether a person may open a screen: by any one of its routes; without any, everybody may. */
export function opensScreen(place: AccessPlace, routes: readonly Guarded[]): boolean {
  return routes.length === 0 || routes.some((route) => accessToRoute(place, route).allowed);
}

/**
 * Refine's access control, based on the routes of the screens. The reason is a text
 * for the reader.
 */
export function createAccessControlProvider({
  place,
  needs,
  reason,
}: {
  place: () => AccessPlace;
  /** Undefined: there is no such screen. */
  needs: (resource: string, action: string) => readonly Guarded[] | undefined;
  reason: (refused: DenialReason, wanted: Wanted | null) => string;
}): AccessControlProvider {
  return {
    can: async ({ resource = '', action, params }) => {
      const routes = needs(resource, action);
      const asked: AccessPlace = { ...place(), ...params?.['place'] };
      if (routes && opensScreen(asked, routes)) return { can: true };
      // A permission that is held but not usable explains more than a missing one.
      const said = routes?.find((route) => holds(asked, route)) ?? routes?.[0];
      const answer = said && accessToRoute(asked, said);
      const wanted = said?.access.who === 'staff' ? said.access.permission : null;
      return { can: false, reason: reason(answer?.allowed === false ? answer.reason : 'missing', wanted) };
    },
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: false } },
  };
}
