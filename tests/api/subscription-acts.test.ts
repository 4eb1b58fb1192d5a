import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp } from '#server/clean-up.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { moveToNoon } from '#tests/support/subscriptions/noon.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { reschedule } from '#server/subscriptions/change-terms.ts';
import { startFreePeriod } from '#server/subscriptions/start-free-period.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  tariffId = await newTariff(app, { month: 10_000 });
});
beforeEach(async () => {
  admin = await staffMember(app); // sessions end as time passes
});
afterAll(() => app.close());

const client = (options: Partial<SubscriberOptions> = {}) => subscriber(app, { tariffId, ...options });
const run = () => runBilling(app.platform.subscriptions);
const put = (id: string, body: unknown) =>
  app.call('PUT', `/api/admin/clients/${id}`, { token: admin.token, body, locale: 'en' });
const days = (count: number) => app.clock.advance(count * 86_400);
const within = (one: Date | null, other: Date, ms = 60_000) =>
  expect(Math.abs((one?.getTime() ?? 0) - other.getTime())).toBeLessThan(ms);

describe('a block by hand', () => {
  it('stops time and money until it is lifted; a period that still runs goes on without a charge', async () => {
    const { id } = await client({ endsIn: 20, balance: 50_000 });
    const before = await clientRow(app, id);
    const blocked = await put(id, { status: 'blocked' });
    expect(blocked.body.data).toMatchObject({ status: 'blocked', blocked_by_hand: true, deletion_at: null });
    expect(await clientRow(app, id)).toMatchObject({ next_event_at: null });
    days(10);
    await run();
    admin = await staffMember(app);
    const lifted = await put(id, { status: 'active' });
    expect(lifted.body.data).toMatchObject({ status: 'active', blocked_by_hand: false, balance: 50_000 });
    const after = await clientRow(app, id);
    expect(after.trial_ends).toEqual(before.trial_ends);
    expect(after.next_event_at).not.toBeNull();
  });

  it('that outlasts the period charges a new one from its end, if the balance covers it', async () => {
    const { id } = await client({ endsIn: 2, balance: 50_000 });
    await put(id, { status: 'blocked' });
    days(100);
    await run();
    expect(await linesOf(app, id)).toHaveLength(1);
    admin = await staffMember(app);
    const { body } = await put(id, { status: 'active' });
    expect(body.data).toMatchObject({ status: 'active', balance: 40_000 });
    within((await clientRow(app, id)).anchor, app.clock.now());
  });

  it('that outlasts the period leaves a client without money blocked, by the lifecycle now', async () => {
    const { id } = await client({ endsIn: 2 });
    await put(id, { status: 'blocked' });
    days(100);
    admin = await staffMember(app);
    const { body } = await put(id, { status: 'active' });
    expect(body.data).toMatchObject({ status: 'blocked', blocked_by_hand: false });
    within((await clientRow(app, id)).deletion_at, daysAhead(app, 30), 2 * 3_600_000);
  });
});

describe('a deletion that is undone', () => {
  it('moves the end on by the time spent deleted, and charges nothing meanwhile', async () => {
    const { id } = await client({ endsIn: 5, balance: 50_000 });
    const before = await clientRow(app, id);
    const call = (method: string, path: string) =>
      app.call(method, `/api/admin/clients/${id}/${path}`, {
        token: admin.token,
        ...(method === 'POST' && { body: {} }),
      });
    expect((await call('DELETE', 'delete')).status).toBe(200);
    days(40);
    await run();
    expect(await linesOf(app, id)).toHaveLength(1);
    admin = await staffMember(app);
    expect((await call('POST', 'restore')).body.data).toMatchObject({ status: 'active', balance: 50_000 });
    const after = await clientRow(app, id);
    within(after.trial_ends, new Date((before.trial_ends?.getTime() ?? 0) + 40 * 86_400_000));
    expect(after.anchor).toEqual(after.trial_ends);
    expect(after.next_event_at).not.toBeNull();
    expect(after.deletion_at).not.toBeNull();
  });
});

describe('what was due before', () => {
  const due = () => client({ endsIn: -1, balance: 15_000, more: { settled_at: daysAhead(app, -2) } });

  it.each([
    ['a block by hand', (id: string) => put(id, { status: 'blocked' })],
    [
      'a deletion',
      (id: string) => app.call('DELETE', `/api/admin/clients/${id}/delete`, { token: admin.token }),
    ],
  ])('%s is done first', async (_, act) => {
    const { id } = await due();
    expect((await act(id)).status).toBe(200);
    expect((await linesOf(app, id)).map(({ amount }) => amount)).toEqual([15_000, -10_000]);
    expect(await clientRow(app, id)).toMatchObject({ balance: 5_000, next_event_at: null });
  });
});

