import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { bodyHash, type OnceKey } from '#server/db/idempotency.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { createPlatform } from '#server/platform.ts';

/** What the parent wants done; `at` is the time by the clock. */
export type Order = { at: number } & (
  | { act: 'run' }
  | { act: 'top up'; id: string; by: string }
  | { act: 'change the tariff'; id: string; tariffId: string; by: string }
  | { act: 'take up mails' }
  | { act: 'send'; emailId: string }
);

/** Serves its parent until it is killed. */
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
    clock: { now: () => now },
    print: () => undefined,
  });
  await platform.queue.start({ supervise: false });

  const perform = async (order: Order): Promise<unknown> => {
    switch (order.act) {
      case 'run':
        return platform.subscriptions.runs.run();
      case 'top up': {
        const body = { service: 'card' as const, amount: 5_000, invoice: order.id, year: now.getFullYear() };
        return platform.wallet.replenish(callerOf(order.by), order.id, body, keyOf(order.id, body));
      }
      case 'change the tariff': {
        const choice = { tariff_id: order.tariffId, when: 'now' as const };
        return platform.plans.change(callerOf(order.by), order.id, choice, keyOf(order.id, choice));
      }
      case 'take up mails':
        return platform.mail.takeUp(now);
      case 'send':
        return platform.mail.deliver(order.emailId);
    }
  };
  const callerOf = (id: string): Caller<StaffActor> => ({
    actor: { kind: 'staff', id, name: 'Cashier', sessionId: '', permissions: [], mustSetUpTwoFactor: false },
    now,
    locale: 'en',
    ip: null,
    requestId: null,
    userAgent: null,
  });

  process.send?.('ready');
  for (;;) {
    const [order] = (await once(process, 'message')) as [Order]; // the parent sends nothing else
    now = new Date(order.at);
    await perform(order);
    process.send?.('done');
  }
}

function keyOf(id: string, body: object): OnceKey {
  return { caller: 'staff', route: `POST ${id}`, key: 'k', bodyHash: bodyHash(body) };
}
