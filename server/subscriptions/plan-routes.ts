import { adminWalletApi as api } from '#contract/admin-wallet-api.ts';
import { customerWalletApi as own } from '#contract/customer-wallet-api.ts';
import { booleanOf } from '#contract/list-query.ts';
import type { ClientService } from '#server/clients/client-service.ts';
import type { Caller } from '#server/http/caller.ts';
import { type Implementation, onCustomer, onStaff } from '#server/http/routes.ts';
import type { PlanService } from './plan-service.ts';

interface PlanRouteDeps {
  clients: ClientService;
  plans: PlanService;
}

/** Forecast and tariff of a client, for staff and for the client (API.md). */
export function planRoutes({ clients, plans }: PlanRouteDeps): Implementation[] {
  const found = async ({ caller, params }: { caller: Caller; params: { id: string } }) => {
    await clients.show(caller, params.id);
  };
  return [
    onStaff(api.forecast, async ({ caller, params }) => ({
      data: await plans.forecast(caller, params.id),
    })),
    onStaff(
      api.changeTariff,
      async ({ caller, params, query, body, once }) => {
        if (booleanOf(query.preview ?? '0')) return { data: await plans.preview(caller, params.id, body) };
        await plans.change(caller, params.id, body, once);
        return { data: await clients.show(caller, params.id) };
      },
      found,
    ),
    onCustomer(own.subscription, async ({ caller }) => ({ data: await plans.own(caller) })),
    onCustomer(own.changeTariff, async ({ caller, query, body, once }) => {
      const { id } = caller.actor;
      if (booleanOf(query.preview ?? '0')) return { data: await plans.preview(caller, id, body) };
      await plans.change(caller, id, body, once);
      return { data: await plans.own(caller) };
    }),
  ];
}
