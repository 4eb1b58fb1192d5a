import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { bodyHash, type IdempotencyKey } from '#server/db/idempotency.ts';
import { changePlan } from '#server/clients/plan/change-plan.ts';
import { createPlatform } from '#server/platform.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { replenishWallet } from '#server/payments/replenish-wallet.ts';
import { deliverEmail, recoverLostEmails } from '#server/mail/deliver-email.ts';
import { staffCaller } from '#tests/support/subscriptions/staff-caller.ts';

/** The parent's orders; `at` is the time by the clock. */
export type Order = { at: number } & (
  | { act: 'run' }
  | { act: 'top up'; id: string; by: string }
  | { act: 'change the tariff'; id: string; tariffId: string; by: string }
  | { act: 'take up mails' }
  | { act: 'send'; emailId: string }
);

/** Works for its parent until it is killed. */
export async function doOrders(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  const database = await connectDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  let now = new Date();
  const platform = await createPlatform({
    config,
    database,
    log,
    secretKey: config.secretKey ?? '',
    clock: { now: () => now, movedMs: () => now.getTime() - Date.now() },
    print: () => undefined,
  });
  await platform.queue.start({ supervise: false });

  const perform = async (order: Order): Promise<unknown> => {
    switch (order.act) {
      case 'run':
        return runBilling(platform.subscriptions);
      case 'top up': {
        const body = { service: 'card' as const, amount: 5_000, invoice: order.id, year: now.getFullYear() };
        const target = { clientId: order.id, key: keyOf(order.id, body) };
        return replenishWallet(platform, staffCaller(order.by, now), target, body);
      }
      case 'change the tariff': {
        const input = { tariff_id: order.tariffId, when: 'now' as const };
        const choice = { clientId: order.id, input, key: keyOf(order.id, input) };
        return changePlan(platform, staffCaller(order.by, now), choice);
      }
      case 'take up mails':
        return recoverLostEmails(platform.mail, now);
      case 'send':
        return deliverEmail(platform.mail, order.emailId);
    }
  };
  process.send?.('ready');
  for (;;) {
    const [order] = (await once(process, 'message')) as [Order]; // the parent sends nothing else
    now = new Date(order.at);
    await perform(order);
    process.send?.('done');
  }
}

function keyOf(id: string, body: object): IdempotencyKey {
  return { caller: 'staff', route: `POST ${id}`, key: 'k', bodyHash: bodyHash(body) };
}
