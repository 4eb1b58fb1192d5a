import { type ApiKey, apiKeyEntity, permissionsInCommon } from '#contract/accounts/api-key.ts';
import { inOrder } from '#contract/kernel/permissions.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { permissionWords } from '#server/users/roles/permission-words.ts';
import { apiKeyCsv, apiKeysByIds, apiKeySource, type MadeKey } from './api-key-store.ts';

/** Keys for the list and its file; never their tokens. */
export function apiKeyListing(db: Db): Listing<ApiKey> {
  return {
    name: 'api_keys',
    source: () => apiKeySource(),
    rows: async (_caller, ids) => inOrderOf(ids, await apiKeysByIds(db, ids)).map(toApiKey),
    csv: apiKeyCsv(permissionWords),
  };
}

export function toApiKey(row: MadeKey): ApiKey {
  return toAnswer(apiKeyEntity, row, {
    permissions: inOrder(row.permissions),
    effective_permissions: permissionsInCommon(row.permissions, row.maker_permissions),
  });
}
