import type { ClientRemoval } from '#contract/entities/client.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { endClientAccess } from '#server/auth/end-access.ts';
import { releaseOwnDomain } from '#server/cabinets/own-domain/own-domain-store.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { inTransaction } from '#server/db/answered.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { type Caller, type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { addDays, dayOf } from '#server/kernel/periods.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { stopSubscription } from '#server/subscriptions/subscription-store.ts';
import type { ClientDeps } from './client-deps.ts';
import { unconfirmedSince, updateClient } from './client-store.ts';
import { requireClient } from './require-client.ts';

/** Deletes a client softly: sessions end, links are void, others can have email and phone, the cabinet is suspended. */
export async function removeClient(
  deps: ClientDeps,
  caller: StaffCaller,
  id: string,
  { reason: given }: ClientRemoval = {},
): Promise<void> {
  const reason = given || null;
  await inTransaction(deps.db, async (tx) => {
    const client = await requireClient(tx, id);
    await deleteSoftly(deps, tx, caller, { client, reason, action: 'client.delete' });
  });
}

type DeletionDeps = Pick<ClientDeps, 'queue' | 'subscriptions' | 'timeZone'>;

export async function deleteSoftly(
  { queue, subscriptions, timeZone }: DeletionDeps,
  tx: Db,
  caller: Caller,
  { client, reason, action }: { client: ClientRow; reason: string | null; action: string },
): Promise<void> {
  const { now } = caller;
  const { id } = client;
  await settleSubscription(subscriptions, tx, id, now);
  await updateClient(tx, id, {
    deleted_at: now,
    deleted_reason: reason,
    closes_at: null,
    close_reason: null,
    updated_at: nextUpdate(client.updated_at, now),
  });
  await stopSubscription(tx, id, dayOf(now, timeZone));
  await endClientAccess(tx, id, 'deleted', { now });
  await releaseOwnDomain(tx, id, now);
  await auditClient(tx, caller, client, { action, changes: auditChanges({}, { reason }) });
  await settleCabinet({ queue }, tx, id);
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
      await endClientAccess(tx, client.id, 'deleted', { now });
      await auditClient(tx, systemCaller(now, deps.defaultLocale), client, { action: 'client.expire' });
    }
    return gone.length;
  });
}
