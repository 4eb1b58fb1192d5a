import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import { can, type Permission } from '#contract/kernel/permissions.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import {
  type AccessPlace,
  accessToRoute,
  type Guarded,
  holds,
  type DenialReason,
  readOnlyReason,
} from '#web/providers/access-control-provider.ts';
import type { StaffAuth } from '#web/providers/auth-provider.ts';
import type { HttpClient } from '#web/providers/http-client.ts';
import type { Maintenance } from '#web/providers/maintenance.ts';
import type { StaffSession } from '#web/providers/staff-session.ts';
import type { AnyResource } from './define-resource.ts';
import type { Place } from './places.ts';
import { type Formats, formatsOf } from '#web/ui/shared/formats.ts';

/** Made once for the panel and used everywhere in it. */
export interface Admin {
  config: WebConfig;
  http: HttpClient;
  session: StaffSession;
  auth: StaffAuth;
  maintenance: Maintenance;
}

export const AdminContext = createContext<Admin | null>(null);

/** Every resource by name, and every page, for screens that refer to others; direct imports would form a circle. */
export const PlacesContext = createContext<{
  resources: Readonly<Record<string, AnyResource>>;
  places: readonly Place[];
}>({ resources: {}, places: [] });

export function useAdmin(): Admin {
  const admin = useContext(AdminContext);
  if (!admin) throw new Error('outside of the admin half');
  return admin;
}

/** Formats for the present language and the installation's currency and time zone. */
export function useFormats(): Formats {
  const { config } = useAdmin();
  const { i18n } = useTranslation();
  const locale = localeOf(i18n.language) ?? config.defaultLocale;
  const { currency, timeZone } = config;
  return useMemo(() => formatsOf({ locale, currency, timeZone }), [locale, currency, timeZone]);
}

/** May this person call a route on this screen? If not, the reason as a text. */
export interface May {
  (route: Guarded): { allowed: boolean; reason: string | undefined };
}

/**
 * Checks the route's own permission for the person, the panel and the screen. The same as refine's `useCan`, but
 * without waiting: a button that waits for an answer would jump (docs/decisions/0111).
 */
export function useMay(): May {
  const place = useAccessPlace();
  const reason = useReason();
  return (route) => {
    const answer = accessToRoute(place, route);
    return { allowed: answer.allowed, reason: answer.allowed ? undefined : reason(answer.reason) };
  };
}

/** Does this person have a route's permission, view-only or not? Without it nothing is shown. */
export function useHolds(): (route: Guarded) => boolean {
  const place = useAccessPlace();
  return (route) => holds(place, route);
}

/** May this person see the rows of a resource, by its list's route? */
export function useIsListed(name: string): boolean {
  return useListed()(name);
}

/** The same for any of them. */
export function useListed(): (name: string) => boolean {
  const { resources } = useContext(PlacesContext);
  const isHeld = useHolds();
  return (name) => {
    const resource = resources[name];
    return resource !== undefined && isHeld(resource.routes.list);
  };
}

/** The field of a resource's rows that names them. */
export function useTitleField(name: string): string {
  return useContext(PlacesContext).resources[name]?.titleField ?? 'name';
}

/** What a row is called, by that field. */
export function titleOf(row: object, field: string): string {
  return String(Object.entries(row).find(([name]) => name === field)?.[1] ?? '');
}

/** The same for permissions without a route of their own: a list as a file. */
export function useHoldsPermissions(wanted: readonly Permission[]): boolean {
  const { held } = useAccessPlace();
  return wanted.every((one) => can(held, one, { write: false }).allowed);
}

/** Why everything here is view-only, as a text; null when it is not. */
export function useReadOnlyReason(): string | null {
  const refused = readOnlyReason(useAccessPlace());
  const reason = useReason();
  return refused === null ? null : reason(refused);
}

/** The person, the panel and the screen. */
export function useAccessPlace(): AccessPlace {
  const { maintenance, session } = useAdmin();
  const held = useHeldPermissions(session);
  const panelReadOnly = useSyncExternalStore(maintenance.subscribe, maintenance.isOn);
  return { held, panelReadOnly, screenReadOnly: useScreenReadOnly() };
}

function useHeldPermissions(session: StaffSession): Permission[] {
  const held = useSyncExternalStore(session.subscribe, () => session.permissions().join(' '));
  // Lists are compared by identity, texts by content.
  return useMemo(() => session.permissions().filter((name) => held.includes(name)), [session, held]);
}

/** `permissionAccess: 'read_only'` of a route's meta (specification, section 2). */
function useScreenReadOnly(): boolean {
  return useMatches().some(({ handle }) => {
    if (typeof handle !== 'object' || handle === null || !('permissionAccess' in handle)) return false;
    return handle.permissionAccess === 'read_only';
  });
}

function useReason(): (refused: DenialReason) => string {
  const { t } = useTranslation();
  return (refused) => t(`access.${refused}`);
}
