import { publicTariffApi, tariffApi as api } from '#contract/routes/tariff.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { changeTariff, type ChangeTariffDeps } from './change-tariff.ts';
import { previewPrice } from './prices/preview-price.ts';
import { readPrices } from './prices/read-prices.ts';
import { withdrawPrice } from './prices/withdraw-price.ts';
import { createTariff } from './create-tariff.ts';
import { readExceedingClients } from './read-exceeding-clients.ts';
import { readPublicTariffs } from './public-tariffs.ts';
import { knownFeature, readFeatures } from './features/read-features.ts';
import { changeFeature, createFeature, deleteFeature } from './features/write-feature.ts';
import { includedIn, knownTariff, readTariff, tariffListing } from './read-tariff.ts';
import { renewTariffLink } from './renew-tariff-link.ts';

/** `admin/tariffs…` and `admin/tariff-permissions` (API.md). */
export function tariffRoutes(
  deps: ChangeTariffDeps & { lists: ListDeps; currency: string },
): Implementation[] {
  const known = knownTariff(deps);
  return [
    onList(api.tariffs, tariffListing(deps), deps.lists),
    onStaff(
      api.tariff,
      async ({ params: { id }, query, caller: { locale } }) => ({
        data: await readTariff(deps, id, { include: includedIn(query.include, []), locale }),
      }),
      known,
    ),
    on(publicTariffApi.publicTariffs, async ({ caller: { locale } }) => {
      const data = await readPublicTariffs(deps, locale);
      return { data, meta: { total: data.length, currency: deps.currency } };
    }),
    onStaff(api.features, ({ list }) => readFeatures(deps, list)),
    onStaff(api.createFeature, async ({ caller, body }) => ({
      data: await createFeature(deps, caller, body),
    })),
    onStaff(
      api.changeFeature,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeFeature(deps, caller, { id, input }),
      }),
      knownFeature(deps),
    ),
    onStaff(api.deleteFeature, async ({ caller, params }) => {
      await deleteFeature(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(api.createTariff, async ({ caller, body: input, query: { include } }) => ({
      data: await createTariff(deps, caller, { include, input }),
    })),
    onStaff(
      api.changeTariff,
      async ({ caller, params: { id }, body: input, query: { include } }) => ({
        data: await changeTariff(deps, caller, { id, include, input }),
      }),
      known,
    ),
    onStaff(
      api.renewTariffLink,
      async ({ caller, params: { id } }) => ({ data: await renewTariffLink(deps, caller, id) }),
      known,
    ),
    onStaff(
      api.previewPrice,
      async ({ caller, params: { id }, body }) => ({ data: await previewPrice(deps, caller, id, body) }),
      known,
    ),
    onStaff(
      api.prices,
      async ({ caller: { now }, params: { id } }) => ({ data: await readPrices(deps, now, id) }),
      known,
    ),
    onStaff(api.withdrawPrice, async ({ caller, params }) => ({
      data: await withdrawPrice(deps, caller, params),
    })),
    onStaff(
      api.exceedingClients,
      ({ caller, params, query }) => readExceedingClients(deps, caller, params.id, query),
      known,
    ),
  ];
}
