import type { Kysely } from 'kysely';
import type { OfferInput, OfferVersion } from '#contract/offer.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import type { Tables } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import { insertOffer, type ListedOffer, newestVersion, offersByIds, offerSource } from './offer-store.ts';
import { startingOfferVersion } from './starting-offer.ts';

interface OfferDeps {
  db: Kysely<Tables>;
  productName: string;
  defaultLocale: Locale;
}

/**
 * Versions of the public offer (API.md, "offer"). A published one is never changed: registrations record which they
 * accepted.
 */
export function createOfferService({ db, productName, defaultLocale }: OfferDeps) {
  const source = offerSource({ productName, defaultLocale });
  return {
    listing: {
      name: 'offer',
      source: () => source,
      rows: async (_caller, ids) => inOrderOf(ids, await offersByIds(db, source, ids)).map(present),
      csv: ['locale', 'version', 'current', 'title', 'body', 'created_at'],
    } satisfies Listing<OfferVersion>,

    /** The next version in its language; the built-in text was the first. */
    publish(caller: Caller, input: OfferInput): Promise<OfferVersion> {
      const { now } = caller;
      return db.transaction().execute(async (tx) => {
        await lockUntilCommit(tx, 'offers');
        const version = ((await newestVersion(tx, input.locale)) ?? startingOfferVersion) + 1;
        const row = { ...input, id: newId(now), version, created_at: now };
        await insertOffer(tx, row);
        await writeAudit(tx, caller, {
          action: 'offer.publish',
          subject: { type: 'offer', id: row.id, name: input.title },
          changes: [
            { field: 'locale', before: null, after: input.locale },
            { field: 'version', before: version - 1, after: version },
          ],
        });
        return present({ ...row, built_in: false, current: true });
      });
    },
  };
}
export type OfferService = ReturnType<typeof createOfferService>;

function present({ created_at, ...row }: ListedOffer): OfferVersion {
  return { ...row, created_at: created_at?.toISOString() ?? null };
}
