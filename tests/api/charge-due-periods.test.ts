import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#server/server.ts';
import { dryRunBilling, runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';
import { moveToNoon } from '#tests/support/subscriptions/noon.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
  pour,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let tariffId: string;
beforeAll(async () => {
  // Without workers, so that only the test runs billing.
  app = await startApp({ ROLES: 'web' });
  moveToNoon(app.clock);
  tariffId = await newTariff(app, { month: 10_000, year: 100_000 });
});
afterAll(() => app.close());

const client = (options: Partial<SubscriberOptions> = {}) => subscriber(app, { tariffId, ...options });
const run = () => runBilling(app.platform.subscriptions);
const day = 86_400;
const shortly = (days: number) => app.clock.advance(days * day);
const kindsOf = async (id: string) => (await mailsOf(app, id)).map(({ kind }) => kind);
const money = async (id: string) =>
  (await linesOf(app, id)).map(({ kind, amount, period_start, period_end }) => ({
    kind,
    amount,
    period: [period_start?.toISOString(), period_end?.toISOString()],
  }));

/** A client after the lifecycle, without what identifies it. */
async function left(id: string) {
  const row = await clientRow(app, id);
  const { status, trial_ends, anchor, blocked_at, balance, lasts_until, deletion_at, next_event_at } = row;
  const { tariff_id, next_tariff_id, billing_period } = row;
  return {
    status,
    trial_ends,
    anchor,
    blocked_at,
    balance,
    lasts_until,
    deletion_at,
    next_event_at,
    tariff_id,
    next_tariff_id,
    billing_period,
    lines: await money(id),
  };
}

describe('a run', () => {
  it('charges a period that has ended, from its end, at the moment of the run', async () => {
    const { id } = await client({ endsIn: -1, balance: 25_000, more: { settled_at: daysAhead(app, -2) } });
    const before = await clientRow(app, id);
    const result = await run();
    expect(result).toMatchObject({ charges: 1, charged: 10_000, failed: 0 });
    const [, charge] = await linesOf(app, id);
    expect(charge).toMatchObject({
      kind: 'charge',
      amount: -10_000,
      balance_after: 15_000,
      created_by: null,
    });
    expect(charge?.period_start).toEqual(before.trial_ends);
    expect(charge && charge.created_at > daysAhead(app, -0.01)).toBe(true);
    const after = await clientRow(app, id);
    expect(after).toMatchObject({ status: 'active', balance: 15_000, paid_entry_id: charge?.id });
    expect(after.trial_ends).toEqual(charge?.period_end);
    expect(after.lasts_until && after.trial_ends && after.lasts_until > after.trial_ends).toBe(true);
    expect(after.updated_at).toEqual(before.updated_at);
  });

  it('has nothing to do right after', async () => {
    const { id } = await client({ endsIn: -1, balance: 25_000, more: { settled_at: daysAhead(app, -2) } });
    await run();
    const before = await left(id);
    expect(await run()).toMatchObject({ clients: 0, charges: 0, mails: 0 });
    expect(await left(id)).toEqual(before);
  });

  it('charges once, however many run at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async () => (await client({ endsIn: 0, balance: 12_000 })).id),
    );
    app.clock.advance(1);
    const results = await Promise.all([run(), run(), run(), run()]);
    expect(results.reduce((sum, { charges }) => sum + charges, 0)).toBe(30);
    for (const id of ids) expect(await money(id)).toHaveLength(2);
  });

  it('moves free periods of free tariffs on without a line', async () => {
    const free = await newTariff(app, { month: 0, year: 0 });
    const { id } = await client({ tariffId: free, status: 'trial', endsIn: -1 });
    await run();
    const row = await clientRow(app, id);
    expect(row).toMatchObject({ status: 'active', lasts_until: null, deletion_at: null });
    expect(row.trial_ends && row.trial_ends > app.clock.now()).toBe(true);
    expect(await linesOf(app, id)).toEqual([]);
    expect(await kindsOf(id)).toEqual([]);
  });

  it('leaves clients alone who are deleted, blocked by hand or unconfirmed', async () => {
    const now = app.clock.now();
    const stopped = await Promise.all([
      client({ endsIn: -30, balance: 99_000, more: { deleted_at: now } }),
      client({ endsIn: -30, balance: 99_000, status: 'blocked', more: { blocked_from: 'active' } }),
    ]);
    const before = await Promise.all(stopped.map(({ id }) => left(id)));
    await run();
    expect(await Promise.all(stopped.map(({ id }) => left(id)))).toEqual(before);
  });

  it('puts off a client at whom it fails, tells the staff, and goes on with the others', async () => {
    const broken = await client({ endsIn: -1, balance: 50_000 });
    const fine = await client({ endsIn: -1, balance: 50_000 });
    const { db } = app.platform.database;
    // A line for exactly the period that will be charged.
    const { trial_ends } = await clientRow(app, broken.id);
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('clients').select('id').where('id', '=', broken.id).forUpdate().execute();
      const line = { kind: 'charge', amount: -1, balance_after: 49_999, period_start: trial_ends } as const;
      await tx
        .insertInto('ledger_entries')
        .values({
          ...line,
          id: crypto.randomUUID(),
          client_id: broken.id,
          created_at: app.clock.now(),
          value_date: '2026-01-15',
        })
        .execute();
    });
    const runs = await Promise.all([run(), run(), run()]);
    const sum = (of: 'charges' | 'failed') => runs.reduce((all, result) => all + result[of], 0);
    expect({ charges: sum('charges'), failed: sum('failed') }).toEqual({ charges: 1, failed: 1 });
    expect((await clientRow(app, fine.id)).balance).toBe(40_000);
    const row = await clientRow(app, broken.id);
    expect(row).toMatchObject({ balance: 49_999, status: 'active' });
    expect(row.next_event_at && row.next_event_at > app.clock.now()).toBe(true);
    const trail = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('client_id', '=', broken.id)
      .execute();
    expect(trail).toEqual([{ action: 'client.lifecycle_failed' }]);
    await db.updateTable('clients').set({ next_event_at: null }).where('id', '=', broken.id).execute();
  });

  it('puts off whom it can do nothing for, and ends', async () => {
    const never = { trial_ends: null, settled_at: null, anchor: null };
    const { id } = await client({ status: 'unconfirmed', more: never });
    await run();
    const row = await clientRow(app, id);
    expect(row.next_event_at && row.next_event_at > app.clock.now()).toBe(true);
  });

  it('tells what it would do without doing it', async () => {
    const { id } = await client({ endsIn: -1, balance: 12_000 });
    const before = await left(id);
    expect(await dryRunBilling(app.platform.subscriptions)).toMatchObject({
      clients: 1,
      charges: 1,
      charged: 10_000,
    });
    expect(await left(id)).toEqual(before);
    await run();
  });
});

