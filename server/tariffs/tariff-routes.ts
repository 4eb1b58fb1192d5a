import { adminApi } from '#contract/admin-api.ts';
import type { adminTariffsApi } from '#contract/admin-tariffs-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { TariffService } from './tariff-service.ts';

interface TariffRouteDeps {
  api: ReturnType<typeof adminTariffsApi>;
  tariffs: TariffService;
  lists: ListDeps;
}

/** `admin/tariffs…` and `admin/tariff-permissions` (API.md). */
export function tariffRoutes({ api, tariffs, lists }: TariffRouteDeps): Implementation[] {
  const isKnown = ({ params }: { params: { id: string } }) => tariffs.requireKnown(params.id);
  return [
    onList(adminApi.tariffs, tariffs.listing, lists),
    onStaff(adminApi.tariff, async ({ params, query, caller }) => ({
      data: await tariffs.show(params.id, query.include, caller.locale),
    })),
    onStaff(adminApi.features, ({ list }) => tariffs.features(list)),
    onStaff(api.createTariff, async ({ caller, body, query }) => ({
      data: await tariffs.create(caller, body, query.include),
    })),
    onStaff(
      api.changeTariff,
      async ({ caller, params, body, query }) => ({
        data: await tariffs.change(caller, params.id, body, query.include),
      }),
      isKnown,
    ),
    onStaff(
      api.exceedingClients,
      ({ caller, params, query }) => tariffs.exceeding(caller, params.id, query),
      isKnown,
    ),
  ];
}
