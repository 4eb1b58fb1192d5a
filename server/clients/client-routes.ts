import { adminApi as api } from '#contract/admin-api.ts';
import type { adminClientsApi } from '#contract/admin-clients-api.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import type { TicketService } from '#server/cabinets/ticket-service.ts';
import type { Caller } from '#server/http/caller.ts';
import { type ListDeps, onList, onListBelow } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { auditListing } from '#server/audit/audit-listing.ts';
import type { ClientChangeService } from './client-change-service.ts';
import type { ClientImportService } from './client-import-service.ts';
import type { ClientService } from './client-service.ts';

interface ClientRouteDeps {
  changing: ReturnType<typeof adminClientsApi>;
  clients: ClientService;
  clientChanges: ClientChangeService;
  clientImports: ClientImportService;
  provisioning: ProvisioningService;
  tickets: TicketService;
  lists: ListDeps;
}

/** `admin/clients…` (API.md). */
export function clientRoutes(deps: ClientRouteDeps): Implementation[] {
  const { changing, clients, clientChanges, clientImports, provisioning, tickets, lists } = deps;
  const found = async ({ caller, params }: { caller: Caller; params: { id: string } }) => {
    await clients.show(caller, params.id);
  };
  return [
    onList(api.clients, clients.listing, lists),
    onStaff(api.client, async ({ caller, params }) => ({ data: await clients.show(caller, params.id) })),
    onStaff(api.retryCabinet, async ({ caller, params }) => {
      await provisioning.retry(caller, params.id);
      return { data: await clients.show(caller, params.id) };
    }),
    onStaff(
      api.signInAsClient,
      async ({ caller, params, body }) => ({ data: await tickets.forStaff(caller, params.id, body) }),
      found,
    ),
    onStaff(changing.createClient, async ({ caller, body }) => ({
      data: await clientChanges.create(caller, body),
    })),
    onStaff(changing.checkClientImport, async ({ body }) => ({ data: await clientImports.check(body.rows) })),
    onStaff(changing.importClients, async ({ caller, body, once }) => ({
      data: await clientImports.import(caller, body, once),
    })),
    onStaff(
      changing.changeClient,
      async ({ caller, params, body }) => ({ data: await clientChanges.change(caller, params.id, body) }),
      found,
    ),
    onStaff(changing.deleteClient, async ({ caller, params }) => {
      await clientChanges.remove(caller, params.id);
      return { data: {} };
    }),
    onStaff(changing.restoreClient, async ({ caller, params }) => ({
      data: await clientChanges.restore(caller, params.id),
    })),
    onStaff(changing.inviteClient, async ({ caller, params }) => ({
      data: { sent: true as const, ...(await clientChanges.invite(caller, params.id)) },
    })),
    onStaff(changing.clientSettings, async ({ params }) => ({
      data: await clientChanges.settings(params.id),
    })),
    onStaff(
      changing.changeClientSettings,
      async ({ caller, params, body }) => ({
        data: await clientChanges.changeSettings(caller, params.id, body),
      }),
      found,
    ),
    onListBelow(changing.clientActivity, (clientId) => auditListing(lists.db, { clientId }), lists, found),
  ];
}
