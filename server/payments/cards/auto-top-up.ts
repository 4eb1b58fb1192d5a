import type { AutoTopUp, AutoTopUpInput } from '#contract/money/online-payment.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { requireOwnClient } from '#server/customers/customer-account.ts';
import { answered } from '#server/db/answered.ts';
import type { AutoTopUpRow, Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { autoTopUpOf, cardById, storeAutoTopUp } from './card-store.ts';

const off: AutoTopUp = {
  enabled: false,
  card_id: null,
  when: 'period_end',
  threshold: null,
  amount: 'period',
  stopped: null,
};

/** When one's own card is charged by itself. */
export async function readAutoTopUp(
  { db }: Pick<OnlineDeps, 'db'>,
  { actor }: Pick<CustomerCaller, 'actor'>,
): Promise<AutoTopUp> {
  const row = await autoTopUpOf(db, actor.id);
  return row ? await shownOf(db, row) : off;
}

/**
 * Has one's own card charged by itself, or not any more.
 *
 * @throws AppError a 422 at `card_id` for a card that isn't one's own, or isn't kept any more.
 */
export function changeAutoTopUp(
  { db }: Pick<OnlineDeps, 'db'>,
  caller: CustomerCaller,
  { enabled, card_id = null, when, threshold, amount }: AutoTopUpInput,
): Promise<AutoTopUp> {
  return answered(db, caller, async (tx) => {
    const { now, actor } = caller;
    const client = await requireOwnClient(tx, actor, { lock: true });
    const card = card_id === null ? undefined : await cardById(tx, card_id);
    if (card_id !== null && card?.client_id !== client.id) {
      throw fieldError('card_id', 'validation.notAllowed');
    }
    const before = await autoTopUpOf(tx, client.id);
    await storeAutoTopUp(tx, {
      client_id: client.id,
      enabled,
      card_id,
      moment: when,
      threshold: threshold ?? null,
      amount: amount === 'period' ? null : amount,
      stopped: null,
      updated_at: now,
    });
    const changes = [
      { field: 'auto_top_up', before: before?.enabled ?? false, after: enabled },
      ...(card ? [{ field: 'card', before: null, after: `•• ${card.last4}` }] : []),
    ];
    await auditClient(tx, caller, client, { action: 'client.auto_top_up', changes });
    return readAutoTopUp({ db: tx }, caller);
  });
}

async function shownOf(db: Db, row: AutoTopUpRow): Promise<AutoTopUp> {
  const card = row.card_id === null ? undefined : await cardById(db, row.card_id);
  return {
    enabled: row.enabled,
    card_id: card?.id ?? null,
    when: row.moment,
    threshold: row.threshold,
    amount: row.amount ?? 'period',
    stopped: row.stopped,
  };
}
