import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  daysAhead,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';
import { dryRunBilling, runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { readWaiting } from '#server/subscriptions/billing/confirm-steps.ts';

/** Too many blocks or deletions wait for an approval (GROWTH section 20, "Clock and brake"). */
let app: TestApp;
let tariffId: string;
let token: string;
beforeAll(async () => {
  // Without workers, so that only the test runs billing.
  app = await startApp({ ROLES: 'web' });
  tariffId = await newTariff(app, { month: 10_000 });
  token = (await staffMember(app)).token;
});
afterAll(() => app.close());
beforeEach(async () => {
  await run();
  await db().updateTable('clients').set({ next_event_at: null, deleted_at: app.clock.now() }).execute();
  await setting('most_blocks_a_run', 3);
  await setting('most_deletions_a_run', 2);
  token = (await staffMember(app)).token;
});

const db = () => app.platform.database.db;
const run = () => runBilling(app.platform.subscriptions);
const waiting = () => readWaiting(app.platform.subscriptions, app.clock.now());
async function setting(key: string, value: number | null): Promise<void> {
  const signedIn = (await staffMember(app)).token;
  const answer = await app.call('POST', '/api/admin/settings', { token: signedIn, body: { key, value } });
  expect(answer.status).toBe(201);
}
const many = async (count: number, options: Partial<SubscriberOptions>) => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await subscriber(app, { tariffId, ...options })).id);
  return ids;
};
/** Unpaid for eight days, so that the block is due since yesterday. */
const overdue = (count: number) => many(count, { status: 'grace', endsIn: -8 });
/** Blocked for 31 days, so that the deletion is due. */
const toDelete = (count: number) => many(count, { status: 'blocked', endsIn: -39 });
const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await clientRow(app, id)).status));
const all = (status: string, ids: readonly string[]) => ids.map(() => status);
const get = () => app.call('GET', '/api/admin/alarms', { token });
const confirm = (body: object, as = token) =>
  app.call('POST', '/api/admin/alarms/confirmation', { token: as, body });

describe('a run that would block too many', () => {
  it('blocks none of them, and goes on with charges, grace and emails', async () => {
    const late = await overdue(4);
    const [paying = ''] = await many(1, { endsIn: -0.1, balance: 15_000 });
    const [owing = ''] = await many(1, { endsIn: -0.1 });
    expect(await run()).toMatchObject({ blocks: 0, charges: 1, graces: 1, waiting: 4 });
    expect(await statuses(late)).toEqual(all('grace', late));
    expect((await clientRow(app, paying)).balance).toBe(5_000);
    expect((await mailsOf(app, owing)).map(({ kind }) => kind)).toEqual(['payment_due']);
    // Nobody is told of something that has not happened, and no cabinet is suspended.
    for (const id of late) expect(await mailsOf(app, id)).toEqual([]);
    expect(await waiting()).toMatchObject({ blocks: 4, deletions: 0 });
  });

  it('holds them in the next runs too, and takes no slices of them', async () => {
    const late = await overdue(4);
    await run();
    expect(await run()).toMatchObject({ clients: 0, blocks: 0 });
    const more = await overdue(1);
    expect(await run()).toMatchObject({ blocks: 0, waiting: 1 });
    expect(await statuses([...late, ...more])).toEqual(all('grace', [...late, ...more]));
  });

  it('counts all days that it catches up together', async () => {
    const days = [1, 2, 3, 4, 5];
    const ids: string[] = [];
    for (const endsIn of days) {
      const more = { next_event_at: daysAhead(app, endsIn) };
      ids.push(...(await many(1, { endsIn, more })));
    }
    app.clock.advance(20 * 86_400);
    expect(await run()).toMatchObject({ graces: 5, blocks: 0, waiting: 5 });
    expect(await statuses(ids)).toEqual(all('grace', ids));
  });

  it('blocks as ever what is within the limit', async () => {
    const late = await overdue(3);
    expect(await run()).toMatchObject({ blocks: 3, waiting: 0 });
    expect(await statuses(late)).toEqual(all('blocked', late));
    expect(await waiting()).toBeNull();
  });

  it('goes on by itself once fewer are left', async () => {
    const late = await overdue(4);
    await run();
    const body = { service: 'cash', amount: 10_000 };
    const paid = await app.call('POST', `/api/admin/clients/${late[0]}/replenish`, { token, body });
    expect(paid.status).toBe(201);
    expect(await clientRow(app, late[0] ?? '')).toMatchObject({ status: 'active', waiting_step: null });
    expect(await run()).toMatchObject({ blocks: 3 });
    expect(await statuses(late)).toEqual(['active', 'blocked', 'blocked', 'blocked']);
  });

  it('takes fifty where nothing is set', async () => {
    await setting('most_blocks_a_run', null);
    await overdue(51);
    expect(await run()).toMatchObject({ blocks: 0, waiting: 51 });
    await db().updateTable('clients').set({ deleted_at: app.clock.now() }).execute();
    await overdue(50);
    expect(await run()).toMatchObject({ blocks: 50, waiting: 0 });
  });
});

