import { auditClient } from '#server/audit-log/audit-store.ts';
import { requireOwnClient } from '#server/customers/customer-account.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { autoTopUpOf, cardById, forgetCard, stopAutoTopUp } from './card-store.ts';

/** Forgets a card of one's own: nothing can charge it any more, and an automatic top-up by it is off. */
export async function removeCard(
  { db }: Pick<OnlineDeps, 'db'>,
  caller: CustomerCaller,
  id: string,
): Promise<void> {
  const { actor, now } = caller;
  await db.transaction().execute(async (tx) => {
    const client = await requireOwnClient(tx, actor, { lock: true });
    const card = await cardById(tx, id);
    if (!card || card.client_id !== client.id) throw new AppError('not_found');
    await forgetCard(tx, id, now);
    const changes = [{ field: 'card', before: `•• ${card.last4}`, after: null }];
    await auditClient(tx, caller, client, { action: 'client.remove_card', changes });
    const autoTopUp = await autoTopUpOf(tx, client.id);
    if (autoTopUp?.card_id === id) await stopAutoTopUp(tx, client.id, 'card_removed', now);
  });
}
