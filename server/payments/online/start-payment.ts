import type { StartedPayment, StartPaymentInput } from '#contract/money/online-payment.ts';
import { type GatewayName, gatewayTraits } from '#contract/money/payment-gateway.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { takeUses } from '#server/auth/rate-limit-store.ts';
import { requireOwnClient } from '#server/customers/customer-account.ts';
import { proformasOfPeriods } from '#server/documents/before-end/period-proforma-store.ts';
import { documentById, openProformaOfSum } from '#server/documents/document-store.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { askForCharge, type CardCharge } from '#server/payments/cards/ask-for-charge.ts';
import { cardById } from '#server/payments/cards/card-store.ts';
import { GatewayError, type Started } from '#server/payments/gateways/driver.ts';
import { enqueueCheck } from './enqueue-check.ts';
import type { OnlineDeps } from './online-deps.ts';
import {
  clearFailure,
  insertOnlinePayment,
  latestOfSum,
  lockOnlinePayment,
  type OnlinePayment,
  onlinePaymentById,
  storeFailure,
  storeStarted,
} from './online-store.ts';
import { orderOf, pageHours } from './order.ts';

const mostAnHour = { count: 30, seconds: 3600 };

/** Limits how many payments a customer starts, because each is a call to a gateway. */
export function beforePayment({ db }: Pick<OnlineDeps, 'db'>, { actor, now }: CustomerCaller): Promise<void> {
  return takeUses(db, now, [{ key: `online-payment:${actor.id}`, limit: mostAnHour }]);
}

/**
 * Begins an online payment: a row that waits, and the page at the gateway, or the charge of a saved card. The row is there
 * first, so that no money comes for a payment that nobody knows; a repetition gets the same row and the same page, and
 * charges no card again.
 *
 * @throws AppError `gateway_unavailable`, `not_open` for a document that takes no money any more, or a 422 for a method that isn't offered or keeps no cards, and for a card that isn't one's own.
 */
export async function startPayment(
  deps: OnlineDeps,
  caller: CustomerCaller,
  input: StartPaymentInput,
  key: IdempotencyKey | null,
): Promise<StartedPayment> {
  const { method, save_card = false } = input;
  if (method === undefined) return payByCard(deps, caller, input, key);
  if (!deps.gateways.names.includes(method)) throw fieldError('method', 'validation.notAllowed');
  if (save_card && !gatewayTraits[method].savesCards) throw fieldError('save_card', 'validation.notAllowed');
  const expires_at = new Date(caller.now.getTime() + pageHours * 3_600_000);
  const { id } = await deps.db
    .transaction()
    .execute((tx) =>
      once(tx, key, caller.now, () =>
        writePayment(deps, tx, caller, { ...input, provider: method, online: { save_card, expires_at } }),
      ),
    );
  const payment = await requirePayment(deps.db, id);
  if (payment.redirect_url !== null) return { id, status: 'pending', redirect_url: payment.redirect_url };
  return { id, status: 'pending', redirect_url: await openPage(deps, caller, payment, method) };
}

/** Charges a saved card. Its owner reads what became of it, as after a page of the gateway. */
async function payByCard(
  deps: OnlineDeps,
  caller: CustomerCaller,
  input: StartPaymentInput,
  key: IdempotencyKey | null,
): Promise<StartedPayment> {
  let charge: CardCharge | undefined;
  const { id } = await deps.db.transaction().execute((tx) =>
    once(tx, key, caller.now, async () => {
      const card = await requireCard(deps, tx, caller, input.card_id);
      const online = { save_card: false, card_id: card.id };
      const payment = await writePayment(deps, tx, caller, { ...input, provider: card.provider, online });
      charge = { paymentId: payment.id, amount: payment.amount, clientId: caller.actor.id, ...card };
      return payment;
    }),
  );
  if (charge) await askForCharge(deps, charge, caller.now);
  return { id, status: 'pending', redirect_url: null };
}

/** A saved card of one's own whose gateway is there. */
async function requireCard(
  { gateways, secrets }: OnlineDeps,
  tx: Db,
  { actor }: CustomerCaller,
  cardId: string | undefined,
) {
  const card = cardId === undefined ? undefined : await cardById(tx, cardId);
  if (card?.client_id !== actor.id || !card.token_sealed || !gateways.names.includes(card.provider)) {
    throw fieldError('card_id', 'validation.notAllowed');
  }
  const { id, provider, token_sealed } = card;
  return { id, provider, card: { provider }, token: secrets.open(token_sealed) };
}