describe('a run that would delete too many', () => {
  it('holds the deletions and does the blocks', async () => {
    const old = await toDelete(3);
    const late = await overdue(2);
    expect(await run()).toMatchObject({ blocks: 2, archived: 0, waiting: 3 });
    expect(await statuses(old)).toEqual(all('blocked', old));
    expect(await statuses(late)).toEqual(all('blocked', late));
    expect(await waiting()).toMatchObject({ blocks: 0, deletions: 3 });
    for (const id of old) expect(await mailsOf(app, id)).toEqual([]);
  });

  it('counts those that it would have to block first', async () => {
    const ids = await many(3, { endsIn: -60, more: { settled_at: daysAhead(app, -61) } });
    expect(await run()).toMatchObject({ blocks: 3, archived: 0, waiting: 3 });
    expect(await statuses(ids)).toEqual(all('blocked', ids));
  });
});

describe('billing that is back after a silence', () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const ranLast = (last_run_at: Date, back_at: Date | null = null) =>
    db().updateTable('billing_progress').set({ last_run_at, back_at }).execute();

  it('deletes nothing for a day, however few, and says why', async () => {
    const [paying = ''] = await many(1, { endsIn: -0.1, balance: 15_000 });
    const [id = ''] = await toDelete(1);
    const late = await overdue(1);
    await ranLast(days(8));
    expect(await dryRunBilling(app.platform.subscriptions)).toMatchObject({ archived: 0, waiting: 1 });
    expect(await run()).toMatchObject({ charges: 1, blocks: 1, archived: 0, waiting: 1 });
    expect(await statuses([paying, ...late, id])).toEqual(['active', 'blocked', 'blocked']);
    const { deletions, deletions_until: until } = (await get()).body.data.waiting;
    expect(deletions).toBe(1);
    const left = Date.parse(until) - app.clock.now().getTime();
    expect(left).toBeGreaterThan(86_000_000);
    expect(left).toBeLessThanOrEqual(86_400_000);
    const found = await cli(['doctor', '--json'], environmentOf(app), app.clock);
    const brake = found.json<{ findings: Finding[] }>().findings.find(({ subject }) => subject === 'Brake');
    expect(brake?.text).toContain('billing had not run for over a week');
    // Runs every minute change nothing about it.
    expect(await run()).toMatchObject({ archived: 0 });
  });

  it('goes on by itself after that day', async () => {
    const ids = await toDelete(1);
    await ranLast(days(8));
    await run();
    await ranLast(days(0), days(1.01));
    expect(await run()).toMatchObject({ archived: 1, waiting: 0 });
    expect(await statuses(ids)).toEqual(['archived']);
    expect((await get()).body.data.waiting).toBeNull();
  });

  it('deletes at once what somebody says yes to', async () => {
    const ids = await toDelete(1);
    await ranLast(days(8));
    await run();
    const { day, deletions } = (await get()).body.data.waiting;
    expect((await confirm({ day, blocks: 0, deletions })).status).toBe(200);
    await run();
    expect(await statuses(ids)).toEqual(['archived']);
  });

  it.each([
    ['a run of a day ago', days(1), null],
    ['a return before yesterday', days(0), days(2)],
    ['a moment that a clock wrote which is right again', days(0), days(-500)],
  ])('is no such case: %s', async (_name, last, back) => {
    const ids = await toDelete(1);
    await ranLast(last, back);
    expect(await run()).toMatchObject({ archived: 1, waiting: 0 });
    expect(await statuses(ids)).toEqual(['archived']);
  });
});

