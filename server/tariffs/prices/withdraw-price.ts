import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { applyNewTerms } from '#server/subscriptions/change-terms.ts';
import { priceById, withdrawPrice as storeWithdrawal } from '#server/subscriptions/price-store.ts';
import type { ChangeTariffDeps } from '#server/tariffs/change-tariff.ts';
import { tariffSubject } from '#server/tariffs/tariff-row.ts';
import { tariffById } from '#server/tariffs/tariff-store.ts';
import { readPrices } from './read-prices.ts';

/**
 * Takes a price back that holds for nobody yet, or that nobody was told of, charged or came by. Clients who were told of
 * it are told so. Taking it back again changes nothing.
 * @throws AppError `not_found`, or 409 `in_force`.
 */
export function withdrawPrice(
  deps: ChangeTariffDeps,
  caller: Caller,
  { id, version: versionId }: { id: string; version: string },
): Promise<Record<string, never>> {
  const { now } = caller;
  return answered(deps.db, caller, async (tx) => {
    await lockUntilCommit(tx, 'tariffs');
    const tariff = await tariffById(tx, id, { lock: true });
    const stored = await priceById(tx, versionId);
    if (!tariff || stored?.tariff_id !== id) throw new AppError('not_found');
    if (stored.withdrawn_at) return {};
    const versions = await readPrices({ db: tx, timeZone: deps.timeZone }, now, id);
    const version = versions.find((one) => one.id === versionId);
    if (!version) throw new AppError('not_found');
    if (!version.can_withdraw) throw new AppError('in_force');
    await storeWithdrawal(tx, { id: versionId, tariff_id: id }, now);
    await applyNewTerms(deps, tx, { concerned: { tariffId: id }, now, protect: false });
    if (version.existing === 'change') await deps.queue.enqueue(tx, 'notify-price', { priceId: versionId });
    const { price_month, price_year, from, existing } = version;
    await writeAudit(tx, caller, {
      action: 'tariff.price_withdrawn',
      subject: tariffSubject(tariff, deps.defaultLocale),
      changes: auditChanges({ price_month, price_year, from, existing }, {}),
    });
    return {};
  });
}
