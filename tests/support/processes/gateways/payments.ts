import type { TestApp } from '#tests/support/app.ts';
import type { PlayedNotice, PlayedOrder, PlayedGateway } from './played-gateway.ts';

/** Sends a gateway's notice as the gateway does. */
export async function sendNotice(
  app: TestApp,
  gateway: string,
  { body, headers }: PlayedNotice,
): Promise<number> {
  const response = await fetch(`${app.url}/api/payments/${gateway}/events`, {
    method: 'POST',
    body,
    headers,
  });
  await response.text();
  return response.status;
}

/** The same about a payment in its present state at the gateway. */
export async function notify(app: TestApp, gateway: PlayedGateway, order: PlayedOrder): Promise<number> {
  return sendNotice(app, gateway.name, await gateway.notice(order, app.clock.now()));
}

/** A customer begins to pay; gives the payment's id, and what the gateway knows of it. */
export async function beginPayment(
  app: TestApp,
  gateway: PlayedGateway,
  token: string,
  { amount = 25_000, save_card = false } = {},
): Promise<{ id: string; order: PlayedOrder }> {
  const body = { method: gateway.name, amount, ...(save_card && { save_card }) };
  const answer = await app.call('POST', '/api/auth/me/payments', { token, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const { id, redirect_url } = answer.body.data;
  // LiqPay learns about a payment when its payer opens the page.
  if (gateway.name === 'liqpay') await (await fetch(redirect_url)).text();
  const order = gateway.orders.find(({ reference }) => reference.endsWith(id));
  if (!order) throw new Error('the gateway knows nothing of it');
  return { id, order };
}
