import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Jobs } from '#server/jobs/queue.ts';
import { newId } from '#server/kernel/ids.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { helpBilling } from '#server/subscriptions/billing/share-billing.ts';
import { lockDue } from '#server/subscriptions/subscription-store.ts';
import { addUpWallets } from '#server/wallet/proof-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { waitsForLock } from '#tests/support/races/waits-for-lock.ts';
import { likeThis, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** A billing run that several workers share (decision 243). */
const price = 1_000;
/** Three batches. */
const count = 1_200;
let app: TestApp;
let ids: string[];

beforeAll(async () => {
  // Without workers: the test itself is each of them.
  app = await startApp({ ROLES: 'web' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from jobs.job`.execute(db());
  const tariffId = await newTariff(app, { month: price });
  const first = await subscriber(app, { tariffId, endsIn: -1, balance: 1_500 });
  ids = [first.id, ...(await likeThis(app, first, count - 1))];
});

const db = () => app.platform.database.db;
const deps = () => app.platform.subscriptions;

/** A worker that runs billing; `called` is what happens when it calls the others. */
function runWith(called: (jobs: Jobs['help-billing'][]) => Promise<unknown>) {
  const queue = {
    ...deps().queue,
    enqueueAll: async (_: unknown, __: unknown, jobs: readonly unknown[]) => {
      await called(jobs as Jobs['help-billing'][]); // billing enqueues no others at once
    },
  };
  return runBilling({ ...deps(), queue });
}

async function chargesOfAll(): Promise<number[]> {
  const rows = await db()
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.countAll<number>().as('charges'))
    .where('kind', '=', 'charge')
    .where('client_id', 'in', ids)
    .groupBy('client_id')
    .execute();
  return rows.map(({ charges }) => Number(charges));
}

async function requireOnceEach(): Promise<void> {
  expect(await chargesOfAll()).toEqual(Array(count).fill(1));
  expect((await addUpWallets(db())).broken_client_ids).toEqual([]);
  expect(await db().selectFrom('billing_shares').selectAll().execute()).toEqual([]);
}

describe('a billing run with many due clients', () => {
  it('calls a helper for each further batch', async () => {
    await runBilling(deps());
    const { rows } = await sql<{ helper: number }>`
      select (data->>'helper')::int as helper from jobs.job where name = 'help-billing' order by 1`.execute(
      db(),
    );
    // When they are called, one batch is done.
    expect(rows.map(({ helper }) => helper)).toEqual([0]);
    await requireOnceEach();
  });

  it('is shared by workers, charges everybody once and gives one report', async () => {
    const result = await runWith((jobs) => Promise.all(jobs.map((job) => helpBilling(deps(), job))));
    expect(result).toMatchObject({ clients: count, charges: count, charged: count * price, failed: 0 });
    await requireOnceEach();
  });

  it('takes the batch of a helper that dies, before the day ends', async () => {
    const dying = new Error('the helper dies');
    let helper: Promise<unknown> | undefined;
    const result = await runWith(async () => {
      const holds = Promise.withResolvers<void>();
      helper = db()
        .transaction()
        .execute(async (tx) => {
          await lockDue(tx, app.clock.now(), 500);
          holds.resolve();
          // The other worker has done all the rest by now.
          await waitsForLock(app);
          throw dying;
        });
      helper.catch(() => undefined); // asserted below
      await holds.promise;
    });
    await expect(helper).rejects.toBe(dying);
    expect(result).toMatchObject({ clients: count, charges: count, failed: 0 });
    await requireOnceEach();
  });

  it('waits for a helper that is slow, and counts what it did', async () => {
    const slow = Promise.withResolvers<unknown>();
    const result = await runWith(async ([job]) => {
      const begun = Promise.withResolvers<void>();
      const patient = {
        ...deps(),
        clockGuard: {
          // It is asked once the batch's clients are locked.
          require: async (tx?: Parameters<ReturnType<typeof deps>['clockGuard']['require']>[0]) => {
            begun.resolve();
            if (tx) await waitsForLock(app);
          },
        },
      };
      if (job) helpBilling(patient, job).then(slow.resolve, slow.reject);
      await begun.promise;
    });
    await slow.promise;
    expect(result).toMatchObject({ clients: count, charges: count, failed: 0 });
    await requireOnceEach();
  });
});

it('a helper does nothing for a run that is over, or whose worker has died', async () => {
  const now = app.clock.now();
  const at = { moment: now.toISOString(), now: now.toISOString(), held: [] };
  await helpBilling(deps(), { runId: newId(now), ...at, helper: 0 });
  expect(await chargesOfAll()).toEqual([]);
  await runBilling(deps());
  await requireOnceEach();
});
