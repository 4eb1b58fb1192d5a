import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '#server/kernel/clock.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/postgres/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { ensureSearchIndex } from '#server/db/search-index.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffActor } from '#server/kernel/caller.ts';
import { createPlatform, type Platform } from '#server/platform.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { replenishWallet } from '#server/payments/replenish-wallet.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import type { Figure } from './figure.ts';
import { fillClients } from './support/million-clients.ts';

const many = 100_000;
const poor = 10_000;
const balance = 45_000;
const price = 10_000;
const writers = 16;

/**
 * The billing run over 100,000 due clients, and several writers on one wallet. Fails when a second run changes
 * anything, or a sum is wrong.
 */
export async function* chargeRun(): AsyncGenerator<Figure> {
  await using installation = await emptyInstallation();
  const { platform } = installation;
  await fillDue(platform.database.db, many);

  const charging = await timed(() => runBilling(platform.subscriptions));
  if (charging.result.charges !== many || charging.result.failed > 0) {
    throw new Error(`not everybody was charged: ${JSON.stringify(charging.result)}`);
  }
  yield {
    what: 'billing run, 100,000 due clients charged',
    samples: [charging.ms],
    unit: 'ms',
    goal: 20_000,
  };

  const again = await timed(() => runBilling(platform.subscriptions));
  if (again.result.clients > 0)
    throw new Error(`a second run did something: ${JSON.stringify(again.result)}`);
  yield { what: 'a second run right after, which changes nothing', samples: [again.ms], unit: 'ms' };

  await makeDiscounted(platform.database.db);
  const discounted = await timed(() => runBilling(platform.subscriptions));
  if (discounted.result.charges !== many || discounted.result.failed > 0) {
    throw new Error(`not everybody was charged: ${JSON.stringify(discounted.result)}`);
  }
  yield {
    what: 'the same with a discount each',
    samples: [discounted.ms],
    unit: 'ms',
    goal: 20_000,
  };
  yield { what: 'against the run without discounts', samples: [discounted.ms / charging.ms], unit: '×' };

  await makeLate(platform.database.db);
  const late = await timed(() => runBilling(platform.subscriptions));
  if (late.result.charges < many || late.result.failed > 0) {
    throw new Error(`not everybody was charged: ${JSON.stringify(late.result)}`);
  }
  yield {
    what: `the same after 45 days off, day by day, ${late.result.charges} charges`,
    samples: [late.ms],
    unit: 'ms',
    goal: 20_000,
  };

  await makePoor(platform.database.db);
  const unpaid = await timed(() => runBilling(platform.subscriptions));
  if (unpaid.result.graces < poor)
    throw new Error(`not everybody is in grace: ${JSON.stringify(unpaid.result)}`);
  yield { what: '10,000 due clients that cannot pay, each with its mail', samples: [unpaid.ms], unit: 'ms' };

  const proof = await timed(() => verifyLedger(platform, systemClock.now()));
  if (proof.result.broken_client_ids.length > 0) throw new Error('sums are wrong');
  yield { what: 'proof that 100,000 wallets add up', samples: [proof.ms], unit: 'ms' };

  yield await onOneWallet(platform);
}

async function onOneWallet(platform: Platform): Promise<Figure> {
  const app = { clock: systemClock, platform };
  const { id: clientId } = await subscriber(app, { tariffId: await newTariff(app), status: 'trial' });
  const cashier = await insertCashier(platform);
  const before = await clientRow(app, clientId);
  const each = 50;
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: writers }, async () => {
        for (let written = 0; written < each; written += 1) {
          const caller = { actor: cashier, now: systemClock.now(), locale: 'en' as const };
          const known = { ...caller, ip: null, requestId: null, userAgent: null, cookies: null };
          await replenishWallet(platform, known, { clientId, key: null }, { service: 'cash', amount: 3 });
        }
      }),
    ),
  );
  const { balance } = await clientRow(app, clientId);
  if (balance !== before.balance + 3 * writers * each) throw new Error('a top-up was lost, or came twice');
  const perSecond = (writers * each * 1000) / ms;
  return { what: 'top-ups by 16 writers on one wallet', samples: [perSecond], unit: 'requests/s' };
}

