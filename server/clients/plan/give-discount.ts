import type { ClientDiscount, DiscountInput } from '#contract/catalogue/discount.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { answered } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, deletedClient } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { addDiscount, removeDiscount } from '#server/subscriptions/discounts/move-discounts.ts';
import { readOwnPrices } from '#server/subscriptions/prices/read-own-prices.ts';
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
  deps: ClientDeps,
  caller: StaffCaller,
  { clientId, key }: DiscountTarget,
  { percent, amount, periods, reason }: DiscountInput,
): Promise<ClientDiscount> {
  const { now, actor } = caller;
  return answered(deps.db, caller, async (tx) => {
    const client = await lockedClient(tx, clientId);
    const { id } = await once(tx, key, now, async () => {
      if (client.deleted_at) throw deletedClient(client);
      const terms = { percent: percent ?? null, amount: amount ?? null, periods };
      const given = {
        ...terms,
        client_id: clientId,
        reason,
        promo_code_id: null,
        created_by: actor.id,
      };
      const made = await addDiscount(deps.subscriptions, tx, given, now);
      const changes = auditChanges({}, { ...saidOf(terms), reason });
      await auditClient(tx, caller, client, { action: 'client.discount', changes });
      await notifyOfDiscount(deps, tx, client, { now, given: terms });
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
  deps: ClientDeps,
  caller: StaffCaller,
  { clientId, id }: { clientId: string; id: string },
): Promise<ClientDiscount> {
  const { now, actor } = caller;
  return answered(deps.db, caller, async (tx) => {
    const client = await lockedClient(tx, clientId);
    const before = await readDiscount(tx, clientId, id);
    if (client.deleted_at) throw deletedClient(client);
    if (before.state !== 'running') throw new AppError('discount_over');
    await removeDiscount(deps.subscriptions, tx, { id, clientId, endedBy: actor.id }, now);
    const { percent, amount, periods_left: periods, reason } = before;
    const changes = auditChanges({ ...saidOf({ percent, amount, periods }), reason }, {});
    await auditClient(tx, caller, client, { action: 'client.discount_ended', changes });
    await notifyOfDiscount(deps, tx, client, { now });
    return readDiscount(tx, clientId, id);
  });
}

/** Tells the client what is charged next; `given` is the discount that began, without it one ended. */
async function notifyOfDiscount(
  { mail, subscriptions }: ClientDeps,
  tx: Db,
  { id, name, email, locale, status }: SubscribedRow,
  { now, given }: { now: Date; given?: Pick<ClientDiscount, 'percent' | 'amount' | 'periods'> },
): Promise<void> {
  // An address that nobody has confirmed may belong to a stranger.
  if (status === 'unconfirmed') return;
  const { next } = await readOwnPrices(subscriptions, tx, id, now);
  const charge = { sum: next?.amount ?? null, date: next?.date.toISOString() ?? null };
  const to = { to: email, locale, clientId: id };
  if (!given) {
    const data = { name, ...charge };
    await mail.write(tx, now, { kind: 'discount_ended', reason: 'discount_ended', data, ...to });
    return;
  }
  const { percent, amount: off, periods } = given;
  const data = { name, percent, off, periods, price: next?.price ?? null, ...charge };
  await mail.write(tx, now, { kind: 'discount_given', reason: 'discount_given', data, ...to });
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
