import { paymentCode, type PaymentWay } from '#contract/money/proforma.ts';
import { proposedAmount } from '#contract/money/suggested-amounts.ts';
import type { SettingValue } from '#contract/company/settings.ts';
import { newestOpenProforma } from '#server/documents/document-store.ts';
import { isPayable } from '#server/documents/issue-proforma.ts';
import { paymentQr, type PaymentQr, transferQr } from '#server/documents/paper/payment-qr.ts';
import { qrPicture } from '#server/documents/paper/qr-picture.ts';
import { clientDetails } from '#server/clients/client-store.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { readOwnPrices } from '#server/subscriptions/prices/read-own-prices.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** How customers top up by bank transfer: the operator's account, and what to write into the transfer. */
export async function readPaymentWay(deps: CustomerDeps, caller: CustomerCaller): Promise<PaymentWay> {
  const { settings, onlineMethods } = deps;
  const { actor, locale } = caller;
  const details = await settings.get('company_details');
  // A transfer needs an account, and banks want a name.
  const company = isPayable(details) ? details : null;
  const code = paymentCode(actor.id);
  const purpose = translate(locale, 'paper.codePurpose', { code });
  return {
    company,
    code,
    purpose,
    methods: onlineMethods(locale),
    qr: company && (await ownQr(deps, caller, { company, purpose })),
  };
}

/** What is due as a QR code. */
async function ownQr(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { company, purpose }: { company: SettingValue<'company_details'>; purpose: string },
): Promise<PaymentWay['qr']> {
  const { db, variant, currency } = deps;
  const open = await newestOpenProforma(db, caller.actor.id);
  if (open) {
    const { content, number, rest: amount } = open;
    const words = content.purpose ?? purpose;
    return shown(paymentQr(content, amount), { amount, purpose: words, number });
  }
  const amount = await proposed(deps, caller);
  const transfer = { variant, currency, payee: company, purpose, amount };
  return shown(transferQr(transfer), { amount, purpose, number: null });
}

/** What the form beside the code proposes too (minor units); a period's price where it proposes nothing. */
async function proposed(deps: CustomerDeps, { actor, now, locale }: CustomerCaller): Promise<number> {
  const { db, subscriptions, defaultLocale } = deps;
  const client = await clientDetails(db, actor.id, { locale, defaultLocale });
  if (!client) throw new AppError('not_found');
  const { price, price_year, next } = await readOwnPrices(subscriptions, db, actor.id, now);
  const { balance, billing_period, recommended_amount } = client;
  const own = { price, balance, billing_period, recommended_amount, tariff: { price_year } };
  return proposedAmount({ ...own, next_charge: next }) ?? price;
}

function shown(
  qr: PaymentQr | null,
  said: Pick<NonNullable<PaymentWay['qr']>, 'amount' | 'purpose' | 'number'>,
): PaymentWay['qr'] {
  return qr && { ...qr, ...said, picture: qrPicture(qr) };
}
