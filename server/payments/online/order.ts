import type { GatewayName } from '#contract/money/payment-gateway.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import { translate } from '#server/kernel/messages.ts';
import type { ChargeOrder } from '#server/payments/gateways/driver.ts';
import { paymentReference } from '#server/payments/gateways/payment-reference.ts';
import type { OnlineDeps } from './online-deps.ts';
import { installationId, type OnlinePayment } from './online-store.ts';

/** How long a page at a gateway stays open: it is closed when the last question about it is asked. */
export const pageHours = 23;

/** What a gateway is told about a payment, with the payer present or absent. */
export async function orderOf(
  { db, config, productName, currency }: Pick<OnlineDeps, 'db' | 'config' | 'productName' | 'currency'>,
  { id, amount, provider }: Pick<OnlinePayment, 'id' | 'amount'> & { provider: GatewayName },
  client: Pick<ClientRow, 'id' | 'name' | 'email' | 'phone_e164' | 'locale'>,
  now: Date,
): Promise<Omit<ChargeOrder, 'token'>> {
  const returnUrl = `${config.publicUrl}/account/wallet?payment=${id}`;
  return {
    reference: await referenceOf(db, id, now),
    amount,
    currency,
    description: translate(client.locale, 'onlinePayment.description', { product: productName }),
    locale: client.locale,
    payer: { clientId: client.id, name: client.name, email: client.email, phone: client.phone_e164 },
    returnUrl,
    leaveUrl: `${returnUrl}&left=1`,
    noticeUrl: noticeUrlOf(config, provider),
    now,
  };
}

/** What a payment of this installation is called at its gateway. */
export async function referenceOf(db: Db, paymentId: string, now: Date): Promise<string> {
  return paymentReference(await installationId(db, now), paymentId);
}

/** Where a gateway sends its notices. */
export function noticeUrlOf(
  { publicUrl, apiUrl }: Pick<Config, 'publicUrl' | 'apiUrl'>,
  provider: GatewayName,
): string {
  return new URL(`${apiUrl}/payments/${provider}/events`, `${publicUrl}/`).href;
}
