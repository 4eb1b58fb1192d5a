import type { Tariff, TariffInput } from '#contract/entities/tariff.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { includedIn, type ReadTariffDeps, readTariff } from './read-tariff.ts';
import { auditedTariff, chosenFeatures, everything, storedTexts, tariffSubject } from './tariff-row.ts';
import { insertTariff, replaceFeatures } from './tariff-store.ts';

/** Creates a tariff. */
export async function createTariff(
  { db, defaultLocale }: ReadTariffDeps,
  caller: Caller,
  { include, input }: { include: string | undefined; input: TariffInput },
): Promise<Tariff> {
  const wanted = { include: includedIn(include, everything), locale: caller.locale };
  const { now } = caller;
  const { permissions, archived, translations, ...fields } = input;
  return answered(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'tariffs');
    const features = await chosenFeatures(tx, permissions);
    const row = {
      ...fields,
      id: newId(now),
      translations: storedTexts(translations),
      archived_at: archived ? now : null,
      created_at: now,
      updated_at: now,
    };
    await insertTariff(tx, row);
    await replaceFeatures(tx, row.id, features);
    await writeAudit(tx, caller, {
      action: 'tariff.create',
      subject: tariffSubject(row, defaultLocale),
      changes: auditChanges({}, auditedTariff({ ...row, features })),
    });
    return readTariff({ db: tx, defaultLocale }, row.id, wanted);
  });
}
