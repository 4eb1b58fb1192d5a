import { adminSettingsApi as api } from '#contract/admin-settings-api.ts';
import { type ListDeps, onList } from '#server/http/list-reply.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import type { OfferService } from './offer-service.ts';

/** `admin/offer` (API.md). */
export function offerRoutes({ offers, lists }: { offers: OfferService; lists: ListDeps }): Implementation[] {
  return [
    onList(api.offers, offers.listing, lists),
    onStaff(api.publishOffer, async ({ caller, body }) => ({ data: await offers.publish(caller, body) })),
  ];
}