/** Believable clients, all due since this morning, with money for four and a half months. */
export async function fillDue(db: Db, clients: number): Promise<void> {
  await fillClients(db, clients);
  await db.connection().execute(async (session) => {
    // The guards of wallets would not let a whole ledger be replaced.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`delete from ledger_entries`.execute(session);
    await sql`update tariffs set price_month = ${price}`.execute(session);
    await sql`
      update clients set status = 'active', deleted_at = null, billing_period = 'month', balance = ${balance},
        trial_ends = ${hoursAgo(12)}, anchor = ${hoursAgo(12)}, settled_at = ${hoursAgo(20)},
        next_event_at = ${hoursAgo(12)}, cabinet_status = 'active'`.execute(session);
    await sql`
      insert into ledger_entries (id, client_id, kind, service, amount, balance_after, created_at, value_date)
      select gen_random_uuid(), id, 'top_up', 'cash', ${balance}, ${balance}, ${hoursAgo(48)}, ${hoursAgo(48)}::date from clients`.execute(
      session,
    );
    await sql`select refresh_client_lists()`.execute(session);
    await sql`reset session_replication_role`.execute(session);
    await sql`vacuum analyze`.execute(session);
  });
}

/** Makes everybody due again, with a discount for some more periods. */
async function makeDiscounted(db: Db): Promise<void> {
  const discounts = JSON.stringify([{ id: crypto.randomUUID(), kind: 'percent', value: 20, left: 6 }]);
  await sql`
    update clients set discounts = ${discounts}, due_price = ${price * 0.8}, trial_ends = ${hoursAgo(6)},
      anchor = ${hoursAgo(6)}, settled_at = ${hoursAgo(7)}, next_event_at = ${hoursAgo(6)}`.execute(db);
  await sql`vacuum analyze clients`.execute(db);
}

/** Makes everybody due again at some time in the last 45 days, during which nothing ran. */
async function makeLate(db: Db): Promise<void> {
  await sql`
    update clients set discounts = null, due_price = null, trial_ends = late.ends, anchor = late.ends,
      settled_at = late.ends - interval '1 hour',
      next_event_at = late.ends
    from (select id, ${hoursAgo(1)}::timestamptz - random() * interval '44 days' as ends from clients) late
    where late.id = clients.id`.execute(db);
  await sql`update billing_progress set ran_until = ${hoursAgo(45 * 24)}`.execute(db);
  await sql`vacuum analyze clients`.execute(db);
}

/** Makes some of them due again, and the price higher than their balance. */
async function makePoor(db: Db): Promise<void> {
  await sql`update tariffs set price_month = ${price * 10}`.execute(db);
  await sql`
    update clients set trial_ends = ${hoursAgo(1)}, settled_at = ${hoursAgo(2)}, next_event_at = ${hoursAgo(1)}
    where id in (select id from clients order by id limit ${poor})`.execute(db);
}

function hoursAgo(hours: number): Date {
  return new Date(systemClock.now().getTime() - hours * 3_600_000);
}

export async function insertCashier({ database }: Platform): Promise<StaffActor> {
  const now = systemClock.now();
  const row = {
    id: crypto.randomUUID(),
    email: 'c@example.com',
    email_key: 'c@example.com',
    name: 'Cashier',
  };
  await database.db
    .insertInto('users')
    .values({ ...row, permissions: ['clients.replenish'], locale: 'en', created_at: now, updated_at: now })
    .execute();
  const { id, name } = row;
  return {
    kind: 'staff',
    id,
    name,
    sessionId: '',
    keyId: null,
    permissions: [],
    mustSetUpTwoFactor: false,
    provedAt: null,
  };
}

export async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}

/** A database with an empty platform; nothing listens and no job runs. */
export async function emptyInstallation(): Promise<AsyncDisposable & { platform: Platform }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantry-bench-'));
  const log = pino({ level: 'silent' });
  const database = await connectDatabase({ databaseUrl: undefined, dataDir, log });
  await migrate({ db: database.db, log });
  await ensureSearchIndex(database.db, log);
  const config = readConfig({ DATA_DIR: dataDir });
  const deps = { config, secretKey: 'x'.repeat(40), database, clock: systemClock, log, print: () => {} };
  const platform = await createPlatform(deps);
  await platform.queue.start({ supervise: false });
  return {
    platform,
    async [Symbol.asyncDispose]() {
      await platform.queue.stop(1_000);
      await database.close();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
