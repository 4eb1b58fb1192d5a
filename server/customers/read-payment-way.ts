import { paymentCode, type PaymentWay } from '#contract/money/proforma.ts';
import type { SettingValue } from '#contract/company/settings.ts';
import { newestOpenProforma } from '#server/documents/document-store.ts';
import { isPayable } from '#server/documents/issue-proforma.ts';
import { paymentQr, type PaymentQr, transferQr } from '#server/documents/paper/payment-qr.ts';
import { qrPicture } from '#server/documents/paper/qr-picture.ts';
import { clientDetails } from '#server/clients/client-store.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
import { priceAt } from '#server/subscriptions/lifecycle/price.ts';
import { dueOf, missing } from '#server/subscriptions/lifecycle/lifecycle-steps.ts';
import { subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';
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
  const { db, variant, currency, defaultLocale } = deps;
  const { actor, locale } = caller;
  const open = await newestOpenProforma(db, actor.id);
  if (open) {
    const { content, number, rest: amount } = open;
    const words = content.purpose ?? purpose;
    return shown(paymentQr(content, amount), { amount, purpose: words, number });
  }
  const client = await clientDetails(db, actor.id, { locale, defaultLocale });
  const amount = await proposed(deps, caller, client?.recommended_amount ?? 0);
  const transfer = { variant, currency, payee: company, purpose, amount };
  return shown(transferQr(transfer), { amount, purpose, number: null });
}

/**
 * What the form beside the code proposes too (minor units): what the next period lacks, else the recommended amount,
 * else a period's price.
 */
async function proposed(
  { db, settings, timeZone }: CustomerDeps,
  { actor, now }: CustomerCaller,
  recommended: number,
): Promise<number> {
  const row = await subscribedById(db, actor.id);
  if (!row) return recommended;
  const terms = termsOf(row, await generalTerms({ settings, timeZone }, db));
  const subscription = subscriptionOf(row);
  // Before the free period the tariff costs what it costs whoever comes now.
  if (!subscription) return Math.max(0, priceAt(terms.plan, now, now) - row.balance) || recommended;
  const coming = { subscription, ...terms };
  return missing(coming) || recommended || dueOf(coming).price;
}

function shown(
  qr: PaymentQr | null,
  said: Pick<NonNullable<PaymentWay['qr']>, 'amount' | 'purpose' | 'number'>,
): PaymentWay['qr'] {
  return qr && { ...qr, ...said, picture: qrPicture(qr) };
}
