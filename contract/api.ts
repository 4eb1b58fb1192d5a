import { adminApi } from './admin-api.ts';
import { adminCabinetsApi } from './admin-cabinets-api.ts';
import { adminClientsApi } from './admin-clients-api.ts';
import { adminReportsApi } from './admin-reports-api.ts';
import { adminSettingsApi } from './admin-settings-api.ts';
import { adminTariffsApi } from './admin-tariffs-api.ts';
import { adminTwoFactorApi } from './admin-two-factor-api.ts';
import { adminUsersApi } from './admin-users-api.ts';
import { adminWalletApi } from './admin-wallet-api.ts';
import { adminViewsApi } from './admin-views-api.ts';
import { customerApi } from './customer-api.ts';
import { customerWalletApi } from './customer-wallet-api.ts';
import { provisionerApi } from './provisioner-api.ts';
import type { Route } from './route.ts';
import type { Variant } from './variants.ts';

/** Every route of the API: what the server mounts, OpenAPI describes and the tests walk through. */
export function apiOf(variant: Variant) {
  const customers = customerApi(variant);
  const clients = adminClientsApi(variant);
  const tariffs = adminTariffsApi(variant);
  const parts = [
    adminApi,
    adminCabinetsApi,
    provisionerApi,
    clients,
    adminWalletApi,
    adminUsersApi,
    adminTwoFactorApi,
    tariffs,
    adminSettingsApi,
    adminViewsApi,
    adminReportsApi,
    customers,
    customerWalletApi,
  ];
  const routes: readonly Route[] = parts.flatMap((part) => Object.values<Route>(part));
  return { admin: adminApi, clients, tariffs, customers, routes };
}
