import { offerApi as api } from '#contract/routes/offer.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { publishOffer } from './publish-offer.ts';
import { offerListing, type ReadOfferDeps } from './read-offers.ts';

/** `admin/offer` (API.md). */
export function offerRoutes(deps: ReadOfferDeps & { lists: ListDeps }): Implementation[] {
  return [
    onList(api.offers, offerListing(deps), deps.lists),
    onStaff(api.publishOffer, async ({ caller, body }) => ({ data: await publishOffer(deps, caller, body) })),
  ];
}
