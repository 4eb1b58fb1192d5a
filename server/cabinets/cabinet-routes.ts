import type { customerApi } from '#contract/customer-api.ts';
import { type Implementation, onCabinet, onCustomer } from '#server/http/routes.ts';
import type { EntitlementService } from './entitlement-service.ts';
import type { ProvisioningService } from './provisioning-service.ts';
import type { TicketService } from './ticket-service.ts';

interface CabinetRouteDeps {
  api: ReturnType<typeof customerApi>;
  provisioning: ProvisioningService;
  tickets: TicketService;
  entitlements: EntitlementService;
}

/** Customers about their cabinet, and cabinets about themselves (API.md). */
export function cabinetRoutes({
  api,
  provisioning,
  tickets,
  entitlements,
}: CabinetRouteDeps): Implementation[] {
  return [
    onCustomer(api.cabinetStatus, async ({ caller }) => ({
      data: await provisioning.state(caller.actor.id, caller.locale),
    })),
    onCustomer(api.domainResolved, async ({ caller, body }) => ({
      data: await provisioning.domainResolved(caller.actor.id, body.domain, caller.locale),
    })),
    onCustomer(api.retryCabinet, async ({ caller }) => {
      await provisioning.retry(caller, caller.actor.id);
      return { data: await provisioning.state(caller.actor.id, caller.locale) };
    }),
    onCustomer(api.enterCabinet, async ({ caller }) => ({ data: await tickets.forCustomer(caller) })),
    onCabinet(api.redeemTicket, async ({ caller, body }) => ({
      data: await tickets.redeem(caller, body.ticket),
    })),
    onCabinet(api.entitlements, async ({ caller }) => ({ data: await entitlements.of(caller) })),
    onCabinet(api.reportUsage, async ({ caller, body }) => {
      await entitlements.report(caller, body);
      return { data: {} };
    }),
  ];
}
