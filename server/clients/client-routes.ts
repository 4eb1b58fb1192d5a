import { adminApi as api } from '#contract/admin-api.ts';
import type { ProvisioningService } from '#server/cabinets/provisioning-service.ts';
import type { TicketService } from '#server/cabinets/ticket-service.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { ClientService } from './client-service.ts';

interface ClientRouteDeps {
  clients: ClientService;
  provisioning: ProvisioningService;
  tickets: TicketService;
  lists: ListDeps;
}

/** `admin/clients…` (API.md). */
export function clientRoutes({ clients, provisioning, tickets, lists }: ClientRouteDeps): Implementation[] {
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
      async ({ caller, params }) => {
        await clients.show(caller, params.id);
      },
    ),
  ];
}
