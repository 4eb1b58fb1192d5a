import { discountApi as api } from '#contract/routes/subscription.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { knownClient } from '#server/clients/read-client.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { endDiscount, giveDiscount } from './give-discount.ts';
import { readDiscounts } from './read-discounts.ts';

/** `admin/clients/{id}/discounts` (API.md). */
export function discountRoutes(deps: ClientDeps): Implementation[] {
  const found = knownClient(deps);
  return [
    onStaff(api.discounts, async ({ params }) => {
      await found({ params });
      return { data: await readDiscounts(deps.db, params.id) };
    }),
    onStaff(
      api.giveDiscount,
      async ({ caller, params: { id: clientId }, body, once: key }) => ({
        data: await giveDiscount(deps, caller, { clientId, key }, body),
      }),
      found,
    ),
    onStaff(api.endDiscount, async ({ caller, params: { id: clientId, discount: id } }) => ({
      data: await endDiscount(deps, caller, { clientId, id }),
    })),
  ];
}