describe('a yes', () => {
  it('lets happen what was shown, at once, and is on record', async () => {
    const late = await overdue(4);
    await run();
    const shown = (await get()).body.data.waiting;
    expect(shown).toMatchObject({ blocks: 4, deletions: 0 });
    const { day, blocks, deletions } = shown;
    const before = app.clock.now();
    const answer = await confirm({ day, blocks, deletions });
    expect([answer.status, answer.body.data.waiting]).toEqual([200, null]);
    expect(await run()).toMatchObject({ blocks: 4 });
    expect(await statuses(late)).toEqual(all('blocked', late));
    for (const id of late) {
      const { blocked_at, allowed_until, waiting_since } = await clientRow(app, id);
      // The days until the deletion count from the approval.
      expect(blocked_at && blocked_at >= before).toBe(true);
      expect([allowed_until, waiting_since]).toEqual([null, null]);
    }
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['actor_kind', 'changes'])
      .where('action', '=', 'billing.confirm')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_kind: 'staff', changes: [{ after: 4 }, { after: 0 }] });
  });

  it('does not hold for others that come after it', async () => {
    const late = await overdue(4);
    await run();
    const { day } = (await get()).body.data.waiting;
    await confirm({ day, blocks: 4, deletions: 0 });
    const more = await overdue(4);
    expect(await run()).toMatchObject({ blocks: 4, waiting: 4 });
    expect(await statuses(late)).toEqual(all('blocked', late));
    expect(await statuses(more)).toEqual(all('grace', more));
  });

  it('is refused when it is not what waits: other numbers, another day, nothing, twice', async () => {
    const late = await overdue(4);
    await run();
    const { day } = (await get()).body.data.waiting;
    for (const body of [
      { day, blocks: 3, deletions: 0 },
      { day, blocks: 5, deletions: 0 },
      { day, blocks: 4, deletions: 1 },
      { day, blocks: 0, deletions: 0 },
      { day: '2020-01-01', blocks: 4, deletions: 0 },
    ]) {
      const answer = await confirm(body);
      expect([answer.status, answer.body.code]).toEqual([409, 'stale']);
      expect(answer.body.current).toMatchObject({ blocks: 4, deletions: 0, day });
    }
    await run();
    expect(await statuses(late)).toEqual(all('grace', late));
    const both = await Promise.all([1, 2].map(() => confirm({ day, blocks: 4, deletions: 0 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is over after a day in which nothing ran', async () => {
    const late = await overdue(4);
    await run();
    const { day } = (await get()).body.data.waiting;
    await confirm({ day, blocks: 4, deletions: 0 });
    app.clock.advance(86_400 + 60);
    expect(await run()).toMatchObject({ blocks: 0 });
    expect(await statuses(late)).toEqual(all('grace', late));
  });

  it('may be for one kind alone', async () => {
    const [late, old] = [await overdue(4), await toDelete(3)];
    await run();
    const { day, blocks, deletions } = (await get()).body.data.waiting;
    expect([blocks, deletions]).toEqual([4, 3]);
    expect((await confirm({ day, blocks: 4, deletions: 0 })).body.data.waiting).toMatchObject({
      blocks: 0,
      deletions: 3,
    });
    await run();
    expect(await statuses([...late, ...old])).toEqual([...all('blocked', late), ...all('blocked', old)]);
  });

  it('needs the right to change settings, and each field', async () => {
    await overdue(4);
    await run();
    const { day } = (await get()).body.data.waiting;
    const body = { day, blocks: 4, deletions: 0 };
    const reader = (await staffMember(app, { permissions: ['settings.read'] })).token;
    expect((await app.call('GET', '/api/admin/alarms', { token: reader })).status).toBe(200);
    expect((await confirm(body, reader)).status).toBe(403);
    const readOnly = (await staffMember(app, { permissions: ['settings.write', 'read_only'] })).token;
    expect((await confirm(body, readOnly)).body.code).toBe('read_only');
    expect((await app.call('GET', '/api/admin/alarms')).status).toBe(401);
    for (const [field, value] of [
      ['day', 'yesterday'],
      ['blocks', -1],
      ['deletions', 1.5],
    ] as const) {
      const answer = await confirm({ ...body, [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    }
  });
});

describe("the operator's commands", () => {
  const command = (...words: string[]) => cli(words, environmentOf(app), app.clock);

  it('say what would wait, what waits, and yes', async () => {
    const late = await overdue(4);
    const dry = await command('billing', 'run', '--dry-run', '--json');
    expect(dry.json()).toMatchObject({ blocks: 0, waiting: 4, waits: null });
    const first = await command('billing', 'run');
    expect(first.out).toContain('4 suspensions and 0 deletions wait for approval');
    expect(await statuses(late)).toEqual(all('grace', late));
    const doctor = await command('doctor', '--json');
    expect(doctor.code).toBe(1);
    const { findings } = doctor.json() as { findings: Finding[] }; // the doctor's own shape
    expect(findings.find(({ subject }) => subject === 'Brake')).toMatchObject({ verdict: 'failure' });
    const yes = await command('billing', 'run', '--confirm', '--json');
    expect(yes.json()).toMatchObject({ ok: true, blocks: 4, waits: null });
    expect(await statuses(late)).toEqual(all('blocked', late));
  });

  it('are metrics for Prometheus', async () => {
    await overdue(4);
    await run();
    const text = await (await fetch(`${app.url}/metrics`)).text();
    expect(text).toContain('tenantry_billing_waiting{step="block"} 4');
    expect(text).toContain('tenantry_billing_waiting{step="deletion"} 0');
  });
});