describe('changed terms', () => {
  const save = (key: string, value: unknown) =>
    app.call('POST', '/api/admin/settings', { token: admin.token, body: { key, value } });
  const own = (id: string, body: unknown) =>
    app.call('POST', `/api/admin/clients/${id}/settings`, { token: admin.token, body });

  it('of one client hold at once, and never bring the deletion nearer than 7 days', async () => {
    moveToNoon(app.clock);
    admin = await staffMember(app);
    const { id } = await client({ status: 'blocked', endsIn: -20 });
    await run();
    expect((await own(id, { database_retention_days: 0 })).status).toBe(200);
    const row = await clientRow(app, id);
    expect(row.status).toBe('blocked');
    within(row.deletion_at, daysAhead(app, 7), 2 * 3_600_000);
    for (let passed = 0; passed < 8; passed += 1) {
      days(1);
      await run();
    }
    expect(await clientRow(app, id)).toMatchObject({ status: 'archived' });
    const warnings = (await mailsOf(app, id)).filter(({ kind }) => kind === 'deletion_warning');
    // The first was due at once, and the run came a day later.
    expect(warnings.map(({ data }) => data.days)).toEqual([6, 1]);
  });

  it('for all clients leave those who are due sooner, and those with their own, as they were', async () => {
    const soon = await client({ status: 'blocked', endsIn: -34 });
    const far = await client({ status: 'blocked', endsIn: -10 });
    const owner = await client({ status: 'blocked', endsIn: -10, more: { database_retention_days: 90 } });
    await run();
    const [before, unmoved] = [await clientRow(app, soon.id), await clientRow(app, owner.id)];
    expect((await save('database_retention_days', 1)).status).toBe(201);
    await run();
    expect((await clientRow(app, soon.id)).deletion_at).toEqual(before.deletion_at);
    within((await clientRow(app, far.id)).deletion_at, daysAhead(app, 7), 2 * 3_600_000);
    expect((await clientRow(app, owner.id)).deletion_at).toEqual(unmoved.deletion_at);
    expect((await save('database_retention_days', 30)).status).toBe(201);
  });

  it('reach those whose time is far, soon after', async () => {
    const { id } = await client({ endsIn: 25 });
    await run();
    const before = await clientRow(app, id);
    const waiting = async () => {
      const { rows } = await sql<{ name: string; count: number }>`
        select name, count(*)::int as count from jobs.job where state = 'created' group by name`.execute(
        app.platform.database.db,
      );
      return new Map(rows.map(({ name, count }) => [name, count]));
    };
    const looks = (await waiting()).get('reschedule') ?? 0;
    await save('term_without_payment_days', 17);
    const jobs = await waiting();
    expect(jobs.get('reschedule')).toBe(looks + 1);
    expect(jobs.has('billing-run')).toBe(true);
    await reschedule(app.platform.subscriptions, {
      since: app.clock.now().toISOString(),
      withoutOwn: 'term_without_payment_days',
    });
    await run();
    const after = await clientRow(app, id);
    within(
      after.deletion_at,
      new Date((before.deletion_at?.getTime() ?? 0) + 10 * 86_400_000),
      2 * 3_600_000,
    );
    await save('term_without_payment_days', 7);
  });

  it('reach clients who are settled meanwhile by the terms before', async () => {
    const { id } = await client({ endsIn: 25 });
    await run();
    const { deletion_at: before } = await clientRow(app, id);
    const since = app.clock.now().toISOString();
    await save('term_without_payment_days', 17);
    app.clock.advance(1);
    // As a transaction leaves it that has read the settings before the change, and ends after it.
    await app.platform.database.db
      .updateTable('clients')
      .set({ settled_at: app.clock.now() })
      .where('id', '=', id)
      .execute();
    const changed = { since, withoutOwn: 'term_without_payment_days' as const };
    await reschedule(app.platform.subscriptions, changed);
    await run();
    const late = new Date((before?.getTime() ?? 0) + 10 * 86_400_000);
    within((await clientRow(app, id)).deletion_at, late, 2 * 3_600_000);
    await reschedule(app.platform.subscriptions, changed);
    await run();
    within((await clientRow(app, id)).deletion_at, late, 2 * 3_600_000);
    await save('term_without_payment_days', 7);
  });

  it('leave what was due before them where it was', async () => {
    const { id } = await client({ endsIn: -20, more: { settled_at: daysAhead(app, -21) } });
    const { trial_ends } = await clientRow(app, id);
    await save('term_without_payment_days', 8);
    await run();
    const row = await clientRow(app, id);
    expect(row.status).toBe('blocked');
    within(row.blocked_at, new Date((trial_ends?.getTime() ?? 0) + 8 * 86_400_000), 2 * 3_600_000);
    await save('term_without_payment_days', 7);
  });

  it.each([
    ['one client', (id: string, term: number) => own(id, { term_without_payment_days: term })],
    ['everybody', (_: string, term: number) => save('term_without_payment_days', term)],
  ])('of %s shorten a grace that is over by them from the moment of the change', async (_, change) => {
    const { id } = await client({ status: 'grace', endsIn: -5, more: { settled_at: daysAhead(app, -5) } });
    await run();
    days(1);
    admin = await staffMember(app);
    expect((await change(id, 2)).status).toBeLessThan(300);
    await run();
    const row = await clientRow(app, id);
    expect(row.status).toBe('blocked');
    within(row.blocked_at, app.clock.now());
    await change(id, 7);
  });

  it.each([
    ['one client', (id: string, retention: number) => own(id, { database_retention_days: retention })],
    ['everybody', (_: string, retention: number) => save('database_retention_days', retention)],
  ])('of %s bring no deletion nearer while the clock is set back', async (_, shorten) => {
    const { id } = await client({ status: 'blocked', endsIn: -20 });
    await run();
    days(10);
    admin = await staffMember(app);
    expect((await shorten(id, 1)).status).toBeLessThan(300);
    await run();
    const { deletion_at } = await clientRow(app, id);
    within(deletion_at, daysAhead(app, 7), 2 * 3_600_000);
    days(-10);
    expect((await shorten(id, 2)).status).toBeLessThan(300);
    await run();
    days(10);
    await run();
    expect((await clientRow(app, id)).deletion_at).toEqual(deletion_at);
    await save('database_retention_days', 30);
  });

  it('remind on other days', async () => {
    moveToNoon(app.clock);
    admin = await staffMember(app);
    const { id } = await client({ endsIn: 6 });
    await run();
    await save('reminder_days', [5]);
    days(1.25);
    await run();
    expect((await mailsOf(app, id)).map(({ data }) => data.days)).toEqual([5]);
    admin = await staffMember(app);
    await save('reminder_days', [7, 3, 1]);
  });

  it('of the free period count for cabinets that are made afterwards', async () => {
    const { database, subscriptions } = app.platform;
    const began = async () => {
      const { id } = await registeredCustomer(app);
      const { db } = database;
      await db.transaction().execute((tx) => startFreePeriod(subscriptions, tx, id, app.clock.now()));
      return id;
    };
    const early = await began();
    const { trial_ends } = await clientRow(app, early);
    expect((await save('free_period_days', 40)).status).toBe(201);
    await run();
    expect((await clientRow(app, early)).trial_ends).toEqual(trial_ends);
    const late = await clientRow(app, await began());
    within(late.trial_ends, daysAhead(app, 40), 7_200_000); // daylight saving may begin or end in between
    await save('free_period_days', 14);
  });

  it.each([
    ['the partner’s own', { partner: 50 }, 50],
    ['its own before the partner’s', { partner: 50, own: 20 }, 20],
    ['what a promo code adds to either', { partner: 50, extra: 6 }, 56],
  ])(
    'of the free period are, for a client who has it, %s',
    async (_, { partner, own: free, extra }: Free, expected) => {
      const { database, subscriptions } = app.platform;
      const { db } = database;
      const now = app.clock.now();
      const made = () => ({
        id: crypto.randomUUID(),
        code: crypto.randomUUID(),
        created_at: now,
        updated_at: now,
      });
      const bank = { ...made(), name: 'A bank', kind: 'bank' as const, free_period_days: partner };
      const code = { ...made(), extra_free_days: extra ?? null };
      await db.insertInto('partners').values(bank).execute();
      await db.insertInto('promo_codes').values(code).execute();
      const never = { trial_ends: null, settled_at: null, anchor: null, next_event_at: null };
      const from = { partner_id: bank.id, promo_code_id: code.id, free_period_days: free ?? null };
      const { id } = await client({ status: 'unconfirmed', more: { ...never, ...from } });
      await db.transaction().execute((tx) => startFreePeriod(subscriptions, tx, id, app.clock.now()));
      within((await clientRow(app, id)).trial_ends, daysAhead(app, expected), 7_200_000);
    },
  );

  it("move a free period's end below a block by hand, too, and no other end", async () => {
    const free = await client({ status: 'trial', endsIn: 5 });
    const paid = await client({ endsIn: 5 });
    const readyAt = daysAhead(app, -9);
    for (const { id } of [free, paid]) {
      const row = { client_id: id, driver: 'embedded', secret_sealed: app.platform.secrets.seal('secret') };
      await app.platform.database.db
        .insertInto('cabinets')
        .values({ ...row, reference: id, started_at: readyAt, ready_at: readyAt })
        .execute();
    }
    expect((await put(free.id, { status: 'blocked' })).status).toBe(200);
    const before = await clientRow(app, paid.id);
    for (const { id } of [free, paid]) expect((await own(id, { free_period_days: 30 })).status).toBe(200);
    const moved = await clientRow(app, free.id);
    within(moved.trial_ends, daysAhead(app, 30 - 9), 2 * 3_600_000);
    expect(moved).toMatchObject({ status: 'blocked', blocked_from: 'trial', next_event_at: null });
    expect((await clientRow(app, paid.id)).trial_ends).toEqual(before.trial_ends);
  });

  it("move a free period's end, which may charge at once", async () => {
    const whole = await startApp();
    try {
      const manager = await staffMember(whole);
      const tariff = await newTariff(whole, { month: 5_000 });
      const { id } = await customerWithCabinet(whole);
      const { db } = whole.platform.database;
      await db.updateTable('clients').set({ tariff_id: tariff }).where('id', '=', id).execute();
      const call = (path: string, body: unknown) =>
        whole.call('POST', `/api/admin/clients/${id}/${path}`, { token: manager.token, body });
      await call('replenish', { service: 'cash', amount: 8_000 });
      expect((await clientRow(whole, id)).status).toBe('trial');
      expect((await call('settings', { free_period_days: 0 })).status).toBe(200);
      await until('the charge', async () => (await clientRow(whole, id)).status === 'active');
      expect(await clientRow(whole, id)).toMatchObject({ balance: 3_000 });
    } finally {
      await whole.close();
    }
  });
});

