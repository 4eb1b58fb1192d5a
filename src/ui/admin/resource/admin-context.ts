import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { can, type Permission } from '#contract/permissions.ts';
import { localeOf } from '#contract/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import {
  type AccessPlace,
  accessToRoute,
  type Guarded,
  holds,
  type AppError,
  readOnlyReason,
} from '#web/providers/access-control-provider.ts';
import type { StaffAuth } from '#web/providers/auth-provider.ts';
import type { HttpClient } from '#web/providers/http-client.ts';
import type { Maintenance } from '#web/providers/maintenance.ts';
import type { StaffSession } from '#web/providers/staff-session.ts';
import type { AnyResource } from './define-resource.ts';
import type { Place } from './places.ts';
import { type Formats, formatsOf } from '#web/ui/shared/formats.ts';

/** What is made once for the admin half and used all over it. */
export interface Admin {
  config: WebConfig;
  http: HttpClient;
  session: StaffSession;
  auth: StaffAuth;
  maintenance: Maintenance;
}

export const AdminContext = createContext<Admin | null>(null);

/** Every resource by name and every page, for screens that speak of others: they can't import them in a circle. */
export const PlacesContext = createContext<{
  resources: Readonly<Record<string, AnyResource>>;
  places: readonly Place[];
}>({ resources: {}, places: [] });

export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (!admin) throw new Error('outside of the admin half');
  return admin;
}

/** Formats in the language shown and the installation's currency and time zone. */
export function useFormats(): Formats {
  const { config } = useAdmin();
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language) ?? config.defaultLocale;
  const { currency, timeZone } = config;
  return useMemo(() => formatsOf({ locale, currency, timeZone }), [locale, currency, timeZone]);
}

/** May this person call a route on this screen? With the reason, as a sentence, why not. */
export interface May {
  (route: Guarded): { allowed: boolean; reason: string | undefined };
}

/**
 * Asks the route's own permission for the person, the panel and the screen at once. As refine's `useCan`, which screens
 * ask, but at once: a button that waited for an answer would jump (docs/decisions/0111).
 */
export function useMay(): May {
  const place = useAccessPlace();
  const reason = useReason();
  return (route) => {
    const answer = accessToRoute(place, route);
    return { allowed: answer.allowed, reason: answer.allowed ? undefined : reason(answer.reason) };
  };
}

/** Does this person have what a route asks for, view-only or not? What they don't have isn't shown. */
export function useHolds(): (route: Guarded) => boolean {
  const place = useAccessPlace();
  return (route) => holds(place, route);
}

/** May this person see the rows of a resource, by the route of its list? */
export function useIsListed(name: string): boolean {
  const resource = useContext(PlacesContext).resources[name];
  const isHeld = useHolds();
  return resource !== undefined && isHeld(resource.routes.list);
}

/** The same of permissions that no route of their own asks for: a list as a file. */
export function useHoldsPermissions(wanted: readonly Permission[]): boolean {
  const { held } = useAccessPlace();
  return wanted.every((one) => can(held, one, { write: false }).allowed);
}

/** Why everything here is view-only, as a sentence; null when it is not. */
export function useReadOnlyReason(): string | null {
  const refused = readOnlyReason(useAccessPlace());
  const reason = useReason();
  return refused === null ? null : reason(refused);
}

/** Who asks, and where. */
export function useAccessPlace(): AccessPlace {
  const { maintenance, session } = useAdmin();
  const held = useHeldPermissions(session);
  const panelReadOnly = useSyncExternalStore(maintenance.subscribe, maintenance.isOn);
  return { held, panelReadOnly, screenReadOnly: useScreenReadOnly() };
}

function useHeldPermissions(session: StaffSession): Permission[] {
  const held = useSyncExternalStore(session.subscribe, () => session.permissions().join(' '));
  // A list compares by identity, its text by what is in it.
  return useMemo(() => session.permissions().filter((name) => held.includes(name)), [session, held]);
}

/** `permissionAccess: 'read_only'` of a route's meta (specification, section 2). */
function useScreenReadOnly(): boolean {
  return useMatches().some(({ handle }) => {
    if (typeof handle !== 'object' || handle === null || !('permissionAccess' in handle)) return false;
    return handle.permissionAccess === 'read_only';
  });
}

function useReason(): (refused: AppError) => string {
  const { t } = useTranslation();
  return (refused) => t(`access.${refused}`);
}
