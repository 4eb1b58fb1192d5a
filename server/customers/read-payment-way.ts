import { paymentCode, type PaymentWay } from '#contract/money/proforma.ts';
import type { SettingValue } from '#contract/company/settings.ts';
import { newestOpenProforma } from '#server/documents/document-store.ts';
import { isPayable } from '#server/documents/issue-proforma.ts';
import { paymentQr, type PaymentQr, transferQr } from '#server/documents/paper/payment-qr.ts';
import { qrPicture } from '#server/documents/paper/qr-picture.ts';
import { clientDetails } from '#server/clients/client-store.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';
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
  { actor, locale }: CustomerCaller,
  { company, purpose }: { company: SettingValue<'company_details'>; purpose: string },
): Promise<PaymentWay['qr']> {
  const { db, variant, currency, defaultLocale } = deps;
  const open = await newestOpenProforma(db, actor.id);
  if (open) {
    const { content, number, rest: amount } = open;
    const words = content.purpose ?? purpose;
    return shown(paymentQr(content, amount), { amount, purpose: words, number });
  }
  const client = await clientDetails(db, actor.id, { locale, defaultLocale });
  const amount = Math.max(client?.recommended_amount ?? 0, await lacking(deps, actor.id));
  const transfer = { variant, currency, payee: company, purpose, amount };
  return shown(transferQr(transfer), { amount, purpose, number: null });
}

/** What the next period lacks, and its whole price where it lacks nothing (minor units). */
async function lacking({ db, settings, timeZone }: CustomerDeps, clientId: string): Promise<number> {
  const row = await subscribedById(db, clientId);
  const subscription = row && subscriptionOf(row);
  if (!subscription) return 0;
  const coming = { subscription, ...termsOf(row, await generalTerms({ settings, timeZone }, db)) };
  return missing(coming) || dueOf(coming).price;
}

function shown(
  qr: PaymentQr | null,
  said: Pick<NonNullable<PaymentWay['qr']>, 'amount' | 'purpose' | 'number'>,
): PaymentWay['qr'] {
  return qr && { ...qr, ...said, picture: qrPicture(qr) };
}
