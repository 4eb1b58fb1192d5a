import type { ClientRemoval } from '#contract/entities/client.ts';
import type { Locale } from '#contract/variants.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { inTransaction } from '#server/db/answered.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import { type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { addDays, dayOf } from '#server/kernel/periods.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { stopSubscription } from '#server/subscriptions/subscription-store.ts';
import type { ClientDeps } from './client-deps.ts';
import { unconfirmedSince, updateClient } from './client-store.ts';
import { requireClient } from './require-client.ts';

/** Deletes a client softly: sessions end, links are void, others can have email and phone, the cabinet is suspended. */
export async function removeClient(
  { db, queue, subscriptions, timeZone }: ClientDeps,
  caller: StaffCaller,
  id: string,
  { reason: given }: ClientRemoval = {},
): Promise<void> {
  const { now } = caller;
  const reason = given || null;
  await inTransaction(db, async (tx) => {
    const client = await requireClient(tx, id);
    await settleSubscription(subscriptions, tx, id, now);
    await updateClient(tx, id, {
      deleted_at: now,
      deleted_reason: reason,
      updated_at: nextUpdate(client.updated_at, now),
    });
    await stopSubscription(tx, id, dayOf(now, timeZone));
    await endAccess(tx, { kind: 'customer', id }, 'deleted', { now });
    await auditClient(tx, caller, client, {
      action: 'client.delete',
      changes: auditChanges({}, { reason }),
    });
    await settleCabinet({ queue }, tx, id);
  });
}

/** Per run; the clean-up runs every hour. */
const removedAtOnce = 500;

/**
 * Deletes (softly, as staff would) clients who registered, never confirmed and have no cabinet,
 * `unconfirmed_retention_days` after the account was last touched. Returns how many.
 */
export async function removeUnconfirmedClients(
  deps: { db: Db; settings: SettingsService; timeZone: string; defaultLocale: Locale },
  now: Date,
): Promise<number> {
  const days = await deps.settings.get('unconfirmed_retention_days');
  const oldest = addDays(now, -days, deps.timeZone);
  return deps.db.transaction().execute(async (tx) => {
    const gone = await unconfirmedSince(tx, oldest, removedAtOnce);
    for (const client of gone) {
      await updateClient(tx, client.id, { deleted_at: now, updated_at: now });
      await endAccess(tx, { kind: 'customer', id: client.id }, 'deleted', { now });
      await auditClient(tx, systemCaller(now, deps.defaultLocale), client, { action: 'client.expire' });
    }
    return gone.length;
  });
}
