import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Usage } from '#contract/cabinets/cabinet.ts';
import { openRegistry } from '#cabinet/host/host-registry.ts';
import { dayOf } from '#cabinet/month.ts';
import type { PlatformAnswer, PlatformClient } from '#cabinet/platform/platform-client.ts';
import { openStorePool } from '#cabinet/store/store-pool.ts';
import { usageReporter } from '#cabinet/platform/usage-reporter.ts';
import { startApp } from '#tests/support/app.ts';
import { customerWithCabinet } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const clientId = '0198c0de-0000-7000-8000-000000000001';

describe('a cabinet that reports what it uses', () => {
  let folder: string;
  let registry: ReturnType<typeof openRegistry>;
  let stores: ReturnType<typeof openStorePool>;
  let time: Date;
  let answers: PlatformAnswer<object>[];
  const reported: Usage[] = [];
  const told: string[] = [];
  const platform = {
    reportUsage: async (_credentials, usage) => {
      reported.push(usage);
      return answers.shift() ?? { kind: 'ok', data: {} };
    },
    logOut: async (_credentials, session) => {
      told.push(session);
      return answers.shift() ?? { kind: 'ok', data: {} };
    },
  } as Pick<PlatformClient, 'reportUsage' | 'logOut'> as PlatformClient; // the calls that it makes
  const now = () => time;
  const later = (ms: number) => (time = new Date(time.getTime() + ms));
  const start = () =>
    usageReporter({
      stores,
      platform,
      now,
      log: pino({ level: 'silent' }),
      lookMs: 5,
      schedule: registry.reports,
      instanceOf: registry.findByClient,
    });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'usage-'));
    registry = openRegistry(folder);
    stores = openStorePool(folder);
    stores.create(clientId);
    registry.register(clientId, { domain: 'a.localhost', secret: 'x'.repeat(20) });
    time = new Date('2026-03-30T20:30:00Z');
    answers = [];
    reported.length = 0;
    told.length = 0;
  });
  afterEach(() => {
    stores.closeAll();
    registry.close();
    rmSync(folder, { recursive: true });
  });

  it('does so once for many changes, and daily, with the turnover of the month', async () => {
    const reporter = start();
    stores.use(clientId, (store) =>
      store.addGoods(
        {
          name: 'Хліб',
          code: null,
          price: 2550,
          unit: 'piece',
          quantity: 3000,
          category: null,
          cost: null,
          few: null,
        },
        { id: randomUUID(), now: time },
      ),
    );
    const [bread] = stores.use(clientId, (store) => store.listGoods(1));
    const sell = (quantity: number) =>
      stores.use(clientId, (store) =>
        store.sell([{ id: bread?.id ?? '', quantity }], {
          once: randomUUID(),
          now: time,
          day: dayOf(time, 'Europe/Kyiv'),
          discount: undefined,
          paidBy: 'cash',
          step: 1,
          inCash: null,
          given: null,
          shown: undefined,
          soldBy: null,
          seller: '',
          drawer: null,
        }),
      );
    expect([sell(1000), sell(1000), sell(1000)]).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    expect(sell(1000)).toEqual({ left: new Map([[bread?.id, 0]]) });
    stores.use(clientId, (store) => store.voidReceipt(2, { now: time, by: '', person: null }));
    for (let change = 0; change < 5; change += 1) reporter.noteChange(clientId);
    expect(reported).toEqual([]);
    later(3000);
    await until('the report', () => reported.length === 1);
    const report = { goods_count: 1, cash_registers: 1, metrics: {}, last_visit: null };
    expect(reported).toEqual([{ ...report, monthly_turnover: 5100 }]);
    later(24 * 3_600_000);
    await until('the daily one', () => reported.length === 2);
    later(24 * 3_600_000);
    await until('the one of the next month', () => reported.length === 3);
    expect(reported.map(({ monthly_turnover }) => monthly_turnover)).toEqual([5100, 5100, 0]);
    await reporter.close();
  });

  it('tries again while the platform is silent, also after a restart', async () => {
    answers = [{ kind: 'silent' }, { kind: 'silent' }];
    let reporter = start();
    reporter.noteChange(clientId);
    later(3000);
    await until('the first', () => reported.length === 1);
    await reporter.close();
    reporter = start();
    later(29_000);
    later(1500);
    await until('the second', () => reported.length === 2);
    later(61_000);
    await until('the third', () => reported.length === 3);
    await reporter.close();
  });

  it('tells sign-outs first, each until it is heard, also while the cabinet rests', async () => {
    for (const session of ['a', 'b']) stores.use(clientId, (store) => store.signOut('token', session));
    registry.suspend(clientId, 'unpaid');
    answers = [
      { kind: 'silent' },
      { kind: 'refused', isUnknown: true },
      { kind: 'refused', isUnknown: false },
      { kind: 'ok', data: {} },
    ];
    const reporter = start();
    reporter.noteChange(clientId);
    later(3000);
    await until('the first', () => told.length === 1);
    later(31_000);
    await until('the second', () => told.length === 2);
    later(61_000);
    await until('both', () => told.length === 4);
    expect(told).toEqual(['a', 'a', 'a', 'b']);
    await until('nothing left', () => stores.use(clientId, (store) => store.untoldSignOuts()).length === 0);
    expect(reported).toEqual([]);
    await reporter.close();
  });

  it('is not held up by another whose database is damaged', async () => {
    const damaged = '0198c0de-0000-7000-8000-000000000000';
    writeFileSync(join(folder, `${damaged}.sqlite`), 'no database '.repeat(1000));
    registry.register(damaged, { domain: 'b.localhost', secret: 'x'.repeat(20) });
    const reporter = start();
    for (const one of [damaged, clientId]) {
      reporter.noteChange(one);
      later(1);
    }
    later(3000);
    await until('the sound one', () => reported.length === 1);
    expect(registry.reports.due(time, 2)).toEqual([]);
    later(31_000);
    await until('the pause of the other', () => registry.reports.due(time, 2).length === 0);
    expect(registry.reports.due(new Date(time.getTime() + 61_000), 2)).toEqual([
      { clientId: damaged, failures: 2 },
    ]);
    await reporter.close();
  });

  it('says nothing while it rests', async () => {
    registry.suspend(clientId, 'unpaid');
    const reporter = start();
    reporter.noteChange(clientId);
    later(3000);
    await until('the look', () => registry.reports.due(later(0), 1).length === 0);
    expect(reported).toEqual([]);
    await reporter.close();
  });
});

describe('the reference cabinet', () => {
  it('tells the platform of a visit by itself', async () => {
    const app = await startApp();
    try {
      const customer = await customerWithCabinet(app);
      const entered = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
      const { host, pathname, search } = new URL(entered.body.data.url);
      const { status, cookie } = await visit(app.cabinetPort, host, `${pathname}${search}`);
      expect(status).toBe(303);
      expect((await visit(app.cabinetPort, host, '/', cookie)).status).toBe(200);
      app.clock.advance(5);
      await until('the visit', async () => {
        const row = await app.platform.database.db
          .selectFrom('clients')
          .select('last_visit')
          .where('id', '=', customer.id)
          .executeTakeFirstOrThrow();
        return row.last_visit;
      });
    } finally {
      await app.close();
    }
  });
});

/** `fetch` does not allow setting Host. */
function visit(port: number, host: string, path: string, cookie = '') {
  return new Promise<{ status: number; cookie: string }>((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { host, cookie } }, (response) => {
      response.resume();
      const [first = ''] = response.headers['set-cookie'] ?? [];
      done({ status: response.statusCode ?? 0, cookie: first.split(';', 1)[0] ?? '' });
    })
      .on('error', fail)
      .end();
  });
}
