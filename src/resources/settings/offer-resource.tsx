import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { offerList, type OfferVersion } from '#contract/offer.ts';
import { OfferState, OfferTitle } from '#web/resources/settings/offer-cells.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** Versions of the public offer, in every language. */
export const offerResource = defineResource<OfferVersion>({
  name: 'offer',
  path: 'settings/offer',
  spec: offerList,
  routes: { list: adminSettingsApi.offers },
  permissions: { read: 'settings.read', write: 'settings.write' },
  columns: [
    { field: 'title', shown: true, cell: (version) => <OfferTitle version={version} /> },
    { field: 'locale', shown: true },
    { field: 'version', shown: true },
    { field: 'current', shown: true, cell: (version) => <OfferState {...version} /> },
    { field: 'built_in', shown: true },
    { field: 'created_at', shown: true },
  ],
  filters: [
    { field: 'locale' },
    { field: 'current' },
    { field: 'built_in' },
    { field: 'title' },
    { field: 'created_at', last: true },
  ],
});
