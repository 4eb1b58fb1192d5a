import { clientApi } from '#contract/routes/client.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { eraseClient } from './erase-client.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import { readMentions } from './read-mentions.ts';

/** `admin/clients/{id}/erase`, and what it leaves in notes about others. */
export function erasureRoutes(deps: ErasureDeps): Implementation[] {
  return [
    onStaff(clientApi.mentions, async ({ params }) => ({ data: await readMentions(deps.db, params.id) })),
    onStaff(
      clientApi.eraseClient,
      async ({ caller, params, body }) => ({ data: await eraseClient(deps, caller, params.id, body) }),
      knownClient(deps),
    ),
  ];
}
