import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingOf } from '#contract/clients/suggested-amounts.ts';
import { addDays } from '#server/kernel/periods.ts';
import { startFreePeriod } from '#server/subscriptions/start-free-period.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
} from '#tests/support/subscriptions/subscribers.ts';

/** Promo codes that give a discount, and codes redeemed in the account (GROWTH section 17, "Discounts"). */

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web', LINK_ATTEMPTS: '30/15m' });
  admin = await staffMember(app);
});
afterAll(() => app.close());

let counter = 0;
const quarter = { kind: 'percent', percent: 25, periods: 3 };
async function code(changes: Record<string, unknown> = {}): Promise<{ id: string; code: string }> {
  counter += 1;
  const body = { code: `LESS-${counter}`, effect: quarter, ...changes };
  const made = await app.call('POST', '/api/admin/promo-codes', { token: admin.token, body });
  expect(made.status).toBe(201);
  return made.body.data;
}
const redeem = (customer: Pick<Person, 'token'>, promo_code: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/auth/me/promo-code', {
    token: customer.token,
    locale: 'en',
    body: { promo_code },
    headers,
  });
const own = async (customer: Person) =>
  (await app.call('GET', '/api/auth/me/subscription', customer)).body.data;
const started = async (): Promise<Person> => {
  const customer = await registeredCustomer(app);
  const { db } = app.platform.database;
  const tariff_id = await newTariff(app, { month: 9_999 });
  await db.updateTable('clients').set({ tariff_id }).where('id', '=', customer.id).execute();
  await db
    .transaction()
    .execute((tx) => startFreePeriod(app.platform.subscriptions, tx, customer.id, app.clock.now()));
  return customer;
};
const refusal = async (customer: Person, typed: string) => {
  const { status, body } = await redeem(customer, typed);
  return [status, body.errors?.promo_code?.[0]];
};

