import { paymentCode, type PaymentWay } from '#contract/money/proforma.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** How customers top up by bank transfer: the operator's account, and the code to write into the transfer. */
export async function readPaymentWay(
  { settings, onlineMethods }: CustomerDeps,
  { actor, locale }: CustomerCaller,
): Promise<PaymentWay> {
  const company = await settings.get('company_details');
  // A transfer needs an account, and banks want a name.
  const isPayable = company.name !== '' && company.account !== '';
  return { company: isPayable ? company : null, code: paymentCode(actor.id), methods: onlineMethods(locale) };
}
