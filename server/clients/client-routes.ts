import { clientApi } from '#contract/routes/client.ts';
import { auditListing } from '#server/audit-log/audit-listing.ts';
import { enterAsClient } from '#server/cabinets/access/enter-cabinet.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList, onListBelow } from '#server/lists/list-reply.ts';
import { changeClient } from './change-client.ts';
import { changeClientSettings, readClientSettings } from './change-client-settings.ts';
import type { ClientDeps } from './client-deps.ts';
import { createClient } from './create-client.ts';
import { checkClientImport, importClients } from '#server/clients/import/import-clients.ts';
import { inviteClient } from './invite-client.ts';
import { clientListing, knownClient, readClient } from './read-client.ts';
import { removeClient } from './remove-client.ts';
import { restoreClient } from './restore-client.ts';

interface ClientRouteDeps extends ClientDeps {
  lists: ListDeps;
}

/** `admin/clients…` (API.md). */
export function clientRoutes(deps: ClientRouteDeps): Implementation[] {
  const { lists, defaultLocale } = deps;
  const known = knownClient(deps);
  return [
    onList(clientApi.clients, clientListing(deps), lists),
    onStaff(clientApi.client, async ({ caller, params }) => ({
      data: await readClient(deps, caller, params.id),
    })),
    onStaff(
      clientApi.signInAsClient,
      async ({ caller, params, body }) => ({ data: await enterAsClient(deps, caller, params.id, body) }),
      known,
    ),
    onStaff(clientApi.createClient, async ({ caller, body }) => ({
      data: await createClient(deps, caller, body),
    })),
    onStaff(clientApi.checkClientImport, async ({ body }) => ({
      data: await checkClientImport(deps, body.rows),
    })),
    onStaff(clientApi.importClients, async ({ caller, body, once: key }) => ({
      data: await importClients(deps, caller, { ...body, key }),
    })),
    onStaff(
      clientApi.changeClient,
      async ({ caller, params, body }) => ({ data: await changeClient(deps, caller, params.id, body) }),
      known,
    ),
    onStaff(clientApi.deleteClient, async ({ caller, params, body }) => {
      await removeClient(deps, caller, params.id, body);
      return { data: {} };
    }),
    onStaff(clientApi.restoreClient, async ({ caller, params }) => ({
      data: await restoreClient(deps, caller, params.id),
    })),
    onStaff(clientApi.inviteClient, async ({ caller, params }) => ({
      data: { sent: true as const, ...(await inviteClient(deps, caller, params.id)) },
    })),
    onStaff(clientApi.clientSettings, async ({ params }) => ({
      data: await readClientSettings(deps, params.id),
    })),
    onStaff(
      clientApi.changeClientSettings,
      async ({ caller, params, body }) => ({
        data: await changeClientSettings(deps, caller, params.id, body),
      }),
      known,
    ),
    onListBelow(
      clientApi.clientActivity,
      (clientId) => auditListing({ ...lists, defaultLocale }, { clientId }),
      lists,
      known,
    ),
  ];
}
