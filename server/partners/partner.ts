import { type Partner, partnerEntity, type PartnerInput } from '#contract/entities/partner.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, PartnerRow } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { CodeKind } from '#server/promo-codes/code-uses.ts';
import { partnerCsv, partnerSource, partnerStore } from './partner-store.ts';

/** Banks and alliances (DESIGN section 5, "Partner"). */
export const partners: CodeKind<PartnerRow, Partner, Omit<PartnerInput, 'tariff_ids'>> = {
  store: partnerStore,
  noun: 'partner',
  name: ({ name }) => name,
  editable: ['code', 'name', 'kind', 'free_period_days', 'tariff_ids'],
  columns: (fields) => fields,
  toAnswer: (row) => toAnswer(partnerEntity, row, {}),
};

/** Partners as the list and its file show them. */
export function partnerListing(db: Db, defaultLocale: Locale): Listing<Partner> {
  return {
    name: 'partners',
    source: () => partnerSource,
    rows: async ({ now }, ids) =>
      inOrderOf(ids, await partnerStore.byIds(db, ids)).map((row) => partners.toAnswer(row, now)),
    csv: partnerCsv(defaultLocale),
  };
}
