import { Refine, type ResourceProps } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate, useRouteError } from 'react-router';
import { anyOf, type Wanted } from '#contract/kernel/permissions.ts';
import { createAccessControlProvider } from '#web/providers/access-control-provider.ts';
import { loginPath } from '#web/providers/auth-provider.ts';
import { createDataProvider } from '#web/providers/data-provider.ts';
import { forgetDrafts } from '#web/ui/admin/form/draft/kept-drafts.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { networkError } from '#web/providers/http-error.ts';
import { errorText } from '#web/providers/i18n.ts';
import { i18nProvider } from '#web/providers/i18n-provider.ts';
import { isPanelPath } from '#web/providers/site-path.ts';
import { useNotificationProvider } from '#web/providers/notification-provider.ts';
import { places } from '#web/app/places.ts';
import { innerLists, resources } from '#web/resources/index.ts';
import { PlacesContext, useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { actionsOf, type AnyResource, createPath, listPath } from '#web/ui/admin/resource/define-resource.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { forgetClients } from '#web/ui/admin/palette/recent-clients.ts';
import { forgetPlaces } from '#web/ui/admin/resource/list-place.ts';
import { needsOf } from '#web/ui/admin/resource/places.ts';
import { permissionKey } from '#web/ui/admin/resource/permission-key.ts';

/** Refine around every screen of the panel. */
export function AdminRoot() {
  const { config, http, session, auth, maintenance } = useAdmin();
  const [parts] = useState(() => ({
    data: createDataProvider(http, { apiUrl: config.apiUrl, routes: routesByName() }),
    access: createAccessControlProvider({
      place: () => ({ held: session.permissions(), panelReadOnly: maintenance.isOn() }),
      needs: needsOf(places),
      reason: (refused, wanted) =>
        refused === 'missing' && wanted !== null
          ? i18next.t('denied.text', { permission: namesOf(wanted) })
          : i18next.t(`access.${refused}`),
    }),
  }));
  return (
    <Refine
      routerProvider={routerProvider}
      dataProvider={parts.data}
      authProvider={auth}
      accessControlProvider={parts.access}
      i18nProvider={i18nProvider}
      notificationProvider={useNotificationProvider}
      resources={Object.values(resources).map(refineResource)}
      options={{
        disableTelemetry: true,
        reactQuery: { clientConfig: { defaultOptions: { queries, mutations } } },
      }}
    >
      <Forgetfulness />
      <ScrollRestoration />
      <PlacesContext value={{ resources, places }}>
        <Outlet />
      </PlacesContext>
    </Refine>
  );
}

/**
 * Screens behind the login. Without a token the session is cleared, and the login leads back to this address
 * (specification, section 2).
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { session } = useAdmin();
  const location = useLocation();
  const isSignedIn = useSyncExternalStore(session.subscribe, () => session.token() !== null);
  useEffect(() => {
    if (!isSignedIn && session.permissions().length > 0) session.end(session.lastEnd() ?? 'lost');
  }, [isSignedIn, session]);
  if (isSignedIn) return children;
  return <ToLogin path={session.lastEnd() === 'logged-out' ? '/login' : loginPath(location)} />;
}

/** Redirects after each render: `Navigate` does it only once, and a slow "Back" would then stay here. */
function ToLogin({ path }: { path: string }) {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => void navigate(path, { replace: true }), [navigate, path, location]);
  return null;
}

/** An address outside the panel: it is loaded as a page, and from here leads to `/404`. */
export function NotOfThisHalf() {
  const { pathname } = useLocation();
  useEffect(() => {
    location.replace(isPanelPath(pathname) ? '/404' : location.href);
  }, [pathname]);
  return null;
}

/** A screen that could not be loaded or shown: an old page after an update, or a bug. */
export function ScreenFailure() {
  const error = useRouteError();
  const text = errorText(navigator.onLine ? error : networkError());
  return <Failure text={text} retry={() => location.reload()} />;
}

/** Clears what one person has seen before the next signs in. */
function Forgetfulness() {
  const { session } = useAdmin();
  const cache = useQueryClient();
  useEffect(
    () =>
      session.subscribe(() => {
        if (session.token() !== null) return;
        cache.clear();
        forgetClients();
        if (session.lastEnd() !== 'logged-out') return;
        forgetDrafts();
        forgetPlaces();
      }),
    [session, cache],
  );
  return null;
}

// Without a network a request fails with a message. By default it would wait silently, even when logging out.
const networkMode = 'always' as const;

const mutations = { networkMode };

const queries = {
  networkMode,
  refetchOnReconnect: true,
  refetchOnWindowFocus: false,
  staleTime: 5000,
  // The server would refuse again; only a lost network is worth another try.
  retry: (tries: number, error: Error) => tries < 1 && statusOf(error) === 0,
};

function statusOf(error: Error): number | undefined {
  const cause: unknown = error.cause;
  return cause instanceof HttpError ? cause.status : undefined;
}

function routesByName() {
  const own = Object.entries(resources).map(([name, { routes }]) => [name, routes]);
  return { ...innerLists, ...Object.fromEntries(own) };
}

function namesOf(wanted: Wanted): string {
  return anyOf(wanted)
    .map((name) => i18next.t(`permissions.${permissionKey(name)}`))
    .join(' / ');
}

/** A resource in refine's form, with the address of each of its screens. */
function refineResource(resource: AnyResource): ResourceProps {
  const path = listPath(resource);
  const actions = actionsOf(resource);
  return {
    name: resource.name,
    list: path,
    ...(actions.includes('create') && { create: createPath(resource) }),
    ...(actions.includes('edit') && { edit: `${path}/edit/:id` }),
    ...(actions.includes('show') && { show: `${path}/show/:id` }),
    meta: { canDelete: resource.routes.remove !== undefined },
  };
}
