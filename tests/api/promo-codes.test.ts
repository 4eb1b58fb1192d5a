import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  customerWithCabinet,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['settings.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const start = '0198c000-0000-7000-8000-000000000100';
const unknown = '0198c000-0000-7000-8000-0000000000ff';
let counter = 0;
const promo = (changes: Record<string, unknown> = {}) => {
  counter += 1;
  return { code: `SPRING-${counter}`, effect: { kind: 'free_days', days: 10 }, ...changes };
};
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/promo-codes${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
async function made(changes: Record<string, unknown> = {}) {
  const { status, body } = await send('POST', '', promo(changes));
  expect(status).toBe(201);
  return body.data as { id: string; code: string; updated_at: string };
}
const registerWith = (promo_code: string) =>
  app.call('POST', '/api/auth/register', { body: registration({ promo_code }), locale: 'en' });

describe('a promo code', () => {
  it('is made, listed and shown with its effect', async () => {
    const input = promo({
      valid_from: '2026-01-01T00:00:00Z',
      valid_to: '2036-01-01T00:00:00.000Z',
      uses_left: 5,
      effect: { kind: 'bonus', amount: 10_000 },
      tariff_ids: [start],
    });
    const { status, body } = await send('POST', '', input);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      ...input,
      id: expect.any(String),
      valid_from: '2026-01-01T00:00:00.000Z',
      state: 'active',
      clients_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await send('GET', `/${body.data.id}`)).body.data).toEqual(body.data);
    const listed = await send('GET', `?filter[search][ilike]=%25${input.code}%25`, undefined, reader);
    expect(listed.body.data).toContainEqual(body.data);
  });

  it('has a state that is filtered, sorted and viewed by', async () => {
    const day = 86_400_000;
    const now = app.clock.now().getTime();
    const at = (days: number) => new Date(now + days * day).toISOString();
    const marked = `STATE-${now}`;
    const codes = {
      active: await made({ code: `${marked}-A`, valid_from: at(-1), valid_to: at(1), uses_left: 1 }),
      not_yet: await made({ code: `${marked}-N`, valid_from: at(1), uses_left: 0 }),
      expired: await made({ code: `${marked}-E`, valid_to: at(-1), uses_left: 0 }),
      used_up: await made({ code: `${marked}-U`, uses_left: 0 }),
    };
    const ours = `filter[code][ilike]=${marked}%25`;
    const listed = async (query: string) =>
      (await send('GET', `?${ours}&${query}`)).body.data.map(({ id }: { id: string }) => id);
    for (const [state, { id }] of Object.entries(codes)) {
      expect((await send('GET', `/${id}`)).body.data.state).toBe(state);
      expect(await listed(`filter[state][in]=${state}`)).toEqual([id]);
    }
    expect(await listed('filter[state][in]=expired,used_up&sort[code]=asc')).toEqual([
      codes.expired.id,
      codes.used_up.id,
    ]);
    expect(await listed('sort[state]=asc')).toHaveLength(4);
    expect((await send('GET', '?filter[state][in]=gone')).status).toBe(422);
    // Changing what it depends on changes it.
    expect((await send('PUT', `/${codes.used_up.id}`, { uses_left: 5 })).body.data.state).toBe('active');
    expect((await send('PUT', `/${codes.expired.id}`, { valid_to: null })).body.data.state).toBe('used_up');

    const views = await app.call('GET', '/api/admin/views?resource=promo_codes', {
      token: reader.token,
      locale: 'en',
    });
    expect(views.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Active',
      'Not yet active',
      'Ended',
    ]);
    for (const { search } of views.body.data) expect((await send('GET', `?${search}`)).status).toBe(200);
  });

  it('changes what is sent, the effect as a whole, and logs it', async () => {
    const { id, code, updated_at } = await made({ uses_left: 3 });
    const effect = { kind: 'bonus', amount: 500 };
    const { body } = await send('PUT', `/${id}`, { effect, uses_left: null, updated_at });
    expect(body.data).toMatchObject({ id, code, effect, uses_left: null });
    const log = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    expect(log.body.data[0]).toMatchObject({
      action: 'promo_code.change',
      subject: { name: code },
      changes: [
        { field: 'uses_left', before: 3, after: null },
        { field: 'extra_free_days', before: 10, after: null },
        { field: 'bonus', before: null, after: 500 },
      ],
    });
    const stale = await send('PUT', `/${id}`, { uses_left: 1, updated_at });
    expect([stale.status, stale.body.current.effect]).toEqual([409, effect]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no code', { code: ' ' }, 'code'],
    ['a date that is none', { valid_from: 'tomorrow' }, 'valid_from'],
    [
      'an end at its beginning',
      { valid_from: '2026-03-01T00:00:00Z', valid_to: '2026-03-01T00:00:00Z' },
      'valid_to',
    ],
    ['uses below zero', { uses_left: -1 }, 'uses_left'],
    ['an unknown effect', { effect: { kind: 'cake' } }, 'effect.kind'],
    ['no days', { effect: { kind: 'free_days', days: 0 } }, 'effect.days'],
    ['too many days', { effect: { kind: 'free_days', days: 3651 } }, 'effect.days'],
    ['a fraction of money', { effect: { kind: 'bonus', amount: 1.5 } }, 'effect.amount'],
    ['the amount of another effect', { effect: { kind: 'bonus', days: 3, amount: 1 } }, 'effect.days'],
    ['a limit to no tariff', { tariff_ids: [] }, 'tariff_ids'],
    ['an unknown tariff', { tariff_ids: [unknown] }, 'tariff_ids'],
    ['an unknown key', { colour: 'red' }, 'colour'],
  ])('is refused with %s at its field', async (_, changes, field) => {
    const { status, body } = await send('POST', '', promo(changes));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    const { id } = await made();
    expect(Object.keys((await send('PUT', `/${id}`, changes)).body.errors)).toEqual([field]);
  });

  it('is refused an end before the beginning that it already has', async () => {
    const { id } = await made({ valid_from: '2026-03-01T00:00:00Z' });
    const { status, body } = await send('PUT', `/${id}`, { valid_to: '2026-02-01T00:00:00Z' });
    expect([status, body.errors]).toEqual([422, { valid_to: ['The end must be after the start'] }]);
  });

  it('has its code alone until it is deleted', async () => {
    const { id, code } = await made();
    expect((await send('POST', '', promo({ code: code.toLowerCase() }))).body.errors).toHaveProperty('code');
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
    expect((await registerWith(code)).body.errors).toHaveProperty('promo_code');
    expect((await made({ code })).id).not.toBe(id);
  });

  it('is for those who may', async () => {
    const { id } = await made();
    for (const [method, path, body] of [
      ['POST', '', promo()],
      ['PUT', `/${id}`, {}],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      expect((await send(method, path, body, reader)).body.code).toBe('forbidden');
      expect((await send(method, path, body, readOnly)).body.code).toBe('read_only');
    }
    expect((await send('PUT', `/${unknown}`, { uses_left: 'x' })).status).toBe(404);
    expect((await send('DELETE', `/${unknown}`)).status).toBe(404);
  });
});

describe('registering with a promo code', () => {
  it('uses it up once a customer, whatever the case of what was typed', async () => {
    const { id, code } = await made({ uses_left: 1 });
    const answers = await Promise.all([registerWith(code.toLowerCase()), registerWith(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await send('GET', `/${id}`)).body.data).toMatchObject({ uses_left: 0, clients_count: 1 });
  });

  it('keeps its effect even when it is deleted and its code is used for another one', async () => {
    const { id, code } = await made({ effect: { kind: 'free_days', days: 10 } });
    const customer = await registeredCustomer(app, { promo_code: code });
    await send('DELETE', `/${id}`);
    await made({ code, effect: { kind: 'free_days', days: 1000 } });
    const hash = await app.linkTo(customer.email, 'confirm');
    await app.call('POST', '/api/auth/confirm', { body: { hash } });
    await expect
      .poll(
        async () =>
          (await app.call('GET', `/api/admin/clients/${customer.id}`, admin)).body.data.remaining_days,
      )
      .toBe(24);
  });

  it('starts on a tariff that it is limited to', async () => {
    const { code } = await made({ tariff_ids: [start] });
    const customer = await customerWithCabinet(app, { promo_code: code });
    const { body } = await app.call('GET', `/api/admin/clients/${customer.id}`, admin);
    expect(body.data).toMatchObject({ tariff_id: start, promo_code: code });
  });

  it('is refused when none of its tariffs is open', async () => {
    const { id, code } = await made({ tariff_ids: [start] });
    const { db } = app.platform.database;
    await db
      .updateTable('promo_codes')
      .set({ tariff_ids: [unknown] })
      .where('id', '=', id)
      .execute();
    expect(Object.keys((await registerWith(code)).body.errors)).toEqual(['promo_code']);
  });
});
