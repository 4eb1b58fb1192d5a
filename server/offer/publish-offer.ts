import type { OfferInput, OfferVersion } from '#contract/entities/offer.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { insertOffer, newestVersion } from './offer-store.ts';
import { toOfferVersion } from './read-offers.ts';
import { startingOfferVersion } from './starting-offer.ts';

/**
 * Publishes the next version of the terms or of the privacy text in its language; the built-in text was the first. A
 * published version never changes, because registrations record which terms they accepted.
 */
export function publishOffer({ db }: { db: Db }, caller: Caller, input: OfferInput): Promise<OfferVersion> {
  const { now } = caller;
  return answered(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'offers');
    const version = ((await newestVersion(tx, input)) ?? startingOfferVersion) + 1;
    const row = { ...input, id: newId(now), version, created_at: now };
    await insertOffer(tx, row);
    await writeAudit(tx, caller, {
      action: 'offer.publish',
      subject: { type: 'offer', id: row.id, name: input.title },
      changes: [
        { field: 'kind', before: null, after: input.kind },
        { field: 'locale', before: null, after: input.locale },
        { field: 'version', before: version - 1, after: version },
      ],
    });
    return toOfferVersion({ ...row, built_in: false, current: true });
  });
}
