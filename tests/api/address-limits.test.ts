import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

const environment = {
  REGISTRATION_ATTEMPTS: '4/1h',
  RESET_ATTEMPTS: '3/1h',
  TRUST_PROXY: '127.0.0.1',
  METRICS_TOKEN: 'a token that nobody needs here',
};
let app: TestApp;
let strict: TestApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([
    startApp(environment),
    startApp({ ...environment, ACCOUNT_DISCLOSURE: 'strict' }),
  ]);
});
afterAll(() => Promise.all([app.close(), strict.close()]));
const forgetCounts = () =>
  Promise.all([app, strict].map((one) => sql`delete from rate_limits`.execute(one.platform.database.db)));
beforeEach(forgetCounts);

const from = (address: string) => ({ 'x-forwarded-for': address });
const register = (body: object, address = '203.0.113.7') =>
  app.call('POST', '/api/auth/register', { body, headers: from(address) });
const change = (on: TestApp, { token }: Pick<Person, 'token'>, body: object, address = '203.0.113.7') =>
  on.call('PUT', '/api/auth/me', { token, body, headers: from(address) });
const move = (on: TestApp, person: Pick<Person, 'token'>, email: string) =>
  change(on, person, { email, current_password: password });
const mailsTo = (on: TestApp, email: string) =>
  on.platform.database.db.selectFrom('emails').select('kind').where('to_address', '=', email).execute();

async function customer(on: TestApp): Promise<Person & { phone: string }> {
  await forgetCounts();
  const body = registration();
  const answer = await on.call('POST', '/api/auth/register', { body });
  expect(answer.status).toBe(201);
  const { db } = on.platform.database;
  await db
    .updateTable('clients')
    .set({ confirmed_at: on.clock.now() })
    .where('email', '=', body.email)
    .execute();
  const { body: signedIn } = await on.call('POST', '/api/auth/login', {
    body: { email: body.email, password },
  });
  await forgetCounts();
  return {
    id: signedIn.data.id,
    email: body.email,
    token: signedIn.access_token,
    phone: String(body['phone']),
  };
}

describe('asking who has an account', () => {
  it('by registering is bounded per address, and says nothing more afterwards', async () => {
    const { email, phone } = await customer(app);
    for (const taken of [{ email }, { phone }, { email }, { phone }]) {
      expect((await register(registration(taken))).status).toBe(409);
    }
    for (const body of [registration({ email }), registration()]) {
      const refused = await register(body);
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    }
    expect((await register(registration(), '203.0.113.8')).status).toBe(201);
    app.clock.advance(3601);
    expect((await register(registration({ email }))).status).toBe(409);
  });

  it('by many questions at once is bounded alike', async () => {
    const { email } = await customer(app);
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(registration({ email }))));
    const told = answers.filter(({ status }) => status === 409);
    expect(told.length).toBeLessThanOrEqual(4);
    expect(answers.every(({ status }) => status === 409 || status === 429)).toBe(true);
  });

  it('costs an honest registration nothing', async () => {
    for (let count = 0; count < 4; count += 1) expect((await register(registration())).status).toBe(201);
  });

  it.each(['email', 'phone'] as const)('by changing the own %s is bounded too', async (field) => {
    const owner = await customer(app);
    const asker = await customer(app);
    const ask = () => change(app, asker, { [field]: owner[field], current_password: password });
    for (let count = 0; count < 4; count += 1) expect((await ask()).status).toBe(409);
    expect((await ask()).status).toBe(429);
  });

  it('by mending the address of an unconfirmed account is bounded too', async () => {
    const { email } = await customer(app);
    const { token } = await registeredCustomer(app);
    const ask = async () => {
      app.clock.advance(61);
      return app.call('POST', '/api/auth/register/email/send', {
        body: { email },
        headers: { authorizationclient: `Bearer ${token}`, ...from('203.0.113.9') },
      });
    };
    for (let count = 0; count < 4; count += 1) expect((await ask()).status).toBe(409);
    expect((await ask()).status).toBe(429);
  });
});

describe('where nothing is disclosed', () => {
  it('a taken new address is answered like a free one, and its owner is told', async () => {
    const owner = await customer(strict);
    const asker = await customer(strict);
    const free = `free-${asker.email}`;
    const [first, second] = [await move(strict, asker, free), await move(strict, asker, owner.email)];
    expect([first.status, second.status]).toEqual([200, 200]);
    const without = ({ pending_email: _, updated_at: _at, ...rest }: Record<string, unknown>) => rest;
    expect(without(second.body.data)).toEqual(without(first.body.data));
    expect(second.body.data.pending_email).toBe(owner.email);
    expect(await mailsTo(strict, owner.email)).toContainEqual({ kind: 'already_registered' });
    expect(await mailsTo(strict, owner.email)).not.toContainEqual({ kind: 'confirm_new_email' });
    expect(await mailsTo(strict, free)).toEqual([{ kind: 'confirm_new_email' }]);
  });

  it('another phone number is refused, no matter who has it; the own one is not', async () => {
    const owner = await customer(strict);
    const asker = await customer(strict);
    const { phone } = registration();
    const [taken, free] = [
      await change(strict, asker, { phone: owner.phone }),
      await change(strict, asker, { phone: String(phone) }),
    ];
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['phone']]);
    expect(taken.body).toEqual(free.body);
    expect((await change(strict, asker, { phone: asker.phone, name: 'Інша' })).status).toBe(200);
  });
});

