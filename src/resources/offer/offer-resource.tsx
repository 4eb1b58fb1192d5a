import { offerList, type OfferVersion } from '#contract/entities/offer.ts';
import { offerApi } from '#contract/routes/offer.ts';
import { OfferState, OfferTitle } from './offer-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Versions of the terms and of the privacy text, in every language. */
export const offerResource = defineResource<OfferVersion>({
  name: 'offer',
  path: 'settings/offer',
  spec: offerList,
  title: 'settings.offer.title',
  routes: { list: offerApi.offers, create: offerApi.publishOffer },
  form: { in: 'dialog', load: async () => (await import('./offer-form.tsx')).useOfferForm },
  csv: true,
  columns: [
    { field: 'title', shown: true, cell: (version) => <OfferTitle version={version} /> },
    { field: 'kind', shown: true },
    { field: 'locale', shown: true },
    { field: 'version', shown: true },
    { field: 'current', shown: true, cell: (version) => <OfferState {...version} /> },
    { field: 'built_in', file: [], shown: true },
    { field: 'created_at', shown: true },
  ],
  filters: [
    { field: 'kind', often: true },
    { field: 'locale', often: true },
    { field: 'current', often: true },
    { field: 'built_in' },
    { field: 'title' },
    { field: 'created_at', last: true },
  ],
});
