import { createBrowserRouter, type RouteObject } from 'react-router';
import { AdminLayout } from '#web/ui/admin-layout.tsx';
import { AdminRoot, NotOfThisHalf, ScreenFailure, SignedIn } from '#web/ui/admin-root.tsx';
import { TwoFactorGate } from '#web/ui/second-factor/two-factor-gate.tsx';

/**
 * The addresses of the admin half; each screen is a chunk of its own. `handle: { permissionAccess: 'read_only' }`
 * makes a screen view-only (specification, section 2).
 */
export function createAdminRouter() {
  return createBrowserRouter([
    {
      element: <AdminRoot />,
      errorElement: <ScreenFailure />,
      HydrateFallback: () => null,
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
            </SignedIn>
          ),
          children: [{ errorElement: <ScreenFailure />, children: screens }],
        },
        { path: '*', element: <NotOfThisHalf /> },
      ],
    },
  ]);
}

const screens: RouteObject[] = [
  { index: true, lazy: () => import('#web/pages/home.tsx') },
  { path: 'tariffs', lazy: () => import('#web/resources/tariffs/tariff-list.tsx') },
  { path: 'tariffs/create', lazy: () => import('#web/resources/tariffs/tariff-create.tsx') },
  { path: 'tariffs/edit/:id', lazy: () => import('#web/resources/tariffs/tariff-edit.tsx') },
  { path: 'tariffs/show/:id', lazy: () => import('#web/resources/tariffs/tariff-show.tsx') },
  { path: 'clients', lazy: () => import('#web/resources/clients/client-list.tsx') },
  { path: 'clients/create', lazy: () => import('#web/resources/clients/client-create.tsx') },
  { path: 'clients/import', lazy: () => import('#web/resources/clients/import/client-import.tsx') },
  { path: 'clients/edit/:id', lazy: () => import('#web/resources/clients/client-edit.tsx') },
  { path: 'clients/show/:id', lazy: () => import('#web/resources/clients/client-show.tsx') },
  { path: 'cabinets', lazy: () => import('#web/resources/cabinets/cabinet-list.tsx') },
  { path: 'settings', lazy: () => import('#web/pages/settings.tsx') },
  { path: 'settings/general', lazy: () => import('#web/resources/settings/general.tsx') },
  { path: 'settings/partners', lazy: () => import('#web/resources/settings/partner-list.tsx') },
  { path: 'settings/promo-codes', lazy: () => import('#web/resources/settings/promo-code-list.tsx') },
  { path: 'settings/offer', lazy: () => import('#web/resources/settings/offer-list.tsx') },
  { path: 'settings/audit', lazy: () => import('#web/resources/settings/audit-list.tsx') },
  { path: 'settings/emails', lazy: () => import('#web/resources/emails/email-list.tsx') },
  { path: 'settings/emails/show/:id', lazy: () => import('#web/resources/emails/email-show.tsx') },
  { path: 'account', lazy: () => import('#web/pages/account.tsx') },
  { path: 'users', lazy: () => import('#web/resources/users/user-list.tsx') },
  { path: 'users/create', lazy: () => import('#web/resources/users/user-create.tsx') },
  { path: 'users/edit/:id', lazy: () => import('#web/resources/users/user-edit.tsx') },
  { path: 'users/show/:id', lazy: () => import('#web/resources/users/user-show.tsx') },
];
