import type { Db } from '#server/db/tables.ts';
import { proformasOfPeriods } from '#server/documents/before-end/period-proforma-store.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { enqueueCheck } from '#server/payments/online/enqueue-check.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { insertOnlinePayment } from '#server/payments/online/online-store.ts';
import { askForCharge, type CardCharge } from './ask-for-charge.ts';
import { cardById, chargedClient, lockCharge, updateCharge } from './card-store.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { amountFor } from './run-auto-top-ups.ts';

/**
 * One try of an automatic top-up. The payment is written before the gateway is asked, and nothing else is tried until it
 * is decided: a lost answer is asked for, and never means a second charge.
 */
export async function chargeCard(deps: OnlineDeps, chargeId: string, now: Date): Promise<void> {
  const begun = await deps.db.transaction().execute((tx) => beginTry(deps, tx, chargeId, now));
  if (!begun) return;
  await askForCharge(deps, begun, now);
}

/** Null when it isn't due any more, or there is nothing to charge: paid meanwhile, switched off, card removed. */
async function beginTry(
  { secrets, queue, timeZone, gateways, subscriptions }: OnlineDeps,
  tx: Db,
  chargeId: string,
  now: Date,
): Promise<CardCharge | null> {
  const charge = await lockCharge(tx, chargeId, { withClient: true });
  if (!charge?.next_try_at || charge.next_try_at > now) return null;
  const client = await chargedClient(tx, charge.client_id);
  const card = client?.autoTopUp.card_id ? await cardById(tx, client.autoTopUp.card_id) : undefined;
  const isOn = client?.autoTopUp.enabled && client.deleted_at === null && client.blocked_from === null;
  const isKnown = card && gateways.names.includes(card.provider);
  const general = await generalTerms(subscriptions, tx);
  // What is lacking now: some of it may have been paid since the last try.
  const amount = client ? amountFor(client, general) : 0;
  if (!client || !card?.token_sealed || !isOn || !isKnown || amount === 0) {
    await updateCharge(tx, chargeId, { status: 'dropped', next_try_at: null });
    return null;
  }
  const proforma = (await proformasOfPeriods(tx, [client.id])).get(client.id);
  const paymentId = newId(now);
  await insertOnlinePayment(
    tx,
    {
      id: paymentId,
      status: 'pending',
      method: 'online',
      provider: card.provider,
      amount,
      value_date: localDay(now, timeZone),
      client_id: client.id,
      // What was issued for this end is paid by it, if all of it is.
      document_id: proforma && proforma.rest <= amount ? proforma.id : null,
      created_at: now,
      updated_at: now,
    },
    { payment_id: paymentId, save_card: false, card_id: card.id, charge_id: chargeId },
  );
  await updateCharge(tx, chargeId, { amount, tries: charge.tries + 1, next_try_at: null });
  await enqueueCheck(queue, tx, paymentId, 0);
  return { paymentId, amount, clientId: client.id, card, token: secrets.open(card.token_sealed) };
}