async function writePayment(
  { queue, timeZone }: OnlineDeps,
  tx: Db,
  caller: CustomerCaller,
  {
    provider,
    amount: typed,
    document_id,
    unless_same,
    online,
  }: Pick<StartPaymentInput, 'amount' | 'document_id' | 'unless_same'> & {
    provider: GatewayName;
    online: { save_card: boolean; expires_at?: Date; card_id?: string };
  },
): Promise<{ id: string; amount: number }> {
  const { now, actor } = caller;
  // Locked for the question alone: two tabs that send at once are asked one after the other.
  const client = await requireOwnClient(tx, actor, { lock: unless_same !== undefined });
  const named = document_id === undefined ? null : await requireOpen(tx, document_id, client.id);
  const amount = named?.rest ?? typed;
  if (amount === undefined) throw fieldError('amount', 'validation.required');
  if (unless_same) await refuseSame(tx, { clientId: client.id, amount, now, counts: unless_same });
  const document = named ?? (await coveredProforma(tx, client.id, amount));
  const id = newId(now);
  await insertOnlinePayment(
    tx,
    {
      id,
      status: 'pending',
      method: 'online',
      provider,
      amount,
      value_date: localDay(now, timeZone),
      client_id: client.id,
      document_id: document?.id ?? null,
      created_at: now,
      updated_at: now,
    },
    { payment_id: id, ...online },
  );
  const changes = [
    { field: 'method', before: null, after: provider },
    { field: 'amount', before: null, after: amount },
    ...(document ? [{ field: 'invoice', before: null, after: document.number }] : []),
  ];
  await auditClient(tx, caller, client, { action: 'client.pay', changes });
  await enqueueCheck(queue, tx, id, 0);
  return { id, amount };
}

/** How long a payment of the same sum is most likely the same one, seen from another tab or device. */
const sameForMs = 10 * 60_000;

/** @throws AppError `same_payment` with which one it is, and since when. */
async function refuseSame(
  tx: Db,
  {
    clientId,
    amount,
    now,
    counts,
  }: { clientId: string; amount: number; now: Date; counts: 'paid' | 'paid_or_open' },
): Promise<void> {
  const since = new Date(now.getTime() - sameForMs);
  const same = await latestOfSum(tx, { clientId, amount, since, withOpen: counts === 'paid_or_open' });
  if (!same) return;
  const current = { is: same.status === 'pending' ? 'open' : 'paid', at: same.created_at.toISOString() };
  throw new AppError('same_payment', { extra: { current } });
}

/**
 * The open proforma that a sum without a number pays, so that nobody is asked twice: that of the running period's end,
 * if all of it is covered, or else the newest of exactly this sum.
 */
async function coveredProforma(
  tx: Db,
  clientId: string,
  amount: number,
): Promise<{ id: string; number: string } | null> {
  const ofPeriod = (await proformasOfPeriods(tx, [clientId])).get(clientId);
  if (ofPeriod && ofPeriod.rest <= amount) return ofPeriod;
  return (await openProformaOfSum(tx, clientId, amount)) ?? null;
}

/** What is left to pay of one's own open proforma. */
async function requireOpen(
  tx: Db,
  id: string,
  clientId: string,
): Promise<{ id: string; number: string; rest: number }> {
  const document = await documentById(tx, id);
  if (document?.client_id !== clientId) throw fieldError('document_id', 'validation.unknownName');
  const { number, status, total, paid_amount } = document;
  if (status !== 'open') throw new AppError('not_open');
  return { id, number, rest: total - paid_amount };
}

/** Asks the gateway for the page; nothing is locked meanwhile. */
async function openPage(
  deps: OnlineDeps,
  { actor, now, locale }: CustomerCaller,
  payment: OnlinePayment,
  method: GatewayName,
): Promise<string> {
  const { db, gateways, log } = deps;
  const client = await requireOwnClient(db, actor);
  const gateway = await gateways.find(method);
  if (!gateway || payment.expires_at === null) throw new AppError('gateway_unavailable');
  const { id, save_card: saveCard, expires_at: expiresAt } = payment;
  const order = await orderOf(deps, { ...payment, provider: method }, { ...client, locale }, now);
  const told = await gateway.start({ ...order, saveCard, expiresAt }).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error;
    log.error({ gateway: method, failure: error.failure, detail: error.message }, 'a payment was not begun');
    return error;
  });
  const redirectUrl = await db.transaction().execute((tx) => storeAnswer(tx, id, told, now));
  if (redirectUrl === null) throw new AppError('gateway_unavailable');
  return redirectUrl;
}

/** The page at the gateway, also one that the same call opened meanwhile; null: there is none. */
async function storeAnswer(
  tx: Db,
  id: string,
  told: Started | GatewayError,
  now: Date,
): Promise<string | null> {
  const before = await lockOnlinePayment(tx, id);
  if (!before || before.redirect_url !== null) return before?.redirect_url ?? null;
  if (!(told instanceof GatewayError)) {
    await clearFailure(tx, id, now);
    await storeStarted(tx, id, { ...told, now });
    return told.redirectUrl;
  }
  if (before.status === 'pending')
    await storeFailure(tx, id, { failure: 'gateway_unavailable', detail: told.message, now });
  return null;
}

async function requirePayment(db: Db, id: string): Promise<OnlinePayment> {
  const payment = await onlinePaymentById(db, id);
  if (!payment) throw new Error('the payment just written is gone');
  return payment;
}
