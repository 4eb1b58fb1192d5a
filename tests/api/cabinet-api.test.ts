import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { palettes } from '#contract/company/theme.ts';
import { signatureHeaders, signMessage, signRequest } from '#contract/cabinets/webhook-signature.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { daysAhead, newTariff } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let customer: Person;
let other: Person;
beforeAll(async () => {
  app = await startApp();
  [customer, other] = await Promise.all([customerWithCabinet(app), customerWithCabinet(app)]);
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
async function secretOf(id: string): Promise<string> {
  const { secret_sealed } = await db()
    .selectFrom('cabinets')
    .select('secret_sealed')
    .where('client_id', '=', id)
    .executeTakeFirstOrThrow();
  return app.platform.secrets.open(secret_sealed);
}

interface Signing {
  /** The cabinet that the request names, and whose secret signs it. */
  as?: string;
  secretOf?: string;
  id?: string;
  at?: Date;
  signedBody?: string;
}

async function signed(
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  options: Signing = {},
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const { as = customer.id, id = `msg_${randomUUID()}`, at = app.clock.now() } = options;
  const timestamp = Math.floor(at.getTime() / 1000);
  const secret = await secretOf(options.secretOf ?? as);
  return app.call(method, `/api/cabinet-api/${path}`, {
    ...(body !== undefined && { body: text }),
    headers: {
      [signatureHeaders.cabinet]: as,
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(secret, {
        id,
        timestamp,
        body: options.signedBody ?? text,
      }),
    },
  });
}
const redeem = (ticket: unknown, options?: Signing) => signed('POST', 'tickets', { ticket }, options);
const ticket = async (of: Person = customer): Promise<string> => {
  const { body } = await app.call('POST', '/api/cabinet/sign-in', { token: of.token });
  return new URL(body.data.url).searchParams.get('ticket') ?? '';
};

describe('a ticket', () => {
  it('tells its cabinet whom it signs in, once', async () => {
    const given = await ticket();
    expect((await redeem(given)).body.data).toEqual({
      client_id: customer.id,
      name: 'Олена Ковальчук',
      locale: 'uk',
      person: {
        id: customer.id,
        name: 'Олена Ковальчук',
        email: expect.stringContaining('@'),
        role: 'owner',
      },
      acting_user: null,
      read_only: false,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signed_in_at: expect.stringMatching(/Z$/),
    });
    const again = await redeem(given);
    expect([again.status, again.body.code]).toEqual([422, 'link_invalid']);
    expect(Object.keys(again.body.errors)).toEqual(['ticket']);
  });

  it('is used once by two at once', async () => {
    const given = await ticket();
    const answers = await Promise.all([redeem(given), redeem(given)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('tells another cabinet nothing, and stays good for its own', async () => {
    const given = await ticket();
    expect((await redeem(given, { as: other.id })).status).toBe(422);
    expect((await redeem(given)).status).toBe(200);
  });

  it('is good for a minute', async () => {
    const given = await ticket();
    app.clock.advance(61);
    expect((await redeem(given)).status).toBe(422);
    app.clock.advance(-61);
  });

  it('is not stored in clear', async () => {
    const given = await ticket();
    const rows = await db().selectFrom('cabinet_tickets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(given);
  });

  it.each([undefined, '', 5, 'x'.repeat(201)])('is refused at its field: %j', async (given) => {
    expect(Object.keys((await redeem(given)).body.errors)).toEqual(['ticket']);
  });

  it('is given to nobody without an active cabinet', async () => {
    const { token } = await registeredCustomer(app);
    const answer = await app.call('POST', '/api/cabinet/sign-in', { token });
    expect([answer.status, answer.body.code]).toEqual([409, 'cabinet_not_active']);
  });
});

describe('a signature', () => {
  const status = async (options?: Signing) =>
    (await signed('GET', 'entitlements', undefined, options)).status;

  it('lets its cabinet in once: the same message again is refused', async () => {
    const id = `msg_${randomUUID()}`;
    expect(await status({ id })).toBe(200);
    expect(await status({ id })).toBe(401);
    expect(await status({ id, as: other.id })).toBe(200);
  });

  it.each([
    [-299, 200],
    [-302, 401],
    [298, 200],
    [302, 401],
  ])('made %i seconds from now is a %i', async (seconds, expected) => {
    expect(await status({ at: new Date(app.clock.now().getTime() + seconds * 1000) })).toBe(expected);
  });

  it("is refused when it is another cabinet's, or over another body", async () => {
    expect(await status({ secretOf: other.id })).toBe(401);
    expect((await redeem('x', { signedBody: '{"ticket":"y"}' })).status).toBe(401);
  });

  it('that was wrong does not use up the message', async () => {
    const id = `msg_${randomUUID()}`;
    expect(await status({ id, secretOf: other.id })).toBe(401);
    expect(await status({ id })).toBe(200);
  });

  it.each(Object.values(signatureHeaders))('is refused without %s', async (missing) => {
    const headers = Object.fromEntries(
      Object.values(signatureHeaders)
        .filter((name) => name !== missing)
        .map((name) => [name, name === signatureHeaders.cabinet ? customer.id : '1']),
    );
    expect((await app.call('GET', '/api/cabinet-api/entitlements', { headers })).status).toBe(401);
  });

  it('of a cabinet whose client is deleted is refused', async () => {
    const gone = await customerWithCabinet(app);
    expect(await status({ as: gone.id })).toBe(200);
    await db()
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', gone.id)
      .execute();
    expect(await status({ as: gone.id })).toBe(401);
  });

  it("is not replaced by the customer's own token", async () => {
    const { token } = customer;
    expect((await app.call('GET', '/api/cabinet-api/entitlements', { token })).status).toBe(401);
  });
});

describe('a signature by protocol 2', () => {
  const path = '/api/cabinet-api/entitlements';
  async function ask(of: Person, protocols: readonly (1 | 2)[], signedPath = path): Promise<number> {
    const [id, timestamp] = [`msg_${randomUUID()}`, Math.floor(app.clock.now().getTime() / 1000)];
    const message = { id, timestamp, method: 'GET', path: signedPath, body: '' };
    const answer = await app.call('GET', path, {
      headers: {
        [signatureHeaders.cabinet]: of.id,
        [signatureHeaders.id]: id,
        [signatureHeaders.timestamp]: String(timestamp),
        [signatureHeaders.signature]: await signRequest(await secretOf(of.id), message, protocols),
      },
    });
    return answer.status;
  }

  it('is taken beside 1, and alone once a cabinet has spoken it', async () => {
    const own = await customerWithCabinet(app);
    expect(await ask(own, [1])).toBe(200);
    expect(await ask(own, [2, 1])).toBe(200);
    expect(await ask(own, [1])).toBe(401);
    expect(await ask(own, [2])).toBe(200);
    expect(await ask(own, [2, 1], '/api/cabinet-api/usage')).toBe(401);
    expect(await ask(other, [1])).toBe(200);
  });
});

describe('entitlements', () => {
  it('are what the tariff gives, and what a cabinet may show of its client alone', async () => {
    const { body } = await signed('GET', 'entitlements', undefined);
    expect(body.data).toMatchObject({
      features: expect.arrayContaining([expect.any(String)]),
      limits: { monthly_turnover: null, goods_quantity: null, goods_count: null, cash_registers: null },
      status: 'trial',
      ends_at: expect.stringMatching(/Z$/),
      read_only: false,
      client: { id: customer.id, name: 'Олена Ковальчук', type: 'individual', ident: '1234567890' },
      balance: 0,
      currency: 'UAH',
      time_zone: 'Europe/Kyiv',
      platform_url: expect.stringMatching(/^http:\/\/localhost:/),
      seller: '',
      support: { email: null, phone: null },
      logo_url: expect.stringMatching(/^http:\/\/localhost:\d+\/tenantry\.svg$/),
      branding: {
        accent: null,
        colors: {
          light: expect.objectContaining({ accent: palettes.light.accent, on_accent: '#ffffff' }),
          dark: expect.objectContaining({ accent: palettes.dark.accent }),
        },
        logo_url: null,
        logo_ratio: null,
        mark_url: expect.stringMatching(/^http:\/\/localhost:\d+\/tenantry\.svg$/),
        footer: {},
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|secret|@example/);
  });

  it('carry what the operator set of the branding', async () => {
    const { token } = await staffMember(app);
    const drawn =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><rect width="9" height="9"/></svg>';
    const body = {
      accent: '#6d28d9',
      logo: `data:image/svg+xml,${encodeURIComponent(drawn)}`,
      footer: { uk: 'Зроблено у Львові', en: 'Made in Lviv' },
    };
    expect((await app.call('PUT', '/api/admin/branding', { token, body })).status).toBe(200);
    const { branding } = (await signed('GET', 'entitlements', undefined)).body.data;
    expect((await app.call('DELETE', '/api/admin/branding', { token })).status).toBe(200);
    expect(branding).toMatchObject({
      accent: '#6d28d9',
      colors: { light: { accent: '#6d28d9' } },
      logo_url: expect.stringMatching(/^http:\/\/localhost:\d+\//),
      logo_ratio: 4,
      footer: body.footer,
    });
  });

  it('say what is not paid, when it is due, and when the cabinet is suspended for it', async () => {
    const debtor = await customerWithCabinet(app);
    const change = (columns: object) =>
      db().updateTable('clients').set(columns).where('id', '=', debtor.id).execute();
    const payment = async () =>
      (await signed('GET', 'entitlements', undefined, { as: debtor.id })).body.data.payment;
    expect(await payment()).toBeNull(); // the first tariff costs nothing
    const tariff_id = await newTariff(app, { month: 10_000 });
    const ends = daysAhead(app, 3);
    await change({ tariff_id, trial_ends: ends });
    const due_at = ends.toISOString();
    expect(await payment()).toEqual({ missing: 10_000, due_at, block_at: null, by_card: false });
    const closes_at = daysAhead(app, 2);
    await change({ closes_at });
    const closing = (await signed('GET', 'entitlements', undefined, { as: debtor.id })).body.data;
    expect(closing).toMatchObject({ payment: null, closes_at: closes_at.toISOString() });
    await change({ closes_at: null, status: 'grace', trial_ends: daysAhead(app, -2) });
    const { block_at, ...owed } = await payment();
    expect(owed).toMatchObject({ missing: 10_000, by_card: false });
    const days = (Date.parse(block_at) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(5);
    await change({ status: 'blocked', blocked_from: 'grace' });
    expect(await payment()).toBeNull();
  });

  it('name the cheapest tariff on sale that adds what is missing and keeps the rest', async () => {
    const buyer = await customerWithCabinet(app);
    const keys = ['upgrade-own', 'upgrade-wanted'];
    const [own, wanted] = await Promise.all(
      keys.map(async (key) => {
        const id = newId(app.clock.now());
        const row = { id, key, position: 900, translations: '{}', archived: false };
        await db()
          .insertInto('features')
          .values({ ...row, updated_at: app.clock.now() })
          .execute();
        return id;
      }),
    );
    const tariff = async (month: number, features: (string | undefined)[], columns: object = {}) => {
      const id = await newTariff(app, { month, year: month * 9 });
      const rows = features.flatMap((feature) =>
        feature === undefined ? [] : [{ tariff_id: id, feature_id: feature }],
      );
      await db().insertInto('tariff_features').values(rows).execute();
      if (Object.keys(columns).length > 0)
        await db().updateTable('tariffs').set(columns).where('id', '=', id).execute();
      return id;
    };
    const tariff_id = await tariff(1000, [own]);
    await tariff(2000, [wanted]); // loses what the client has
    await tariff(3000, [own, wanted], { archived_at: app.clock.now() });
    await tariff(4000, [own, wanted], { visibility: 'private' });
    const right = await tariff(5000, [own, wanted]);
    await tariff(6000, [own, wanted]);
    const change = (columns: object) =>
      db().updateTable('clients').set(columns).where('id', '=', buyer.id).execute();
    const upgrades = async () => {
      const { body } = await signed('GET', 'entitlements', undefined, { as: buyer.id });
      return body.data.upgrades.filter(({ feature }: { feature: string }) => keys.includes(feature));
    };
    await change({ tariff_id });
    const expected = { feature: 'upgrade-wanted', tariff: { id: right, name: expect.any(Object) } };
    expect(await upgrades()).toEqual([{ ...expected, price: 5000, period: 'month' }]);
    await change({ billing_period: 'year' });
    expect(await upgrades()).toEqual([{ ...expected, price: 45_000, period: 'year' }]);
    await change({ tariff_id: right });
    expect(await upgrades()).toEqual([]);
  });

  it('follow a change of tariff, and of the tariff itself, at the next call', async () => {
    const moving = await customerWithCabinet(app);
    const { token } = await staffMember(app);
    const asked = async () => {
      const { body } = await signed('GET', 'entitlements', undefined, { as: moving.id });
      const { tariff, limits, features } = body.data;
      return { id: tariff.id, turnover: limits.monthly_turnover, features };
    };
    const tariff_id = await newTariff(app, { month: 0, year: 0, turnover: 70_000 });
    const chosen = await app.call('POST', `/api/admin/clients/${moving.id}/tariff`, {
      token,
      body: { tariff_id, when: 'now' },
    });
    expect(chosen.status).toBe(200);
    expect(await asked()).toEqual({ id: tariff_id, turnover: 70_000, features: [] });
    const noTexts = { description: '', subtitle: '' };
    const [feature] = (await app.call('GET', '/api/admin/tariff-permissions', { token })).body.data;
    const changed = await app.call('PUT', `/api/admin/tariffs/${tariff_id}`, {
      token,
      body: {
        price_month: 0,
        price_year: 0,
        monthly_turnover_limit: 90_000,
        goods_quantity: null,
        recommended_days: 30,
        permissions: [feature.id],
        translations: { uk: { ...noTexts, name: 'Більший' }, en: { ...noTexts, name: 'Larger' } },
      },
    });
    expect([changed.status, changed.body.errors]).toEqual([200, undefined]);
    expect(await asked()).toEqual({ id: tariff_id, turnover: 90_000, features: [feature.key] });
  });

  it('name who may enter, with role and language', async () => {
    const { body } = await signed('GET', 'entitlements', undefined);
    expect(body.data.members).toEqual([{ id: customer.id, role: 'owner', locale: 'uk' }]);
    await app.call('PUT', '/api/auth/me', { token: customer.token, body: { locale: 'lt' } });
    const after = await signed('GET', 'entitlements', undefined);
    expect(after.body.data.members).toMatchObject([{ locale: 'lt' }]);
  });

  it("take the client's own limits before the tariff's", async () => {
    await db()
      .updateTable('clients')
      .set({ monthly_turnover_limit: 5000, goods_quantity: 7 })
      .where('id', '=', other.id)
      .execute();
    const { body } = await signed('GET', 'entitlements', undefined, { as: other.id });
    expect(body.data.limits).toMatchObject({ monthly_turnover: 5000, goods_quantity: 7, goods_count: 7 });
  });
});

describe('a report of usage', () => {
  const usage = {
    monthly_turnover: 123_456_789_012,
    goods_count: 42,
    cash_registers: 3,
    last_visit: '2026-03-14T10:00:00.000Z',
  };

  it('is kept with the client', async () => {
    expect((await signed('POST', 'usage', usage)).status).toBe(200);
    const row = await db()
      .selectFrom('clients')
      .select(['monthly_turnover', 'goods_count', 'cash_registers', 'last_visit'])
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ ...usage, last_visit: new Date(usage.last_visit) });
  });

  it('takes every metric by its key, leaves absent ones alone, and is stored whole or not at all', async () => {
    const last_visit = usage.last_visit;
    const stored = () =>
      db()
        .selectFrom('clients')
        .select(['monthly_turnover', 'goods_count', 'cash_registers'])
        .where('id', '=', customer.id)
        .executeTakeFirstOrThrow();
    const report = (metrics: object, more: object = {}) =>
      signed('POST', 'usage', { metrics, last_visit, ...more });
    expect((await report({ goods_count: 7, monthly_turnover: 0 }, { goods_count: 7 })).status).toBe(200);
    const now = { monthly_turnover: 0, goods_count: 7, cash_registers: 3 };
    expect(await stored()).toEqual(now);
    for (const [key, value] of [
      ['bookings', 5],
      ['constructor', 1],
      ['goods_count', -1],
      ['goods_count', 1.5],
      ['goods_count', '5'],
      ['goods_count', 2_147_483_648],
    ] as const) {
      const { status, body } = await report({ cash_registers: 9, [key]: value });
      expect([status, Object.keys(body.errors)]).toEqual([422, [`metrics.${key}`]]);
    }
    const twice = await report({ goods_count: 8 }, { goods_count: 7 });
    expect([twice.status, Object.keys(twice.body.errors)]).toEqual([422, ['metrics.goods_count']]);
    expect(await stored()).toEqual(now);
  });

  it('of a visit that is yet to come tells of one now', async () => {
    await signed('POST', 'usage', { ...usage, last_visit: '9999-12-31T23:59:59Z' });
    const { last_visit } = await db()
      .selectFrom('clients')
      .select('last_visit')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow();
    expect(last_visit?.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
  });

  it.each<[string, unknown]>([
    ['monthly_turnover', -1],
    ['monthly_turnover', 1.5],
    ['monthly_turnover', '5'],
    ['monthly_turnover', Number.MAX_SAFE_INTEGER + 1],
    ['goods_count', 2_147_483_648],
    ['cash_registers', 2_147_483_648],
    ['last_visit', undefined],
    ['last_visit', 'yesterday'],
    ['balance', 5],
    ['metrics', [5]],
  ])('is refused at %s: %j', async (field, value) => {
    const answer = await signed('POST', 'usage', { ...usage, [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});
