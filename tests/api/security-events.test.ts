import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { callAsCabinet } from '#tests/support/cabinets/cabinet-calls.ts';
import {
  confirmedCustomer,
  customerWithCabinet,
  password,
  type Person,
  registeredCustomer,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const from = { headers: { 'user-agent': firefox } };
const logIn = (door: 'admin/auth' | 'auth', email: string, secret = password) =>
  app.call('POST', `/api/${door}/login`, { body: { email, password: secret }, ...from });

async function events(query: string): Promise<{ action: string; [name: string]: unknown }[]> {
  const { status, body } = await app.call(
    'GET',
    `/api/admin/audit?filter[kind][eq]=security&sort[at]=asc&${query}`,
    {
      token: admin.token,
    },
  );
  expect(status).toBe(200);
  return body.data;
}
const actionsOf = async ({ id }: Person) =>
  (await events(`filter[person_id][eq]=${id}`)).map(({ action }) => action.replace('security.', ''));

describe.each([
  ['staff', 'admin/auth', 'user', () => staffMember(app)],
  ['customer', 'auth', 'client', () => confirmedCustomer(app)],
] as const)('the doors of %s', (kind, door, type, made) => {
  it('write down who came in and went, from where, with what', async () => {
    const person = await made();
    const login = await logIn(door, person.email);
    expect(login.status).toBe(200);
    await app.call('POST', `/api/${door}/logout`, { token: login.body.access_token, ...from });
    const [last, before] = (await events(`filter[person_id][eq]=${person.id}`)).reverse();
    expect([before?.action, last?.action]).toEqual(['security.login', 'security.logout']);
    for (const event of [before, last]) {
      expect(event).toMatchObject({
        kind: 'security',
        actor: { kind, id: person.id },
        subject: { type, id: person.id },
        ip: '127.0.0.1',
        device: 'Firefox · Linux',
        request_id: expect.any(String),
      });
    }
    // A token that is no longer valid belongs to nobody.
    await app.call('POST', `/api/${door}/logout`, { token: login.body.access_token });
    expect((await actionsOf(person)).filter((action) => action === 'logout')).toHaveLength(1);
  });

  it('write a sign-out down once, however often it is said at the same time', async () => {
    const person = await made();
    const { body } = await logIn(door, person.email);
    const out = () => app.call('POST', `/api/${door}/logout`, { token: body.access_token });
    await Promise.all([out(), out(), out(), out()]);
    expect((await actionsOf(person)).filter((action) => action === 'logout')).toHaveLength(1);
  });

  it('write down who tried, and keep no address that nobody has', async () => {
    const person = await made();
    expect((await logIn(door, person.email, 'Wrong-Passw0rd')).status).toBe(401);
    const [failed] = (await events(`filter[person_id][eq]=${person.id}`)).reverse();
    expect(failed).toMatchObject({
      action: 'security.login_failed',
      actor: { kind: 'nobody', id: null },
      subject: { type, id: person.id },
    });
    const unknown = `nobody-${Date.now()}@example.com`;
    expect((await logIn(door, unknown, 'Wrong-Passw0rd')).status).toBe(401);
    const all = await events('filter[action][eq]=security.login_failed&filter[subject_type][eq]=account');
    expect(all.at(-1)).toMatchObject({
      subject: { type: 'account', id: null, name: null },
      changes: [{ field: 'door', before: null, after: kind }],
    });
    expect(JSON.stringify(await events('limit=200'))).not.toContain(unknown.split('@')[0]);
  });

  it('write down the link for a new password, asked from where', async () => {
    const person = await made();
    const sent = await app.call('POST', `/api/${door}/reset/email/send`, {
      body: { email: person.email },
      ...from,
    });
    expect(sent.status).toBe(200);
    const event = await until('the event', async () =>
      (await events(`filter[person_id][eq]=${person.id}`)).find(
        ({ action }) => action === 'security.reset_sent',
      ),
    );
    expect(event).toMatchObject({ actor: { kind: 'nobody' }, ip: '127.0.0.1', device: 'Firefox · Linux' });
  });

  it('write down a session that its owner ended', async () => {
    const person = await made();
    await logIn(door, person.email);
    const { body } = await app.call('GET', `/api/${door}/sessions`, { token: person.token });
    const other = body.data.find(({ current }: { current: boolean }) => !current);
    await app.call('DELETE', `/api/${door}/sessions/${other.id}`, { token: person.token });
    await app.call('DELETE', `/api/${door}/sessions/${other.id}`, { token: person.token });
    expect((await actionsOf(person)).filter((action) => action === 'session_ended')).toHaveLength(1);
  });
});

describe('security events', () => {
  it('name an account that nobody has confirmed, and not its address', async () => {
    const person = await registeredCustomer(app);
    expect((await logIn('auth', person.email, 'Wrong-Passw0rd')).status).toBe(401);
    const [failed] = (await events(`filter[person_id][eq]=${person.id}`)).reverse();
    expect(failed).toMatchObject({
      action: 'security.login_failed',
      actor: { kind: 'nobody', id: null },
      subject: { type: 'client', id: person.id },
    });
    expect(JSON.stringify(failed)).not.toContain(person.email);
  });

  it('are in the activity of their client, and in the file', async () => {
    const person = await confirmedCustomer(app);
    await logIn('auth', person.email);
    const activity = await app.call('GET', `/api/admin/clients/${person.id}/activity`, {
      token: admin.token,
    });
    expect(activity.body.data).toContainEqual(
      expect.objectContaining({ action: 'security.login', device: 'Firefox · Linux' }),
    );
    const query = `?format=csv&filter[person_id][eq]=${person.id}&filter[kind][eq]=security`;
    const file = await app.call('GET', `/api/admin/audit${query}`, { token: admin.token, locale: 'en' });
    expect(file.body).toContain('Security');
    expect(file.body).toContain('Signed in');
    expect(file.body).toContain('Firefox · Linux');
  });

  it('tell who came into a cabinet', async () => {
    const person = await customerWithCabinet(app);
    const { body } = await app.call('POST', '/api/cabinet/sign-in', { token: person.token });
    const ticket = new URL(body.data.url).searchParams.get('ticket');
    const call = { method: 'POST', path: 'tickets', body: { ticket } } as const;
    expect((await callAsCabinet(app, person.id, call)).status).toBe(200);
    expect((await callAsCabinet(app, person.id, call)).status).toBe(422);
    const used = (await events(`filter[person_id][eq]=${person.id}`)).filter(
      ({ action }) => action === 'security.ticket_used',
    );
    expect(used).toMatchObject([{ actor: { kind: 'cabinet' }, subject: { type: 'client', id: person.id } }]);
  });
});
