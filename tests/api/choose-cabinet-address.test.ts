import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  customerWithCabinet,
  memberOf,
  password,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { lineBehind } from '#tests/support/races/waits-for-lock.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const address = async (token: string | undefined) => app.call('GET', '/api/cabinet/address', { token });
const choose = (token: string | undefined, label: unknown, locale = 'en') =>
  app.call('PUT', '/api/cabinet/address', { token, body: { label }, locale });
const domainOf = async (id: string) =>
  (
    await app.platform.db
      .selectFrom('clients')
      .select('domain')
      .where('id', '=', id)
      .where('cabinet_status', '=', 'active')
      .executeTakeFirst()
  )?.domain;
async function confirmed(customer: { id: string; email: string }) {
  const hash = await app.linkTo(customer.email, 'confirm');
  await app.call('POST', '/api/auth/confirm', { body: { hash } });
  return until('the cabinet', () => domainOf(customer.id));
}
let counter = 0;
const fresh = () => `chosen-${(counter += 1)}`;

describe('the address of a cabinet', () => {
  it('is suggested from the name, and stays so for who chooses nothing', async () => {
    const customer = await registeredCustomer(app, { name: 'Марія Сонячна' });
    expect((await address(customer.token)).body.data).toEqual({
      label: 'mariia-soniachna',
      domain: 'localhost',
      is_chosen: false,
    });
    expect(await confirmed(customer)).toBe('mariia-soniachna.localhost');
  });

  it('is the chosen one, as it was chosen last', async () => {
    const customer = await registeredCustomer(app);
    const [first, second] = [fresh(), fresh()];
    expect((await choose(customer.token, first)).status).toBe(200);
    const answer = await choose(customer.token, ` ${second.toUpperCase()} `);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { label: second, domain: 'localhost', is_chosen: true },
    ]);
    expect((await choose(customer.token, second)).status).toBe(200); // twice
    expect((await address(customer.token)).body.data).toEqual(answer.body.data);
    const audit = await app.platform.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('client_id', '=', customer.id)
      .where('action', '=', 'client.choose_address')
      .execute();
    expect(audit).toHaveLength(2);
    expect(await confirmed(customer)).toBe(`${second}.localhost`);
    const left = app.platform.db
      .selectFrom('wanted_addresses')
      .selectAll()
      .where('client_id', '=', customer.id);
    expect(await left.execute()).toEqual([]);
    // The one that was given up is free for others.
    expect((await choose((await registeredCustomer(app)).token, first)).status).toBe(200);
  });

  it('is settled once the cabinet has it', async () => {
    const customer = await customerWithCabinet(app);
    for (const answer of [await address(customer.token), await choose(customer.token, fresh())]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'address_settled']);
    }
  });

  it('is one that nobody has or has chosen', async () => {
    const [one, other] = await Promise.all([registeredCustomer(app), registeredCustomer(app)]);
    const owner = await customerWithCabinet(app);
    const label = fresh();
    expect((await choose(one.token, label)).status).toBe(200);
    for (const taken of [label, (await domainOf(owner.id))?.split('.')[0]]) {
      const answer = await choose(other.token, taken);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { label: ['This address is already taken. Choose another one'] },
      ]);
    }
    const both = await Promise.all([choose(one.token, `${label}-a`), choose(other.token, `${label}-a`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('stays whose it is when somebody else was about to choose it', async () => {
    const [one, other] = await Promise.all([registeredCustomer(app), registeredCustomer(app)]);
    const label = fresh();
    const { db, pool } = app.platform.database;
    const { late } = await db.transaction().execute(async (tx) => {
      await sql`lock table wanted_addresses in share row exclusive mode`.execute(tx);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const choosing = choose(other.token, label);
      await until(
        'a choice of a free name',
        async () => (await lineBehind(pool, rows[0]?.pid ?? 0)).length > 0,
      );
      const wanted = { client_id: one.id, label, chosen_at: app.clock.now() };
      await tx.insertInto('wanted_addresses').values(wanted).execute();
      return { late: { choosing } };
    });
    expect((await late.choosing).status).toBe(422);
    expect((await address(one.token)).body.data).toMatchObject({ label, is_chosen: true });
  });

  it('is held for a day, also against names that are made', async () => {
    const [squatter, other] = await Promise.all([registeredCustomer(app), registeredCustomer(app)]);
    const label = `held-${fresh()}`;
    await choose(squatter.token, label);
    const namesake = await customerWithCabinet(app, {
      name: label.replaceAll('-', ' '),
      type: 'legal',
      ident: '12345678',
    });
    expect(await domainOf(namesake.id)).toBe(`${label}-2.localhost`);
    app.clock.advance(24 * 3600 + 1);
    expect((await choose(await login(other.email), label)).status).toBe(200);
    expect((await address(await login(squatter.email))).body.data).toMatchObject({ is_chosen: false });
  });

  it('has the form of a name, and is none of ours', async () => {
    const { token } = await registeredCustomer(app);
    const wrong = [
      '',
      'ab',
      'x'.repeat(41),
      '1shop',
      '-shop',
      'shop-',
      'my shop',
      'кава',
      'a.b',
      'a_b',
      7,
      null,
      undefined,
    ];
    for (const label of wrong) {
      const answer = await choose(token, label);
      expect([label, answer.status, Object.keys(answer.body.errors)]).toEqual([label, 422, ['label']]);
    }
    for (const label of ['admin', 'www', 'xn--80ak6aa92e']) {
      expect((await choose(token, label)).body.errors).toEqual({
        label: ['This address is kept for the service itself. Choose another one'],
      });
    }
    const strange = { token, body: { label: fresh(), more: 1 } };
    expect((await app.call('PUT', '/api/cabinet/address', strange)).status).toBe(422);
  });

  it('is chosen by the owner of a registration, thirty times an hour at most', async () => {
    const owner = await registeredCustomer(app);
    const member = await memberOf(app, owner.id, 'billing');
    const staff = await staffMember(app);
    for (const [token, status] of [
      [undefined, 401],
      [staff.token, 401],
      [member.token, 403],
    ] as const) {
      expect([(await address(token)).status, (await choose(token, fresh())).status]).toEqual([
        status,
        status,
      ]);
    }
    for (let tried = 0; tried < 30; tried += 1) expect((await choose(owner.token, 'admin')).status).toBe(422);
    const refused = await choose(owner.token, fresh());
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  });
});

async function login(email: string): Promise<string> {
  const body = { email, password };
  return (await app.call('POST', '/api/auth/login', { body })).body.access_token;
}