describe('emails to addresses that nobody has confirmed', () => {
  it('are bounded per account', async () => {
    const person = await customer(app);
    for (let count = 0; count < 3; count += 1) {
      expect((await move(app, person, `${count}-${person.email}`)).status).toBe(200);
    }
    const refused = await move(app, person, `4-${person.email}`);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(await mailsTo(app, `4-${person.email}`)).toEqual([]);
    expect((await change(app, person, { name: 'Інша' })).status).toBe(200);
  });

  it('are bounded per address, no matter who asks', async () => {
    const people = [await customer(app), await customer(app), await customer(app), await customer(app)];
    const target = `stranger-${Date.now()}@example.com`;
    const statuses = [];
    for (const person of people) statuses.push((await move(app, person, target)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await mailsTo(app, target)).toHaveLength(3);
  });

  it.each(['clients', 'users'] as const)('are bounded per address where staff invite %s', async (what) => {
    const { token } = await staffMember(app);
    const target = `invited-${what}-${Date.now()}@example.com`;
    const { name, type, country_code, ident } = registration();
    const call = (method: string, path: string, body?: object) =>
      app.call(method, `/api/admin/${path}`, { token, ...(body && { body }) });
    const create = (email: string) =>
      what === 'users'
        ? call('POST', 'users', { email, name: 'Colleague', permissions: ['clients.read'] })
        : call('POST', 'clients', {
            name,
            type,
            country_code,
            ident,
            phone: registration()['phone'],
            email,
          });
    const first = await create(target);
    expect(first.status).toBe(201);
    const id = String(first.body.data.id);
    // A change that fails counts for nothing.
    for (let count = 0; count < 4; count += 1) expect([409, 422]).toContain((await create(target)).status);
    app.clock.advance(61);
    expect((await call('POST', `${what}/${id}/invitation`)).status).toBe(200);
    const remove = (one: string) => call('DELETE', `${what}/${one}${what === 'clients' ? '/delete' : ''}`);
    const elsewhere = async (email: string) => String((await create(email)).body.data.id);
    expect((await remove(id)).status).toBe(200);
    const moved = await elsewhere(`first-${target}`);
    // Making the cabinet changes the client meanwhile.
    const move = (one: string) =>
      until('a change that is not stale', async () => {
        const { body } = await call('GET', `${what}/${one}`);
        const { updated_at } = body.data;
        const answer = await call('PUT', `${what}/${one}`, { email: target, updated_at });
        return answer.body.code === 'stale' ? undefined : answer;
      });
    expect((await move(moved)).status).toBe(200);
    expect((await remove(moved)).status).toBe(200);
    const late = await elsewhere(`late-${target}`);
    const refused = [await create(target), await move(late)];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [429, 'too_many_requests'],
      [429, 'too_many_requests'],
    ]);
    // There may also be one about the cabinet.
    const invitations = (await mailsTo(app, target)).filter(({ kind }) => kind.endsWith('_invitation'));
    expect(invitations).toHaveLength(3);
    await forgetCounts();
    expect((await move(late)).status).toBe(200);
  });

  it('are bounded where the confirmation is sent again', async () => {
    const { token, email } = await registeredCustomer(app);
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      app.clock.advance(61);
      const { status } = await app.call('POST', '/api/auth/register/email/send', {
        body: { email: `${count}-${email}` },
        headers: { authorizationclient: `Bearer ${token}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('an address that nobody has confirmed', () => {
  /** It may be a stranger's, who would get an email for each of these. */
  it('gets no news of what its account does, however often', async () => {
    await forgetCounts();
    const body = registration();
    const answer = await register(body);
    let { access_token: token } = answer.body;
    const other = 'Another-1pass';
    for (const [typed, current_password] of [
      [other, password],
      [password, other],
    ]) {
      const given = { password: typed, password_confirmation: typed, current_password };
      expect((await change(app, { token }, given)).status).toBe(200);
    }
    const closing = (method: 'POST' | 'DELETE') =>
      app.call(method, '/api/auth/me/close', { token, ...(method === 'POST' && { body: { password } }) });
    for (const method of ['POST', 'DELETE', 'POST', 'DELETE'] as const)
      expect((await closing(method)).status).toBe(200);
    const refresh = (old: string) => app.call('POST', '/api/auth/refresh-token', { token: old, body: {} });
    const first = token;
    for (let count = 0; count < 2; count += 1) token = (await refresh(token)).body.access_token;
    app.clock.advance(11);
    expect((await refresh(first)).status).toBe(401);
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
    expect(await mailsTo(app, body.email)).toEqual([{ kind: 'confirm' }]);
  });
});