describe('a promo code with a discount', () => {
  it.each([quarter, { kind: 'amount', amount: 5_000, periods: null }])(
    '%j is kept and listed',
    async (effect) => {
      const { id } = await code({ effect });
      const read = await app.call('GET', `/api/admin/promo-codes/${id}`, admin);
      expect(read.body.data.effect).toEqual(effect);
      const other = { kind: 'bonus', amount: 100 };
      await app.call('PUT', `/api/admin/promo-codes/${id}`, { token: admin.token, body: { effect: other } });
      expect((await app.call('GET', `/api/admin/promo-codes/${id}`, admin)).body.data.effect).toEqual(other);
    },
  );

  it.each([
    [{ kind: 'percent', percent: 101, periods: 1 }, 'effect.percent'],
    [{ kind: 'percent', percent: 0, periods: 1 }, 'effect.percent'],
    [{ kind: 'amount', amount: 0, periods: 1 }, 'effect.amount'],
    [{ kind: 'percent', percent: 5, periods: 0 }, 'effect.periods'],
    [{ kind: 'percent', percent: 5 }, 'effect.periods'],
    [{ kind: 'amount', amount: 5, percent: 5, periods: 1 }, 'effect.percent'],
  ])('%j is refused at its field', async (effect, field) => {
    counter += 1;
    const refused = await app.call('POST', '/api/admin/promo-codes', {
      token: admin.token,
      body: { code: `BAD-${counter}`, effect },
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  });

  it('is in its file', async () => {
    const { code: name } = await code();
    const file = await app.call('GET', `/api/admin/promo-codes?format=csv&filter[code][eq]=${name}`, admin);
    expect(String(file.body)).toContain('25');
  });

  it('given at the registration, says what it gives and lowers the first paid periods', async () => {
    const { code: name, id } = await code({ uses_left: 1 });
    const look = await app.call('POST', '/api/auth/promo-code', { body: { promo_code: name } });
    expect(look.body.data).toEqual({ code: name, effect: quarter });
    const { body } = await app.call('POST', '/api/auth/register', {
      body: registration({ promo_code: name }),
    });
    const token = body.access_token;
    const { discounts } = (await app.call('GET', '/api/auth/me/subscription', { token })).body.data;
    expect(discounts).toMatchObject([{ percent: 25, amount: null, periods: 3, periods_left: 3 }]);
    // Used up between the look and another registration.
    const late = await app.call('POST', '/api/auth/register', { body: registration({ promo_code: name }) });
    expect(late.status).toBe(422);
    expect((await app.call('GET', `/api/admin/promo-codes/${id}`, admin)).body.data.clients_count).toBe(1);
  });
});

describe('the clients of a promo code or a partner', () => {
  const listed = async (filter: string): Promise<string[]> => {
    const { status, body } = await app.call('GET', `/api/admin/clients?filter${filter}`, admin);
    expect(status).toBe(200);
    const ids = body.data.map(({ id }: { id: string }) => id);
    expect(body.meta.total).toBe(ids.length);
    return ids.toSorted();
  };
  const deleted = (id: string) => app.call('DELETE', `/api/admin/clients/${id}/delete`, admin);

  it('are as many as its count, whether they came with it or redeemed it later', async () => {
    const { id, code: name } = await code();
    const other = await code();
    const came = await registeredCustomer(app, { promo_code: name });
    const gone = await registeredCustomer(app, { promo_code: name });
    const late = await started();
    await registeredCustomer(app, { promo_code: other.code });
    // Asked before the redemption: the count of that time isn't kept.
    expect(await listed(`[promo_code_id][in]=${id}`)).toEqual([came.id, gone.id].toSorted());
    expect((await redeem(late, name)).status).toBe(200);
    expect((await deleted(gone.id)).status).toBe(200);
    expect(await listed(`[promo_code_id][in]=${id}`)).toEqual([came.id, late.id].toSorted());
    const { body } = await app.call('GET', `/api/admin/promo-codes/${id}`, admin);
    expect(body.data.clients_count).toBe(2);
    expect(await listed(`[promo_code_id][in]=${id},${other.id}`)).toHaveLength(3);
    const file = await app.call(
      'GET',
      `/api/admin/clients?format=csv&columns=email&filter[promo_code_id][eq]=${id}`,
      admin,
    );
    expect(String(file.body).trim().split('\n')).toHaveLength(3);
  });

  it('are as many as the count of a partner', async () => {
    const body = { code: 'BANK-OF-CLIENTS', name: 'Bank of clients', kind: 'bank' };
    const partner = (await app.call('POST', '/api/admin/partners', { token: admin.token, body })).body.data;
    const [came, gone] = [
      await registeredCustomer(app, { partner: partner.code }),
      await registeredCustomer(app, { partner: partner.code }),
    ];
    await registeredCustomer(app);
    expect((await deleted(gone.id)).status).toBe(200);
    expect(await listed(`[partner_id][in]=${partner.id}`)).toEqual([came.id]);
    const read = await app.call('GET', `/api/admin/partners/${partner.id}`, admin);
    expect(read.body.data.clients_count).toBe(1);
  });
});

describe('a code in the account', () => {
  it('gives its discount once, said with what the next period costs', async () => {
    const customer = await started();
    const { code: name, id } = await code({ uses_left: 5 });
    const redeemed = await redeem(customer, name.toLowerCase());
    expect([redeemed.status, redeemed.body.data]).toEqual([200, { code: name, effect: quarter }]);
    const { discounts, next_charge, price } = await own(customer);
    expect(discounts).toMatchObject([{ percent: 25, periods_left: 3 }]);
    expect(next_charge).toMatchObject({ price, amount: Math.floor((price * 75) / 100) });
    expect(next_charge.discount).toBe(price - next_charge.amount);
    expect(await refusal(customer, name)).toEqual([422, 'You have already redeemed this promo code']);
    const row = (await app.call('GET', `/api/admin/promo-codes/${id}`, admin)).body.data;
    expect(row).toMatchObject({ uses_left: 4, clients_count: 1 });
    const staffs = await app.call('GET', `/api/admin/clients/${customer.id}/discounts`, admin);
    expect(staffs.body.data).toMatchObject([{ reason: name, created_by: null, state: 'running' }]);
  });

  it('lowers what a suspended client is asked for, to what is charged then', async () => {
    const customer = await started();
    const { code: name } = await code();
    expect((await redeem(customer, name)).status).toBe(200);
    const { db } = app.platform.database;
    const long = addDays(app.clock.now(), -20, 'UTC');
    const blocked = { status: 'blocked' as const, trial_ends: long, blocked_at: long };
    await db.updateTable('clients').set(blocked).where('id', '=', customer.id).execute();
    const seen = await own(customer);
    expect([seen.status, seen.next_charge, seen.price]).toEqual(['blocked', null, 9_999]);
    expect(missingOf(seen)).toBe(7_499);
    const paid = { service: 'cash', amount: 7_499 };
    const path = `/api/admin/clients/${customer.id}/replenish`;
    expect((await app.call('POST', path, { token: admin.token, body: paid })).status).toBe(201);
    const after = await own(customer);
    expect([after.status, after.balance]).toEqual(['active', 0]);
  });

  it('is redeemed once for its key, and once by two at a time', async () => {
    const customer = await started();
    const { code: name } = await code();
    const key = { 'idempotency-key': `redeem-${name}` };
    const [first, second] = [await redeem(customer, name, key), await redeem(customer, name, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const { code: other } = await code();
    const both = await Promise.all([redeem(customer, other), redeem(customer, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await own(customer)).discounts).toHaveLength(2);
  });

  it('gives a bonus at once, and free days while the free period runs', async () => {
    const customer = await started();
    const { code: bonus } = await code({ effect: { kind: 'bonus', amount: 700 } });
    expect((await redeem(customer, bonus)).status).toBe(200);
    expect((await linesOf(app, customer.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['bonus', 700],
    ]);
    expect((await mailsOf(app, customer.id)).map(({ kind }) => kind)).toContain('bonus_given');
    // An address that nobody has confirmed gets no more mail than it asked for.
    const stranger = await registeredCustomer(app);
    expect(
      (await redeem(stranger, (await code({ effect: { kind: 'bonus', amount: 700 } })).code)).status,
    ).toBe(200);
    expect((await mailsOf(app, stranger.id)).map(({ kind }) => kind)).toEqual(['confirm']);
    const { code: days } = await code({ effect: { kind: 'free_days', days: 10 } });
    expect((await redeem(customer, days)).status).toBe(200);
    const { effective } = (await app.call('GET', `/api/admin/clients/${customer.id}/settings`, admin)).body
      .data;
    const { db } = app.platform.database;
    const general = await app.platform.settings.get('free_period_days', db);
    expect(effective.free_period_days).toBe(general + 10);
    // From where the end is by now: a colleague had moved it.
    const moved = daysAhead(app, 90);
    await db.updateTable('clients').set({ trial_ends: moved }).where('id', '=', customer.id).execute();
    const { code: more } = await code({ effect: { kind: 'free_days', days: 3 } });
    expect((await redeem(customer, more)).status).toBe(200);
    expect((await clientRow(app, customer.id)).trial_ends).toEqual(addDays(moved, 3, 'Europe/Kyiv'));
    await db.updateTable('clients').set({ status: 'active' }).where('id', '=', customer.id).execute();
    const { code: late } = await code({ effect: { kind: 'free_days', days: 10 } });
    expect(await refusal(customer, late)).toEqual([
      422,
      'This promo code is not for your plan or billing period',
    ]);
  });

  it('is refused with its reason', async () => {
    const customer = await started();
    const other = await newTariff(app);
    const past = daysAhead(app, -1).toISOString();
    const soon = daysAhead(app, 1).toISOString();
    const name = async (changes: Record<string, unknown>) => (await code(changes)).code;
    expect(await refusal(customer, 'NOBODY-KNOWS')).toEqual([422, 'This promo code is not valid']);
    expect(await refusal(customer, await name({ uses_left: 0 }))).toEqual([
      422,
      'This promo code has been used up',
    ]);
    expect(await refusal(customer, await name({ valid_to: past }))).toEqual([
      422,
      'This promo code has expired',
    ]);
    expect(await refusal(customer, await name({ valid_from: soon }))).toEqual([
      422,
      'This promo code is not valid yet',
    ]);
    expect(await refusal(customer, await name({ tariff_ids: [other] }))).toEqual([
      422,
      'This promo code is not for your plan or billing period',
    ]);
    expect((await redeem(customer, ' ')).status).toBe(422);
    expect((await redeem({ token: 'nobody' }, 'X')).status).toBe(401);
  });

  it('can be guessed only so often from an address', async () => {
    const customer = await started();
    const answers: number[] = [];
    for (let count = 0; count < 60 && answers.at(-1) !== 429; count += 1)
      answers.push((await redeem(customer, `GUESS-${count}`)).status);
    expect(answers.at(-1)).toBe(429);
  });
});
