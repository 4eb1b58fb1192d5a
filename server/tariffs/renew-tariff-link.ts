import type { Tariff } from '#contract/entities/tariff.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newLinkCode } from './offered-tariff.ts';
import { type ReadTariffDeps, readTariff } from './read-tariff.ts';
import { everything, tariffSubject } from './tariff-row.ts';
import { tariffById, updateTariff } from './tariff-store.ts';

/**
 * Gives a tariff that is sold by link a new one; the earlier link chooses nothing any more.
 * @throws AppError `not_by_link`
 */
export function renewTariffLink(
  { db, defaultLocale }: ReadTariffDeps,
  caller: Caller,
  id: string,
): Promise<Tariff> {
  return answered(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'tariffs');
    const before = await tariffById(tx, id, { lock: true });
    if (!before) throw new AppError('not_found');
    if (before.visibility !== 'link') throw new AppError('not_by_link');
    await changeRow(tx, caller, {
      before,
      merge: () => ({ ...before, link_code: newLinkCode() }),
      audited: ({ link_code }) => ({ link_code }),
      write: (after) => updateTariff(tx, after),
      entry: (after) => ({ action: 'tariff.link', subject: tariffSubject(after, defaultLocale) }),
    });
    return readTariff({ db: tx, defaultLocale }, id, { include: everything, locale: caller.locale });
  });
}
