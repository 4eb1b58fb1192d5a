import type { NoticeProblem } from '#contract/money/payment-gateway.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { payableDocument } from '#server/documents/pay-document.ts';
import { keepCard } from '#server/payments/cards/keep-card.ts';
import { chargeFailed, chargeSucceeded } from '#server/payments/cards/settle-charge.ts';
import type { Outcome } from '#server/payments/gateways/driver.ts';
import { type WalletOwner, walletOwner } from '#server/wallet/ledger-store.ts';
import { bookPayment } from '#server/payments/book-payment.ts';
import { lockPayment } from '#server/payments/payment-store.ts';
import { enqueueCheck } from './enqueue-check.ts';
import type { OnlineDeps } from './online-deps.ts';
import { type OnlinePayment, storeExternalId, storeFailure } from './online-store.ts';

export interface Told {
  externalId: string | null;
  outcome: Outcome;
  now: Date;
}

/**
 * What a gateway says of a payment, by a notice or because it was asked, leads to one end (GROWTH section 16, "Online"):
 * money is credited once, and only when it came, as much of it as was asked for. The payment's row is locked. Gives what
 * is wrong, for people to see; null: nothing.
 */
export async function settlePayment(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  told: Told,
): Promise<NoticeProblem | null> {
  const isCredited = payment.ledger_entry_id !== null;
  switch (told.outcome.state) {
    case 'succeeded': {
      const settle = isCredited ? paidAgain : takeMoney;
      return (await settle(deps, tx, payment, told)) ?? sentElsewhere(payment, told.outcome);
    }
    case 'failed':
      if (isCredited) return 'failed_after_success';
      if (payment.status === 'pending') await failPayment(deps, tx, payment, told);
      return null;
    case 'refunded':
      return sentElsewhere(payment, told.outcome);
    case 'disputed':
      return 'refunded_elsewhere';
    default:
      return null;
  }
}

/**
 * Whether more went back than is written here: what we ask a gateway to give back is written before it is asked. One that
 * doesn't say how much has sent something.
 */
function sentElsewhere({ refunded }: OnlinePayment, outcome: Outcome): NoticeProblem | null {
  const sent = outcome.refunded ?? (outcome.state === 'refunded' ? 1 : 0);
  return sent > refunded ? 'refunded_elsewhere' : null;
}

async function takeMoney(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  { externalId, outcome, now }: Told,
): Promise<NoticeProblem | null> {
  if ((outcome.currency ?? '').toUpperCase() !== (payment.currency ?? deps.currency)) return 'currency';
  if (outcome.amount !== payment.amount) return 'amount';
  const owner = await ownerOf(tx, payment);
  if (!owner || owner.deleted_at) return 'client_deleted';
  await storeExternalId(tx, payment.id, externalId, now);
  await bookPayment(deps, tx, systemCaller(now, deps.defaultLocale), owner, {
    payment: await rowOf(tx, payment),
    documentId: await payableDocument(tx, payment.document_id),
  });
  await keepPaidCard(deps, tx, payment, outcome, now);
  if (payment.charge_id !== null) await chargeSucceeded(tx, payment.charge_id);
  return null;
}

/** The same again, or another payment by the same name. */
async function paidAgain(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  { externalId, outcome, now }: Told,
): Promise<NoticeProblem | null> {
  const known = payment.external_id;
  if (externalId !== null && known !== null && externalId !== known) return 'paid_twice';
  if (outcome.card) await keepPaidCard(deps, tx, payment, outcome, now);
  return null;
}

/** The notice may not name the card: then the gateway is asked for it. */
async function keepPaidCard(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  { card }: Outcome,
  now: Date,
): Promise<void> {
  if (!payment.save_card) return;
  if (card) await keepCard(deps, tx, payment, card, now);
  else if (payment.ledger_entry_id === null) await enqueueCheck(deps.queue, tx, payment.id, 'card');
}

async function failPayment(
  deps: OnlineDeps,
  tx: Db,
  payment: OnlinePayment,
  { externalId, outcome, now }: Told,
): Promise<void> {
  const { id, charge_id, amount } = payment;
  const failure = outcome.failure ?? 'other';
  await storeExternalId(tx, id, externalId, now);
  await storeFailure(tx, id, { failure, detail: outcome.detail, now });
  const owner = await ownerOf(tx, payment);
  if (!owner || owner.deleted_at) return;
  if (charge_id !== null) return chargeFailed(deps, tx, { chargeId: charge_id, owner, failure, now });
  // An address that nobody has confirmed may be a stranger's.
  if (owner.confirmed_at === null) return;
  // The payer who closed the page knows.
  if (failure === 'page_expired' || failure === 'cancelled') return;
  await deps.mail.write(tx, now, {
    kind: 'payment_failed',
    to: owner.email,
    locale: owner.locale,
    data: { name: owner.name, amount, failure },
    reason: 'payment_failed',
    clientId: owner.id,
    dedupeKey: `${owner.id}:payment_failed:${id}`,
  });
}

async function rowOf(tx: Db, { id }: OnlinePayment): Promise<PaymentRow> {
  const row = await lockPayment(tx, id);
  if (!row) throw new Error('the payment just locked is gone');
  return row;
}

async function ownerOf(tx: Db, { client_id }: OnlinePayment): Promise<WalletOwner | undefined> {
  return client_id === null ? undefined : walletOwner(tx, client_id);
}
