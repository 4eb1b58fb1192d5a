import type { ClientDetails } from '#contract/clients/client-details.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { ownerIdOf } from '#server/auth/account-store.ts';
import { endClientAccess } from '#server/auth/end-access.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { restoreSubscription } from '#server/subscriptions/restore-subscription.ts';
import type { ClientDeps } from './client-deps.ts';
import { clientById, contactsOf, updateClient } from './client-store.ts';
import { readClient } from './read-client.ts';
import { refuseTakenContacts, takingContacts } from '#server/clients/contact/taken-contacts.ts';

/** Undoes a deletion; the running period is extended by the time spent deleted. */
export function restoreClient(deps: ClientDeps, caller: StaffCaller, id: string): Promise<ClientDetails> {
  const { now } = caller;
  return takingContacts(deps.db, caller, async (tx) => {
    const client = await clientById(tx, id, { lock: true });
    if (!client) throw new AppError('not_found');
    if (!client.deleted_at) throw new AppError('not_deleted');
    if (client.erased_at) throw new AppError('erased');
    const owner = ownerIdOf(client);
    await refuseTakenContacts(tx, { ...(await contactsOf(tx, owner)), except: owner });
    await updateClient(tx, id, {
      deleted_at: null,
      deleted_reason: null,
      close_erases: false,
      updated_at: nextUpdate(client.updated_at, now),
    });
    await restoreSubscription(deps.subscriptions, tx, { id, deletedAt: client.deleted_at, now });
    await endClientAccess(tx, id, 'restored', { now });
    await auditClient(tx, caller, client, { action: 'client.restore' });
    await settleCabinet(deps, tx, id);
    return readClient(deps, caller, id, tx);
  });
}
