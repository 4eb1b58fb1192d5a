import type { NoticeProblem } from '#contract/money/payment-gateway.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { clientById } from '#server/clients/client-store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Refunded } from '#server/payments/gateways/driver.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { endOwnProblems, showOwnProblem } from '#server/payments/online/own-problems.ts';
import { lockPayment, paymentById } from '#server/payments/payment-store.ts';
import { writeLine } from '#server/payments/write-wallet-line.ts';
import { lineOf, type WalletOwner, walletOwner } from '#server/wallet/ledger-store.ts';
import {
  type NamedRefund,
  noteArrived,
  refundById,
  refundMaker,
  undoRefund,
  updateRefund,
} from './refund-store.ts';

/** What staff are shown while a refund has no answer. */
const stillOpen = ['refund_broken', 'refund_unanswered'] as const;

/**
 * What a gateway says of a refund, when it is asked or by a notice, leads to one end: the payer is told that the money
 * is on its way, or it is in the wallet again and staff are told why. A yes may be followed by a no. A no is the end:
 * the money may have gone by another way since, so that a later yes is for people to see.
 */
export async function settleRefund(
  deps: OnlineDeps,
  tx: Db,
  refundId: string,
  told: Refunded,
  now: Date,
): Promise<NoticeProblem | null> {
  const seen = await refundById(tx, refundId);
  if (!seen || seen.reference !== null) return null;
  const known = await lockedFor(tx, seen);
  if (!known) return null;
  const { refund, payment, owner } = known;
  if (refund.status === 'failed') return told.state === 'succeeded' ? 'refunded_elsewhere' : null;
  if (told.state === 'failed') return putBack(deps, tx, known, told, now);
  if (refund.status === 'succeeded') return null;
  await updateRefund(
    tx,
    { id: refund.id, now },
    { status: told.state === 'succeeded' ? 'succeeded' : 'pending', detail: told.detail },
  );
  if (told.state === 'pending') return null;
  await endOwnProblems(tx, refund.id, stillOpen);
  await noteArrived(tx, payment.id, now);
  await recordEvents(tx, now, [{ type: 'payment.refunded', clientId: owner.id, subjectId: payment.id }]);
  await tellPayer(deps, tx, owner, refund, now);
  return null;
}

interface Known {
  refund: NamedRefund;
  payment: PaymentRow;
  owner: WalletOwner;
}

async function lockedFor(tx: Db, { id, payment_id }: NamedRefund): Promise<Known | null> {
  const seen = await paymentById(tx, payment_id);
  const owner = seen?.client_id ? await walletOwner(tx, seen.client_id) : undefined;
  const payment = await lockPayment(tx, payment_id);
  const refund = await refundById(tx, id, { lock: true });
  return owner && payment && refund ? { refund, payment, owner } : null;
}

/** The money is in the wallet again, by a reversal of its payout, also that of a client who was deleted meanwhile. */
async function putBack(
  deps: OnlineDeps,
  tx: Db,
  { refund, payment, owner }: Known,
  { detail }: Refunded,
  now: Date,
): Promise<null> {
  const payout = await lineOf(tx, owner.id, refund.ledger_entry_id);
  if (!payout || payout.reversed_by_id) throw new Error('a refund that is not failed without its payout');
  const { amount, status } = refund;
  const wasTold = status === 'succeeded' && owner.deleted_at === null;
  const date = refund.created_at.toISOString();
  await writeLine(deps, tx, systemCaller(now, deps.defaultLocale), owner, {
    money: { kind: 'reversal', amount, reverses_id: payout.id, note: detail, value_date: payout.value_date },
    action: 'client.refund_failed',
    audited: { amount, provider: payment.provider, detail },
    email: wasTold
      ? (data) => ({ kind: 'balance_corrected', reason: 'reversed', data: { ...data, date } })
      : null,
    after: () => undoRefund(tx, payment, refund, { detail, now }),
  });
  await endOwnProblems(tx, refund.id, stillOpen);
  await showOwnProblem(tx, payment, { about: refund.id, problem: 'refund_failed', amount, now });
  await tellMaker(deps, tx, { refund, owner, now });
  return null;
}

async function tellPayer(
  { mail }: Pick<OnlineDeps, 'mail'>,
  tx: Db,
  owner: WalletOwner,
  { id, amount }: NamedRefund,
  now: Date,
): Promise<void> {
  if (owner.deleted_at) return;
  const client = await clientById(tx, owner.id);
  await mail.write(tx, now, {
    kind: 'money_returned',
    reason: 'money_returned',
    data: { name: owner.name, amount, balance: client?.balance ?? 0 },
    to: owner.email,
    locale: owner.locale,
    clientId: owner.id,
    dedupeKey: `${owner.id}:money_returned:${id}`,
  });
}

/** Tells the colleague who wanted it. */
async function tellMaker(
  { mail }: Pick<OnlineDeps, 'mail'>,
  tx: Db,
  { refund: { id, created_by, amount }, owner, now }: { refund: NamedRefund; owner: WalletOwner; now: Date },
): Promise<void> {
  const maker = created_by === null ? undefined : await refundMaker(tx, created_by);
  if (!maker) return;
  await mail.write(tx, now, {
    kind: 'refund_failed',
    reason: 'refund_failed',
    data: { name: maker.name, amount, client: owner.name },
    to: maker.email,
    locale: maker.locale,
    userId: maker.id,
    dedupeKey: `refund_failed:${id}`,
  });
}
