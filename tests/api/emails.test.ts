import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  customer = await registeredCustomer(app);
  await app.linkTo(customer.email, 'confirm');
});
afterAll(() => app.close());

const list = (query = '', token = admin.token, locale = 'uk') =>
  app.call('GET', `/api/admin/emails${query}`, { token, locale });
const show = (id: string, token = admin.token) => app.call('GET', `/api/admin/emails/${id}`, { token });
const resend = (id: string, token = admin.token) =>
  app.call('POST', `/api/admin/emails/${id}/resend`, { token });
const newestTo = async (email: string, kind: string): Promise<string> => {
  const query = `?filter[to][eq]=${encodeURIComponent(email)}&filter[kind][eq]=${kind}`;
  return (await list(query)).body.data[0].id;
};

describe('the email log', () => {
  it('shows what was sent to whom and why, in the words of the reader', async () => {
    const query = `?filter[client_id][eq]=${customer.id}`;
    const [uk, en] = [await list(query), await list(query, admin.token, 'en')];
    expect(uk.body).toMatchObject({
      meta: { total: 1 },
      data: [
        {
          to: customer.email,
          kind: 'confirm',
          status: 'only_logged',
          attempts: 1,
          error: null,
          locale: 'uk',
        },
      ],
    });
    expect(uk.body.data[0].reason).not.toBe(en.body.data[0].reason);
    expect(uk.body.data[0]).not.toHaveProperty('html');
  });

  it('is searched by address and subject, filtered and sorted', async () => {
    const other = await registeredCustomer(app);
    await app.linkTo(other.email, 'confirm');
    const found = await list(`?filter[search][ilike]=%25${other.email.slice(0, 12).toUpperCase()}%25`);
    expect(found.body.data.map(({ to }: { to: string }) => to)).toContain(other.email);
    expect((await list('?filter[status][eq]=failed')).body.meta.total).toBe(0);
    // Without a mail server nothing was sent, in the filter and in the file too.
    expect((await list('?filter[status][eq]=sent')).body.meta.total).toBe(0);
    const logged = await list('?filter[status][in]=only_logged');
    expect(logged.body.meta.total).toBeGreaterThan(1);
    expect(logged.body.data[0].status).toBe('only_logged');
    const sorted = (await list('?sort[to]=asc')).body.data.map(({ to }: { to: string }) => to);
    expect(sorted).toEqual([...sorted].sort());
  });

  it('shows the complete copy of one: without a mail server there is no other way to read it', async () => {
    const token = await app.linkTo(customer.email, 'confirm');
    const { body } = await show(await newestTo(customer.email, 'confirm'));
    expect(body.data.html).toContain(token);
    expect(body.data.text).toContain(`/confirm-registration/${token}`);
    expect(body.data.message_id).toMatch(/^<.+@.+>$/);
    expect(body.data).toMatchObject({ status: 'only_logged' });
  });

  it('hides a live link from read-only staff, and records who saw it', async () => {
    const person = await registeredCustomer(app);
    const token = await app.linkTo(person.email, 'confirm');
    const id = await newestTo(person.email, 'confirm');
    const auditor = await staffMember(app, {
      permissions: ['settings.read', 'clients.read', 'clients.impersonate', 'read_only'],
    });
    const writer = await staffMember(app, { permissions: ['settings.read', 'settings.write'] });
    for (const reader of [auditor, writer]) {
      const { status, body } = await show(id, reader.token);
      expect([status, body.data.link]).toEqual([200, 'forbidden']);
      expect(JSON.stringify(body)).not.toContain(token);
      expect(body.data.text).toContain('/confirm-registration/…');
    }
    const looks = async () => {
      const query = '?filter[action][eq]=security.kept_mail_read&filter[subject_id][eq]=';
      return (await app.call('GET', `/api/admin/audit${query}${id}`, { token: admin.token })).body.data;
    };
    expect(await looks()).toEqual([]);
    expect((await show(id)).body.data.link).toBe('shown');
    expect((await show(id)).body.data.text).toContain(token);
    expect(await looks()).toMatchObject([
      { kind: 'security', actor: { id: admin.id }, subject: { type: 'email', id }, device: 'node' },
    ]);
    app.clock.advance(11 * 60);
    await show(id);
    expect(await looks()).toHaveLength(2);
    await app.call('POST', '/api/auth/confirm', { body: { hash: token } });
    const over = (await show(id)).body.data;
    expect(over.link).toBe('over');
    expect(JSON.stringify(over)).not.toContain(token);
  });

  it("hides the link of a colleague's", async () => {
    const colleague = await staffMember(app);
    await app.call('POST', '/api/admin/auth/reset/email/send', { body: { email: colleague.email } });
    const token = await app.linkTo(colleague.email, 'staff_reset');
    const { body } = await show(await newestTo(colleague.email, 'staff_reset'));
    expect(body.data.text.length).toBeGreaterThan(50);
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

describe('an email that is sent again', () => {
  it('is a new one with a new link, and the one before is void', async () => {
    const person = await registeredCustomer(app);
    const old = await app.linkTo(person.email, 'confirm');
    const answer = await resend(await newestTo(person.email, 'confirm'));
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ to: person.email, kind: 'confirm' });
    const newer = await until('the new link', async () => {
      const link = await app.linkTo(person.email, 'confirm');
      return link !== old && link;
    });
    const confirm = (hash: string) => app.call('POST', '/api/auth/confirm', { body: { hash } });
    expect((await confirm(old)).status).toBe(422);
    expect((await confirm(newer)).status).toBe(200);
  });

  it('makes no sense once it is confirmed', async () => {
    const person = await customerWithCabinet(app);
    const answer = await resend(await newestTo(person.email, 'confirm'));
    expect([answer.status, answer.body.code]).toEqual([409, 'already_confirmed']);
  });
});

describe('who may', () => {
  it('read: settings.read; send news to a client again: settings.write or clients.write', async () => {
    const id = await newestTo(customer.email, 'confirm');
    const may = async (permissions: Parameters<typeof staffMember>[1]) => {
      const { token } = await staffMember(app, permissions);
      return [
        (await list('', token)).status,
        (await show(id, token)).status,
        (await resend(id, token)).status,
      ];
    };
    expect(await may({ permissions: ['settings.read'] })).toEqual([200, 200, 403]);
    expect(await may({ permissions: ['settings.write'] })).toEqual([200, 200, 201]);
    expect(await may({ permissions: ['settings.write', 'read_only'] })).toEqual([200, 200, 403]);
    expect(await may({ permissions: ['clients.write'] })).toEqual([403, 403, 201]);
    expect(await may({ permissions: ['clients.write', 'settings.read'] })).toEqual([200, 200, 201]);
    expect(await may({ permissions: ['clients.write', 'read_only'] })).toEqual([403, 403, 403]);
    const others = ['clients.delete', 'clients.replenish', 'users.write', 'payments.write'] as const;
    expect(await may({ permissions: others })).toEqual([403, 403, 403]);
    expect((await list('', customer.token)).status).toBe(401);
  });

  it('send again what is about passwords or colleagues: settings.write alone', async () => {
    const clerk = await staffMember(app, { permissions: ['clients.write', 'users.write', 'settings.read'] });
    const person = await registeredCustomer(app);
    await app.call('POST', '/api/auth/reset/email/send', { body: { email: person.email } });
    await app.linkTo(person.email, 'reset');
    const colleague = { email: `invited-${Date.now()}@example.com`, name: 'Invited' };
    const body = { ...colleague, permissions: ['clients.read'] };
    expect((await app.call('POST', '/api/admin/users', { token: admin.token, body })).status).toBe(201);
    await app.linkTo(colleague.email, 'staff_invitation');
    const ids = [await newestTo(person.email, 'reset'), await newestTo(colleague.email, 'staff_invitation')];
    for (const id of ids) {
      const refused = await resend(id, clerk.token);
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
      expect((await resend(id)).status).toBe(201);
    }
  });

  it.each(['0197a3c0-0000-7000-8000-000000000001', 'nonsense'])('nobody finds %s', async (id) => {
    expect((await show(id)).status).toBe(404);
    expect((await resend(id)).status).toBe(404);
  });
});
