import { createBrowserRouter, type RouteObject } from 'react-router';
import { places } from '#web/app/places.ts';
import { AwaitedPanel } from '#web/ui/admin/layout/awaited-panel.tsx';
import { AdminLayout } from '#web/ui/admin/layout/admin-layout.tsx';
import { AdminRoot, NotOfThisHalf, ScreenFailure, SignedIn } from './admin-root.tsx';
import {
  actionsOf,
  type AnyResource,
  type Page,
  type Screen,
  type ScreenAction,
} from '#web/ui/admin/resource/define-resource.ts';
import { formScreen } from '#web/ui/admin/form/form-frames.tsx';
import { ListScreen } from '#web/ui/admin/list/list-screen.tsx';
import type { Place } from '#web/ui/admin/resource/places.ts';
import { PanelNotFound } from '#web/ui/admin/kit/page/not-found.tsx';
import { showScreen } from '#web/ui/admin/show/declared-show.tsx';
import { guarded } from '#web/ui/admin/layout/screen-guard.tsx';
import { Reauthenticate } from '#web/ui/admin/account/reauthenticate.tsx';
import { TwoFactorGate } from '#web/ui/admin/account/two-factor-gate.tsx';

/**
 * The addresses of the panel; each screen is a separate chunk. `handle: { permissionAccess: 'read_only' }` makes a
 * screen view-only (specification, section 2).
 */
export function createAdminRouter() {
  return createBrowserRouter([
    {
      element: <AdminRoot />,
      errorElement: <ScreenFailure />,
      HydrateFallback: AwaitedPanel,
      children: [
        { path: '/login', lazy: () => import('#web/pages/login.tsx') },
        { path: '/set-up/:token', lazy: () => import('#web/pages/set-up.tsx') },
        {
          path: '/admin-panel',
          element: (
            <SignedIn>
              <TwoFactorGate>
                <AdminLayout />
              </TwoFactorGate>
              <Reauthenticate />
            </SignedIn>
          ),
          children: [
            {
              errorElement: <ScreenFailure />,
              children: [...places.flatMap(screensOf), { path: '*', element: <PanelNotFound /> }],
            },
          ],
        },
        { path: '*', element: <NotOfThisHalf /> },
      ],
    },
  ]);
}

/** The addresses of a resource or a page, from its declaration. */
function screensOf(place: Place): RouteObject[] {
  if ('page' in place) return [pageRoute(place.page)];
  const { resource } = place;
  return [
    ...actionsOf(resource).map((action): RouteObject => ({
      path: `${resource.path ?? resource.name}${below[action]}`,
      lazy: guarded(screenOf(resource, action), { resource: resource.name, action }),
    })),
    ...(resource.pages ?? []).map(pageRoute),
  ];
}

const below: Record<ScreenAction, string> = {
  list: '',
  create: '/create',
  edit: '/edit/:id',
  show: '/show/:id',
};

function pageRoute({ name, path, screen }: Page): RouteObject {
  const lazy = guarded(screen, { resource: name, action: 'show' });
  return path === '' ? { index: true, lazy } : { path, lazy };
}

/** The screen written by hand, else the one made from the declaration. */
function screenOf(resource: AnyResource, action: ScreenAction): Screen {
  if (action === 'create' || action === 'edit') return formScreen(resource, action);
  const { screens } = resource;
  if (action === 'list') {
    return screens?.list ?? (async () => ({ Component: () => <ListScreen resource={resource} /> }));
  }
  return screens?.show ?? showScreen(resource);
}
