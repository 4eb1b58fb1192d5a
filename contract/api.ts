import { adminApi } from './admin-api.ts';
import { customerApi } from './customer-api.ts';
import type { Route } from './route.ts';
import type { Variant } from './variants.ts';

/** Every route of the API: what the server mounts, OpenAPI describes and the tests walk through. */
export function apiOf(variant: Variant) {
  const customers = customerApi(variant);
  const routes: readonly Route[] = [...Object.values(adminApi), ...Object.values(customers)];
  return { admin: adminApi, customers, routes };
}