describe('time that passes without a payment', () => {
  it('reminds at 7, 3 and 1 days, then grace, block, warnings at 7 and 1 days, and the deletion', async () => {
    const { id, email } = await client({ endsIn: 8, balance: 400 });
    const seen: string[] = [];
    for (let passed = 0; passed <= 8 + 7 + 30 + 1; passed += 1) {
      await run();
      const { status } = await clientRow(app, id);
      if (seen.at(-1) !== status) seen.push(status);
      shortly(1);
    }
    await run();
    expect(seen).toEqual(['active', 'grace', 'blocked', 'archived']);
    const mails = await mailsOf(app, id);
    expect(mails.map(({ kind, data }) => [kind, data.days ?? null])).toEqual([
      ['payment_reminder', 7],
      ['payment_reminder', 3],
      ['payment_reminder', 1],
      ['payment_due', null],
      ['access_blocked', null],
      ['deletion_warning', 7],
      ['deletion_warning', 1],
      ['data_deleted', null],
    ]);
    expect(new Set(mails.map(({ to_address }) => to_address))).toEqual(new Set([email]));
    expect(mails[0]?.data).toMatchObject({ amount: 9_600 });
    // The copy is kept for 90 days, and a payment until then brings the data back.
    const last = mails.at(-1);
    expect(last?.data['ask_by']).toBeNull();
    const kept = Date.parse(String(last?.data['date'])) - (last?.created_at.getTime() ?? 0);
    expect(Math.round(kept / 86_400_000)).toBe(90);
    const { db } = app.platform.database;
    const trail = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('client_id', '=', id)
      .orderBy('at')
      .execute();
    expect(trail.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['client.grace', 'system'],
      ['client.block', 'system'],
      ['client.archive', 'system'],
    ]);
  });

  it('writes nothing to whom the balance covers', async () => {
    const { id } = await client({ endsIn: 3, balance: 35_000 });
    for (let passed = 0; passed < 60; passed += 5) {
      await run();
      shortly(5);
    }
    const kinds = await kindsOf(id);
    expect((await money(id)).filter(({ kind }) => kind === 'charge')).toHaveLength(2);
    expect(kinds).toEqual([]);
  });
});

