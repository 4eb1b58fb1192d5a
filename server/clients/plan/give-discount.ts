import type { ClientDiscount, DiscountInput } from '#contract/clients/discount.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { addDiscount, removeDiscount } from '#server/subscriptions/discounts/move-discounts.ts';
import { subscribedById, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { readDiscount } from './read-discounts.ts';

interface DiscountTarget {
  clientId: string;
  key: IdempotencyKey | null;
}

/**
 * Gives a client a discount for its next periods, once for its key. A period that is owed may begin by it.
 * @throws AppError `not_found`, `deleted`
 */
export function giveDiscount(
  { db, subscriptions }: ClientDeps,
  caller: StaffCaller,
  { clientId, key }: DiscountTarget,
  { percent, amount, periods, reason }: DiscountInput,
): Promise<ClientDiscount> {
  const { now, actor } = caller;
  return answered(db, caller, async (tx) => {
    const client = await lockedClient(tx, clientId);
    const { id } = await once(tx, key, now, async () => {
      if (client.deleted_at) throw new AppError('deleted');
      const terms = { percent: percent ?? null, amount: amount ?? null, periods };
      const given = {
        ...terms,
        client_id: clientId,
        reason,
        promo_code_id: null,
        created_by: actor.id,
      };
      const made = await addDiscount(subscriptions, tx, given, now);
      const changes = auditChanges({}, { ...saidOf(terms), reason });
      await auditClient(tx, caller, client, { action: 'client.discount', changes });
      return { id: made };
    });
    return readDiscount(tx, clientId, id);
  });
}

/**
 * Ends a discount. The period that runs stays as it was paid.
 * @throws AppError `not_found`, `deleted`, or 409 `discount_over`.
 */
export function endDiscount(
  { db, subscriptions }: ClientDeps,
  caller: StaffCaller,
  { clientId, id }: { clientId: string; id: string },
): Promise<ClientDiscount> {
  const { now, actor } = caller;
  return answered(db, caller, async (tx) => {
    const client = await lockedClient(tx, clientId);
    const before = await readDiscount(tx, clientId, id);
    if (client.deleted_at) throw new AppError('deleted');
    if (before.state !== 'running') throw new AppError('discount_over');
    await removeDiscount(subscriptions, tx, { id, clientId, endedBy: actor.id }, now);
    const { percent, amount, periods_left: periods, reason } = before;
    const changes = auditChanges({ ...saidOf({ percent, amount, periods }), reason }, {});
    await auditClient(tx, caller, client, { action: 'client.discount_ended', changes });
    return readDiscount(tx, clientId, id);
  });
}

/** What a discount is, for the audit log. */
export function saidOf({
  percent,
  amount,
  periods,
}: Pick<ClientDiscount, 'percent' | 'amount' | 'periods'>): Record<string, number> {
  return {
    ...(percent !== null && { percent }),
    ...(amount !== null && { amount }),
    ...(periods !== null && { periods }),
  };
}

async function lockedClient(tx: Db, id: string): Promise<SubscribedRow> {
  const row = await subscribedById(tx, id, { lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}
