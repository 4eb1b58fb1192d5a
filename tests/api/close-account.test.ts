import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endClosedAccounts } from '#server/erasures/end-closed-accounts.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  confirmAddress,
  customerWithCabinet,
  registeredCustomer,
  giveBalance,
  password,
  type Person,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { clientRow, mailsOf, newTariff } from '#tests/support/subscriptions/subscribers.ts';

/** A customer closes the own account, and may change their mind for some days (docs/decisions/0207). */
let app: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  // Without a worker, so that only the test ends what is closing.
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  // Those of other tests stay open.
  await app.platform.db.updateTable('clients').set({ closes_at: null }).execute();
  customer = await registeredCustomer(app);
  await confirmAddress(app, customer);
});

const dayMs = 86_400_000;
const call = (method: string, body?: unknown, token = customer.token) =>
  app.call(method, '/api/auth/me/close', { token, ...(body !== undefined && { body }) });
const end = (days: number) =>
  endClosedAccounts(app.platform, new Date(app.clock.now().getTime() + days * dayMs));
const kinds = async () => (await mailsOf(app, customer.id)).map(({ kind }) => kind);
const actions = async () => {
  const rows = await app.platform.db
    .selectFrom('audit_entries')
    .select('action')
    .where('client_id', '=', customer.id)
    .where('action', 'like', 'client.clos%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

describe('closing', () => {
  it('needs the present password, and stays within bounds', async () => {
    expect((await call('POST', { password: 'Wrong-Passw0rd' })).body).toMatchObject({
      code: 'validation_failed',
      errors: { password: [expect.any(String)] },
    });
    expect((await call('POST', {})).status).toBe(422);
    expect((await call('POST', { password, reason: 'x'.repeat(256) })).status).toBe(422);
    expect((await call('POST', { password, until: 1 })).status).toBe(422);
    expect((await call('POST', { password, erase: 'yes' })).status).toBe(422);
    expect((await call('GET')).body.data.closes_at).toBeNull();
    expect((await app.call('POST', '/api/auth/me/close', { body: { password } })).status).toBe(401);
    expect((await call('POST', { password }, admin.token)).status).toBe(401);
  });

  it('says the day and what is left, tells the customer once, and changes nothing else', async () => {
    await giveBalance(app, customer.id, 12_500);
    const { body: before } = await call('GET');
    const { status, body } = await call('POST', { password, reason: 'Send it to UA21' });
    expect([status, body.data]).toEqual([
      200,
      {
        ...before.data,
        closes_at: expect.any(String),
        reason: 'Send it to UA21',
        erases: false,
        balance: 12_500,
        would_close_at: expect.any(String),
      },
    ]);
    const days = (Date.parse(body.data.closes_at) - app.clock.now().getTime()) / dayMs;
    expect(Math.round(days)).toBe(14);
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({
      kind: 'closing_asked',
      data: { date: body.data.closes_at, balance: 12_500, kept: 1 },
    });
    const again = await call('POST', { password });
    expect(again.body.data).toMatchObject({ closes_at: body.data.closes_at, reason: 'Send it to UA21' });
    expect((await kinds()).filter((kind) => kind === 'closing_asked')).toHaveLength(1);
    expect(await actions()).toEqual(['client.close']);
    expect((await app.call('GET', '/api/auth/me', { token: customer.token })).status).toBe(200);
  });

  it('says to which account the rest goes once that was given', async () => {
    await giveBalance(app, customer.id, 12_500);
    const { body } = await call('POST', {
      password,
      reason: 'IBAN UA21 3223 1300 0002 6007 2335 66001\nMoving',
    });
    expect(body.data.reason).toMatch(/^IBAN UA21/);
    const rest = { balance: null, amount: 12_500, account: 'UA21…6001' };
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({ kind: 'closing_asked', data: rest });
    await end(15);
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({ kind: 'account_closed', data: rest });
  });

  it('sends what is left elsewhere, or nowhere, when that is said later, and confirms it by email', async () => {
    await giveBalance(app, customer.id, 12_500);
    const iban = 'IBAN UA213223130000026007233566001';
    const { body: first } = await call('POST', { password, reason: 'Moving' });
    const { body: given } = await call('POST', { password, reason: `${iban}\nMoving` });
    expect(given.data).toMatchObject({ closes_at: first.data.closes_at, reason: `${iban}\nMoving` });
    const told = { kind: 'closing_asked', data: { account: 'UA21…6001', date: first.data.closes_at } };
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject(told);
    const { body: none } = await call('POST', { password, reason: '' });
    expect(none.data.reason).toBeNull();
    await call('POST', { password, reason: 'Too dear' });
    expect((await kinds()).filter((kind) => kind === 'closing_asked')).toHaveLength(3);
  });

  it('is seen by staff, in the client, the list and the timeline', async () => {
    const { body } = await call('POST', { password, reason: 'Moving away' });
    const read = (path: string) => app.call('GET', `/api/admin/clients${path}`, { token: admin.token });
    expect((await read(`/${customer.id}`)).body.data).toMatchObject({
      closes_at: body.data.closes_at,
      close_reason: 'Moving away',
    });
    const list = await read(
      '?filter[closes_at][null]=0&filter[close_reason][ilike]=Moving%&sort[closes_at]=asc',
    );
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([customer.id]);
    const { body: timeline } = await read(`/${customer.id}/timeline`);
    expect(timeline.data.map(({ verb }: { verb: string }) => verb)).toContain('client.close');
  });

  it('is taken back until it ends, as often as one likes, and says so once', async () => {
    const { body: asked } = await call('POST', { password });
    for (const _ of [1, 2]) {
      const { status, body } = await call('DELETE');
      expect([status, body.data.closes_at, body.data.reason]).toEqual([200, null, null]);
    }
    expect(await end(15)).toBe(0);
    expect((await clientRow(app, customer.id)).deleted_at).toBeNull();
    expect(await actions()).toEqual(['client.close', 'client.close_taken_back']);
    expect((await kinds()).filter((kind) => kind === 'closing_taken_back')).toHaveLength(1);
    const told = { kind: 'closing_taken_back', data: { date: asked.data.closes_at } };
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject(told);
  });
});

describe('the end', () => {
  it('deletes the client like a colleague does, once, and tells the customer', async () => {
    await call('POST', { password, reason: 'Moving away' });
    expect(await end(13)).toBe(0);
    expect(await Promise.all([end(15), end(15)])).toContain(1);
    expect(await end(15)).toBe(0);
    expect(await clientRow(app, customer.id)).toMatchObject({
      deleted_at: expect.any(Date),
      deleted_reason: 'Moving away',
      closes_at: null,
      close_reason: null,
    });
    expect((await call('GET')).status).toBe(401);
    expect((await kinds()).filter((kind) => kind === 'account_closed')).toHaveLength(1);
    expect(await actions()).toEqual(['client.close', 'client.closed']);
  });

  it('of one that fails is logged, and holds up none of the others', async () => {
    await call('POST', { password });
    const other = await registeredCustomer(app);
    await confirmAddress(app, other);
    await call('POST', { password }, other.token);
    const { mail } = app.platform;
    const failing: typeof mail.write = (tx, now, email) =>
      email.clientId === customer.id ? Promise.reject(new Error('no')) : mail.write(tx, now, email);
    const log = { info: vi.fn(), error: vi.fn() };
    const late = new Date(app.clock.now().getTime() + 15 * dayMs);
    const deps = { ...app.platform, log, mail: { ...mail, write: failing } };
    expect(await endClosedAccounts(deps, late)).toBe(1);
    expect((await clientRow(app, other.id)).deleted_at).not.toBeNull();
    expect((await clientRow(app, customer.id)).deleted_at).toBeNull();
    expect(log.error.mock.calls.map(([facts]) => facts.clientId)).toEqual([customer.id]);
    expect(await end(15)).toBe(1);
  });

  it('leaves a restored client open', async () => {
    await call('POST', { password });
    await end(15);
    const restored = await app.call('POST', `/api/admin/clients/${customer.id}/restore`, {
      token: admin.token,
    });
    expect([restored.status, restored.body.data.closes_at]).toEqual([200, null]);
    expect(await end(30)).toBe(0);
  });

  it('comes after as many days as the setting says', async () => {
    const choose = (value: number) =>
      app.call('POST', '/api/admin/settings', { token: admin.token, body: { key: 'close_days', value } });
    expect((await choose(0)).status).toBe(422);
    expect((await choose(3)).status).toBe(201);
    await call('POST', { password });
    expect(await end(2)).toBe(0);
    expect(await end(4)).toBe(1);
    await choose(14);
  });
});

it('comes with a period that ends in its last day, and before the next one is charged', async () => {
  const whole = await startApp();
  try {
    const person = await customerWithCabinet(whole);
    await giveBalance(whole, person.id, 500_000);
    const tariff_id = await newTariff(whole, { month: 10_000, year: 100_000 });
    await whole.platform.db.updateTable('clients').set({ tariff_id }).where('id', '=', person.id).execute();
    whole.clock.advance(300);
    const { trial_ends } = await clientRow(whole, person.id);
    const { body } = await whole.call('POST', '/api/auth/me/close', {
      token: person.token,
      body: { password },
    });
    expect(body.data.closes_at).toBe(trial_ends?.toISOString());
    whole.clock.advance(14 * 86_400);
    // Money that comes in the meantime runs the lifecycle, too.
    const { token } = await staffMember(whole);
    const toppedUp = await whole.call('POST', `/api/admin/clients/${person.id}/replenish`, {
      token,
      body: { service: 'cash', amount: 700 },
    });
    expect(toppedUp).toMatchObject({ status: 201, body: { data: { entry: { balance_after: 500_700 } } } });
    await whole.platform.queue.enqueue(whole.platform.db, 'billing-run', {});
    const { balance } = await until('the end of the account', async () => {
      const client = await clientRow(whole, person.id);
      return client.deleted_at && client;
    });
    expect(balance).toBe(500_700);
  } finally {
    await whole.close();
  }
});

describe('an erasure with the closing', () => {
  const erased = async () => {
    const { erased_at } = await clientRow(app, customer.id);
    return { isErased: erased_at !== null };
  };

  it('comes at the end, once, for good, and with one email', async () => {
    const { body } = await call('POST', { password, reason: 'Moving away', erase: true });
    expect(body.data).toMatchObject({ closes_at: expect.any(String), erases: true });
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({
      kind: 'closing_asked',
      data: { erasure: 1 },
    });
    expect(await end(13)).toBe(0);
    expect((await erased()).isErased).toBe(false);
    expect(await Promise.all([end(15), end(15)])).toContain(1);
    expect(await end(15)).toBe(0);
    expect((await erased()).isErased).toBe(true);
    expect(await clientRow(app, customer.id)).toMatchObject({
      deleted_at: expect.any(Date),
      closes_at: null,
      close_reason: null,
      close_erases: false,
      email: '',
    });
    expect(
      await app.platform.db
        .selectFrom('erasures')
        .select(['asked_by', 'reason'])
        .where('client_id', '=', customer.id)
        .execute(),
    ).toEqual([{ asked_by: null, reason: 'На прохання клієнта, який закрив обліковий запис' }]);
    expect((await actions()).toSorted()).toEqual(['client.close', 'client.closed']);
    expect((await call('GET')).status).toBe(401);
    const restore = await app.call('POST', `/api/admin/clients/${customer.id}/restore`, {
      token: admin.token,
    });
    expect(restore.body).toMatchObject({ code: 'erased' });
  });

  it('has all its days when it is asked for later, and is as it was asked last', async () => {
    const { body: first } = await call('POST', { password });
    const soon = new Date(Date.parse(first.data.closes_at) - 10 * dayMs);
    const { db } = app.platform;
    await db.updateTable('clients').set({ closes_at: soon }).where('id', '=', customer.id).execute();
    const { body: kept } = await call('POST', { password, erase: false });
    expect(kept.data.closes_at).toBe(soon.toISOString());
    const { body: later } = await call('POST', { password, erase: true });
    expect(Date.parse(later.data.closes_at)).toBeGreaterThanOrEqual(Date.parse(first.data.closes_at));
    const { body: again } = await call('POST', { password, reason: 'Moving' });
    expect(again.data).toMatchObject({ closes_at: later.data.closes_at, erases: true, reason: 'Moving' });
    const told = { kind: 'erasure_asked', data: { date: later.data.closes_at } };
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject(told);
    const { body: not } = await call('POST', { password, erase: false });
    expect(not.data).toMatchObject({ closes_at: later.data.closes_at, erases: false });
    const corrected = { kind: 'closing_asked', data: { kept: 1, date: later.data.closes_at } };
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject(corrected);
    expect(await end(15)).toBe(1);
    expect((await erased()).isErased).toBe(false);
  });

  it('is taken back with the closing, and ends when the client is restored', async () => {
    await call('POST', { password, erase: true });
    const { body } = await call('DELETE');
    expect(body.data).toMatchObject({ closes_at: null, erases: false });
    await call('POST', { password });
    await end(15);
    expect(await erased()).toMatchObject({ isErased: false });
  });

  it('waits where money is left: colleagues see it, pay back and erase', async () => {
    await giveBalance(app, customer.id, 5000);
    await call('POST', { password, erase: true });
    expect(await end(15)).toBe(1);
    expect(await end(15)).toBe(0);
    expect(await erased()).toMatchObject({ isErased: false });
    expect((await mailsOf(app, customer.id)).at(-1)).toMatchObject({
      kind: 'account_closed',
      data: { balance: 5000, erasure: 1 },
    });
    const read = (path: string) => app.call('GET', `/api/admin/clients${path}`, { token: admin.token });
    expect((await read(`/${customer.id}`)).body.data).toMatchObject({ close_erases: true, erased_at: null });
    const list = await read('?only_trashed=1&filter[close_erases][eq]=1');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toContain(customer.id);
    const restored = await app.call('POST', `/api/admin/clients/${customer.id}/restore`, {
      token: admin.token,
    });
    expect(restored.body.data).toMatchObject({ close_erases: false });
  });

  it('is still asked for when a colleague deletes the client before its day', async () => {
    await call('POST', { password, erase: true });
    await app.call('DELETE', `/api/admin/clients/${customer.id}/delete`, { token: admin.token });
    expect(await end(15)).toBe(0);
    expect(await clientRow(app, customer.id)).toMatchObject({ close_erases: true, erased_at: null });
  });

  it('leaves nothing half done when the process ends in the middle, and comes with the next run', async () => {
    await call('POST', { password, erase: true });
    const { mail } = app.platform;
    const dying = { ...mail, write: () => Promise.reject(new Error('killed')) };
    const late = new Date(app.clock.now().getTime() + 15 * dayMs);
    expect(await endClosedAccounts({ ...app.platform, mail: dying }, late)).toBe(0);
    expect(await clientRow(app, customer.id)).toMatchObject({
      deleted_at: null,
      erased_at: null,
      close_erases: true,
    });
    expect(await end(15)).toBe(1);
    expect((await erased()).isErased).toBe(true);
  });

  it('is asked for by the owner alone', async () => {
    const stranger = await registeredCustomer(app);
    await call('POST', { password, erase: true });
    expect((await call('GET', undefined, stranger.token)).body.data).toMatchObject({
      closes_at: null,
      erases: false,
    });
    expect((await call('POST', { password, erase: true }, admin.token)).status).toBe(401);
    expect(await clientRow(app, stranger.id)).toMatchObject({ close_erases: false });
  });
});
