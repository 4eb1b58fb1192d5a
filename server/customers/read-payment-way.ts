import { missingOf } from '#contract/clients/suggested-amounts.ts';
import { paymentCode, type PaymentWay, type PaymentWayQuery } from '#contract/money/proforma.ts';
import { clientDetails } from '#server/clients/client-store.ts';
import { isPayable } from '#server/documents/issue-proforma.ts';
import { bankLocale } from '#server/documents/paper/compose-content.ts';
import { transferQr } from '#server/documents/paper/payment-qr.ts';
import { toTransferCode } from '#server/documents/paper/read-own-code.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { readOwnPrices } from '#server/subscriptions/prices/read-own-prices.ts';
import { requireOwnClient } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

/**
 * How customers top up by bank transfer: the operator's account, what to write into the transfer, and the transfer of
 * one amount as a QR code. An open proforma has a code of its own (`auth/me/documents/{id}/code`).
 */
export async function readPaymentWay(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { amount: asked }: PaymentWayQuery,
): Promise<PaymentWay> {
  const { settings, onlineMethods, variant, currency } = deps;
  const { actor, locale } = caller;
  const details = await settings.get('company_details');
  // A transfer needs an account, and banks want a name.
  const company = isPayable(details) ? details : null;
  const code = paymentCode(actor.id);
  const purpose = translate(bankLocale(variant), 'paper.codePurpose', { code });
  const { address, payment_address } = await requireOwnClient(deps.db, actor);
  const lacks_address = !(payment_address?.trim() || address?.trim());
  const way = { company, code, purpose, lacks_address, methods: onlineMethods(locale) };
  if (!company) return { ...way, qr: null };
  const amount = asked ?? (await missing(deps, caller));
  const qr = transferQr({ variant, currency, payee: company, purpose, amount });
  return { ...way, qr: toTransferCode(qr, { amount, purpose }) };
}

/** What the form proposes too (minor units); a period's price where nothing is missing. */
async function missing(deps: CustomerDeps, { actor, now, locale }: CustomerCaller): Promise<number> {
  const { db, subscriptions, defaultLocale } = deps;
  const client = await clientDetails(db, actor.id, { locale, defaultLocale });
  if (!client) throw new AppError('not_found');
  const { price, next, ahead } = await readOwnPrices(subscriptions, db, actor.id, now);
  return missingOf({ balance: client.balance, next_charge: next, coming_charges: ahead }) || price;
}