interface Free {
  partner: number;
  own?: number;
  extra?: number;
}

describe('a promo code with a bonus', () => {
  it('gives it once, when the cabinet becomes active for the first time', async () => {
    const now = app.clock.now();
    const { db } = app.platform.database;
    const code = { id: crypto.randomUUID(), code: 'HELLO', bonus: 2_500, created_at: now, updated_at: now };
    await db.insertInto('promo_codes').values(code).execute();
    const { id } = await registeredCustomer(app, { promo_code: 'hello' });
    const start = () =>
      db.transaction().execute((tx) => startFreePeriod(app.platform.subscriptions, tx, id, app.clock.now()));
    await start();
    await start();
    expect(await clientRow(app, id)).toMatchObject({ status: 'trial', balance: 2_500 });
    expect((await linesOf(app, id)).map(({ kind, amount }) => [kind, amount])).toEqual([['bonus', 2_500]]);
    const mails = (await mailsOf(app, id)).filter(({ kind }) => kind === 'bonus_given');
    expect(mails.map(({ reason }) => reason)).toEqual(['promo_bonus']);
  });
});

describe('a registration that nobody confirmed', () => {
  it('is deleted after its days, with a record; a touched or an invited one is not', async () => {
    const forgotten = await registeredCustomer(app);
    days(29);
    await cleanUp(app.platform, app.clock.now());
    expect((await clientRow(app, forgotten.id)).deleted_at).toBeNull();
    const fresh = await registeredCustomer(app);
    const { id: invited } = await client({
      status: 'unconfirmed',
      more: { cabinet_status: 'creating', trial_ends: null, settled_at: null, updated_at: new Date(0) },
    });
    days(2);
    await cleanUp(app.platform, app.clock.now());
    expect((await clientRow(app, forgotten.id)).deleted_at).not.toBeNull();
    expect((await clientRow(app, fresh.id)).deleted_at).toBeNull();
    expect((await clientRow(app, invited)).deleted_at).toBeNull();
    const trail = await app.platform.database.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_kind'])
      .where('client_id', '=', forgotten.id)
      .where('action', '=', 'client.expire')
      .execute();
    expect(trail).toEqual([{ action: 'client.expire', actor_kind: 'system' }]);
  });
});