describe('a server that was off', () => {
  /** Two equal clients; one is billed every day, the other only at the end. */
  async function twins(options: Partial<SubscriberOptions>, { days, step }: { days: number; step: number }) {
    const [awake, asleep] = [await client(options), await client(options)];
    const { db } = app.platform.database;
    const { trial_ends, settled_at, anchor, blocked_at } = await clientRow(app, awake.id);
    const same = { trial_ends, settled_at, anchor, blocked_at };
    await db
      .updateTable('clients')
      .set({ ...same, next_event_at: null })
      .where('id', '=', asleep.id)
      .execute();
    for (let passed = 0; passed < days; passed += step) {
      await run();
      shortly(step);
    }
    await db
      .updateTable('clients')
      .set({ next_event_at: app.clock.now() })
      .where('id', '=', asleep.id)
      .execute();
    await run();
    return { awake: awake.id, asleep: asleep.id };
  }

  it.each([
    ['active', { balance: 0 }],
    ['trial', { balance: 10_000 }],
    ['grace', { balance: 10_000 }],
  ] as const)(
    'records every state passed through, from which to which: %s at first',
    async (status, { balance }) => {
      const { id } = await client({
        status,
        balance,
        endsIn: -100,
        more: { settled_at: daysAhead(app, -101) },
      });
      await run();
      const trail = await app.platform.database.db
        .selectFrom('audit_entries')
        .select('changes')
        .where('client_id', '=', id)
        .orderBy('id')
        .execute();
      const steps = trail.map(({ changes }) => changes.find(({ field }) => field === 'status'));
      expect(steps.map((step) => [step?.before, step?.after])).toEqual([
        ['active', 'grace'],
        ['grace', 'blocked'],
        ['blocked', 'archived'],
      ]);
    },
  );

  it.each([
    ['is paid for years', { endsIn: 2, balance: 320_000 }, { days: 400, step: 10 }],
    ['runs out of money', { endsIn: 2, balance: 15_000 }, { days: 90, step: 1 }],
    ['has nothing', { endsIn: 5, status: 'trial' as const }, { days: 60, step: 1 }],
    [
      'is billed by the year',
      { endsIn: 5, balance: 230_000, billingPeriod: 'year' as const },
      { days: 800, step: 20 },
    ],
    ['was blocked before', { endsIn: -20, status: 'blocked' as const }, { days: 30, step: 1 }],
  ])(
    'ends where one that never stopped would be: a client who %s',
    async (_what, options, time) => {
      const { awake, asleep } = await twins(options, time);
      const { settled_at: _settled, ...expected } = { settled_at: null, ...(await left(awake)) };
      expect(await left(asleep)).toEqual(expected);
      const [told, late] = [await kindsOf(awake), await kindsOf(asleep)];
      expect(new Set(late).size).toBe(late.length); // each once
      expect(told).toEqual(expect.arrayContaining(late));
      expect(late.length).toBeLessThanOrEqual(1);
      expect(late.at(-1)).toBe(told.at(-1));
    },
    60_000,
  );
});

describe('a worker that starts', () => {
  it('catches up at once, without waiting for the minute', async () => {
    const { id } = await client({ endsIn: -1, balance: 15_000, more: { settled_at: daysAhead(app, -2) } });
    const config = { ...app.platform.config, roles: ['worker' as const] };
    const log = pino({ level: 'silent' });
    const deps = { config, clock: app.clock, log, print: () => undefined };
    const worker = await startServer({ ...deps, keepsTime: false });
    try {
      await until('the charge', async () => (await clientRow(app, id)).balance === 5_000);
    } finally {
      await worker.stop();
    }
  });
});

describe('an erasure in the middle of a run', () => {
  it('comes before or after the charge, and the books add up either way', async () => {
    const { token } = await staffMember(app);
    const due = { endsIn: -1, balance: 25_000, more: { settled_at: daysAhead(app, -2) } };
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await client(due)).id));
    const erase = (id: string) =>
      app.call('POST', `/api/admin/clients/${id}/erase`, { token, body: { reason: 'Art. 17' } });
    const [first = '', ...others] = ids;
    const before = erase(first);
    const [{ failed }, ...answers] = await Promise.all([run(), before, ...others.map(erase)]);
    expect([failed, answers.map(({ status }) => status)]).toEqual([0, [200, 200, 200, 200]]);
    for (const id of ids) {
      const { balance, name, email } = await clientRow(app, id);
      const lines = await linesOf(app, id);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
      expect([25_000, 15_000]).toContain(balance);
      expect([name, email]).toEqual([`— ${id.slice(-8)}`, '']);
    }
    const { broken_client_ids } = await verifyLedger(app.platform.database, app.clock.now());
    expect(broken_client_ids).toEqual([]);
    expect(await run()).toMatchObject({ charges: 0, failed: 0 });
  });
});

describe('a clock', () => {
  it('set back undoes, charges and sends nothing, and then goes on', async () => {
    const { id } = await client({ endsIn: -1, balance: 15_000 });
    await run();
    const before = await left(id);
    const mails = await kindsOf(id);
    shortly(-45);
    await run();
    expect(await left(id)).toEqual(before);
    expect(await kindsOf(id)).toEqual(mails);
    shortly(45);
    await run();
    expect(await left(id)).toEqual(before);
  });

  it('that jumps over several periods charges each of them once', async () => {
    const { id } = await client({ endsIn: 1, balance: 100_000 });
    shortly(100);
    await run();
    const charges = (await money(id)).filter(({ kind }) => kind === 'charge');
    expect(charges).toHaveLength(4);
    for (const [index, { period }] of charges.entries()) {
      if (index > 0) expect(period[0]).toBe(charges[index - 1]?.period[1]);
    }
    expect((await clientRow(app, id)).balance).toBe(60_000);
  });
});

describe('money that comes late', () => {
  it('covers what waits at the next run, too', async () => {
    const { id } = await client({ endsIn: -2, status: 'grace' });
    await pour(app, id, 10_000);
    await app.platform.database.db
      .updateTable('clients')
      .set({ next_event_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    await run();
    expect(await clientRow(app, id)).toMatchObject({ status: 'active', balance: 0 });
  });
});
