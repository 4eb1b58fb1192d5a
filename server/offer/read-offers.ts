import { offerEntity, type OfferVersion } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { type ListedOffer, offersByIds, offerSource } from './offer-store.ts';
import { readSeller } from './seller.ts';

/** What reading offers needs. */
export interface ReadOfferDeps {
  db: Db;
  productName: string;
  settings: SettingsService;
  defaultLocale: Locale;
}

/** Versions of terms and privacy for the list and its file (API.md, "offer"). */
export function offerListing({ db, settings, ...deps }: ReadOfferDeps): Listing<OfferVersion> {
  const source = async () => offerSource({ ...deps, seller: await readSeller(settings) });
  return {
    name: 'offer',
    source,
    rows: async (_caller, ids) =>
      inOrderOf(ids, await offersByIds(db, await source(), ids)).map(toOfferVersion),
    csv: fileColumnsOf(offerEntity, {}),
  };
}

/** A version as it is answered. */
export function toOfferVersion(row: ListedOffer): OfferVersion {
  return toAnswer(offerEntity, row, {});
}
