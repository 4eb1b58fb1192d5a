import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const me = (token: string) => app.call('GET', '/api/auth/me', { token });
const change = ({ token }: Person, body: unknown) => app.call('PUT', '/api/auth/me', { token, body });
const login = async (email: string, secret = password) =>
  app.call('POST', '/api/auth/login', { body: { email, password: secret } });

describe("a customer's own sessions", () => {
  it('are listed, the present one marked, and ended one by one', async () => {
    const person = await registeredCustomer(app);
    const other = (await login(person.email)).body.access_token as string;
    const { body } = await app.call('GET', '/api/auth/sessions', { token: person.token });
    expect(body.data).toHaveLength(2);
    const foreign = body.data.find(({ current }: { current: boolean }) => !current);
    const end = () => app.call('DELETE', `/api/auth/sessions/${foreign.id}`, { token: person.token });
    expect((await end()).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    expect((await end()).status).toBe(404);
  });

  it("are nobody else's to end", async () => {
    const [one, two] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { body } = await app.call('GET', '/api/auth/sessions', one);
    const ended = await app.call('DELETE', `/api/auth/sessions/${body.data[0].id}`, { token: two.token });
    expect(ended.status).toBe(404);
    expect((await me(one.token)).status).toBe(200);
  });
});

describe("a customer's own e-mail", () => {
  it('holds once the new one is confirmed, and the old one is told', async () => {
    const person = await customerWithCabinet(app);
    const email = `new-${person.email}`;
    const asked = await change(person, { email, current_password: password });
    expect(asked.body.data).toMatchObject({ email: person.email, pending_email: email });
    expect((await login(email)).status).toBe(401);
    const hash = await app.linkTo(email, 'confirm_new_email');
    expect((await app.call('POST', '/api/auth/confirm', { body: { hash } })).status).toBe(200);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    const told = await app.platform.database.db
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'email_changed')
      .where('client_id', '=', person.id)
      .execute();
    expect(told).toEqual([{ to_address: person.email }]);
  });

  it('needs the present password', async () => {
    const person = await registeredCustomer(app);
    const answer = await change(person, { email: 'other@example.com' });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['current_password']]);
  });
});

describe('a visit of staff in the cabinet', () => {
  it('is shown to the customer with who and why, and to no other', async () => {
    const [person, other] = [await customerWithCabinet(app), await registeredCustomer(app)];
    const manager = await staffMember(app, { name: 'Марія' });
    await app.call('POST', `/api/admin/clients/${person.id}/sign-in`, {
      token: manager.token,
      body: { reason: 'Звернення 15', read_only: true },
    });
    const seen = await app.call('GET', '/api/auth/sign-ins', { token: person.token });
    expect(seen.body.data).toMatchObject([{ by: 'Марія', reason: 'Звернення 15', read_only: true }]);
    expect((await app.call('GET', '/api/auth/sign-ins', { token: other.token })).body.data).toEqual([]);
  });
});
