import { apiKeyApi as api } from '#contract/routes/accounts/api-key.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { apiKeyListing } from './read-api-keys.ts';
import { createApiKey, removeApiKey } from './write-api-key.ts';

/** `admin/api-keys` (GROWTH section 18). */
export function apiKeyRoutes(deps: StaffDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.apiKeys, apiKeyListing(deps.db), deps.lists),
    onStaff(api.createApiKey, async ({ caller, body }) => ({
      data: await createApiKey(deps, caller, body),
    })),
    onStaff(api.deleteApiKey, async ({ caller, params }) => {
      await removeApiKey(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
