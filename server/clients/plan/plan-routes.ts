import { ownSubscriptionApi as own, subscriptionApi as api } from '#contract/routes/subscription.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { type Implementation, onCustomer, onStaff } from '#server/http/routes.ts';
import { compareOwnTariffs, compareTariffs } from './compare-tariffs.ts';
import { changeOwnPlan, changePlan, previewPlan } from './change-plan.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { forecastClient } from './forecast-client.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { readOwnSubscription } from './read-own-subscription.ts';

/** Forecast and tariff of a client, for staff and for the client (API.md). */
export function planRoutes(deps: ClientDeps): Implementation[] {
  return [
    onStaff(api.forecast, async ({ caller, params }) => ({
      data: await forecastClient(deps, caller, params.id),
    })),
    onStaff(
      api.changeTariff,
      async ({ caller, params: { id: clientId }, body: input, once: key }) => ({
        data: await changePlan(deps, caller, { clientId, input, key }),
      }),
      knownClient(deps),
    ),
    onStaff(
      api.previewTariff,
      async ({ caller, params: { id: clientId }, body: input }) => ({
        data: await previewPlan(deps, caller, { clientId, input }),
      }),
      knownClient(deps),
    ),
    onStaff(tariffApi.difference, async ({ caller, query }) => ({
      data: await compareTariffs(deps, caller, query),
    })),
    onCustomer(own.tariffDifference, async ({ caller, query }) => ({
      data: await compareOwnTariffs(deps, caller, query),
    })),
    onCustomer(own.subscription, async ({ caller }) => ({ data: await readOwnSubscription(deps, caller) })),
    onCustomer(own.changeTariff, async ({ caller, body: input, once: key }) => ({
      data: await changeOwnPlan(deps, caller, { input, key }),
    })),
    onCustomer(own.previewTariff, async ({ caller, body: input }) => ({
      data: await previewPlan(deps, caller, { clientId: caller.actor.id, input }),
    })),
  ];
}
