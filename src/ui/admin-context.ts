import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import type { Permission } from '#contract/permissions.ts';
import { localeOf } from '#contract/variants.ts';
import type { WebConfig } from '#contract/web-config.ts';
import {
  type AccessPlace,
  accessTo,
  type Refused,
  readOnlyReason,
} from '#web/providers/access-control-provider.ts';
import type { StaffAuth } from '#web/providers/auth-provider.ts';
import type { HttpClient } from '#web/providers/http-client.ts';
import type { Maintenance } from '#web/providers/maintenance.ts';
import type { StaffSession } from '#web/providers/staff-session.ts';
import type { ListedResource } from '#web/ui/define-resource.ts';
import { type Formats, formatsOf } from '#web/ui/formats.ts';

/** What is made once for the admin half and used all over it. */
export interface Admin {
  config: WebConfig;
  http: HttpClient;
  session: StaffSession;
  auth: StaffAuth;
  maintenance: Maintenance;
}

export const AdminContext = createContext<Admin | null>(null);

/** Every resource by name, for a screen of one that speaks of others: it can't import them in a circle. */
export const ResourcesContext = createContext<Readonly<Record<string, ListedResource>>>({});

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

/** May this person do it on this screen? With the reason, as a sentence, why not. */
export interface May {
  (wanted: Permission, options: { write: boolean }): { allowed: boolean; reason: string | undefined };
}

/**
 * Asks `can()` for the person, the panel and the screen at once.
 */
export function useMay(): May {
  const place = useAccessPlace();
  const reason = useReason();
  return (wanted, options) => {
    const answer = accessTo(place, wanted, options);
    return { allowed: answer.allowed, reason: answer.allowed ? undefined : reason(answer.reason) };
  };
}

/** Why everything here is view-only, as a sentence; null when it is not. */
export function useReadOnlyReason(): string | null {
  const refused = readOnlyReason(useAccessPlace());
  const reason = useReason();
  return refused === null ? null : reason(refused);
}

function useAccessPlace(): AccessPlace {
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

function useReason(): (refused: Refused) => string {
  const { t } = useTranslation();
  return (refused) => t(`access.${refused}`);
}
