import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registration, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let readOnly: Person;
let stranger: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['settings.read'] });
  readOnly = await staffMember(app, {
    permissions: ['settings.write', 'read_only'],
  });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
});
afterAll(() => app.close());
afterEach(() => app.platform.database.db.deleteFrom('email_templates').execute());

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/email-templates${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const own = {
  subject: 'Welcome aboard, {{name}}',
  body: '# Hi\n\n{{product}} is glad.\n\n[Confirm]({{link}})',
};
const states = async () => {
  const { body } = await call('GET', '', undefined, reader);
  return body.data.find(({ kind }: { kind: string }) => kind === 'confirm').states;
};

describe('the words of an email', () => {
  it('are built in at first, then own ones, and back', async () => {
    const before = await call('GET', '/confirm/en', undefined, reader);
    expect(before.body.data).toMatchObject({
      state: 'built_in',
      updated_at: null,
    });
    expect(before.body.data.body).toContain('[Confirm e-mail]({{link}})');
    expect(before.body.data.built_in).toEqual({
      subject: before.body.data.subject,
      body: before.body.data.body,
    });
    const saved = await call('PUT', '/confirm/en', {
      ...own,
      updated_at: null,
    });
    expect([saved.status, saved.body.data.state]).toEqual([200, 'changed']);
    expect((await call('GET', '/confirm/en')).body.data).toEqual(saved.body.data);
    expect(await states()).toEqual({
      en: 'changed',
      uk: 'missing',
      ru: 'missing',
      lt: 'missing',
      de: 'missing',
    });
    const again = await call('PUT', '/confirm/en', own);
    expect(again.body.data.updated_at).toBe(saved.body.data.updated_at);
    const back = await call('DELETE', `/confirm/en?updated_at=${saved.body.data.updated_at}`);
    expect(back.body.data).toEqual(before.body.data);
    expect((await call('DELETE', '/confirm/en')).status).toBe(200);
  });

  it('are sent to customers in their language, with the subject and the real link', async () => {
    await call('PUT', '/confirm/en', own);
    const body = registration({ name: '*Olena* <b>' });
    await app.call('POST', '/api/auth/register', { body, locale: 'en' });
    const row = await app.platform.database.db
      .selectFrom('emails')
      .selectAll()
      .where('to_address', '=', body.email)
      .executeTakeFirstOrThrow();
    expect([row.kind, row.subject]).toEqual(['confirm', 'Welcome aboard, *Olena* <b>']);
    const { body: shown } = await app.call('GET', `/api/admin/emails/${row.id}`, { token: admin.token });
    expect(shown.data.text).toMatch(/HI\n\n.* is glad\.\n\nConfirm:\nhttps?:\/\/\S+\/confirm-registration\//);
  });

  it('are out of date once the built-in text has changed, until they are saved again', async () => {
    await call('PUT', '/confirm/en', own);
    await app.platform.database.db.updateTable('email_templates').set({ built_in_hash: 'older' }).execute();
    expect((await states()).en).toBe('outdated');
    await call('PUT', '/confirm/en', own);
    expect((await states()).en).toBe('changed');
  });

  it('are not sent when they can’t be any more', async () => {
    await call('PUT', '/confirm/en', own);
    await app.platform.database.db
      .updateTable('email_templates')
      .set({ subject: 'Gone', body: '{{gone}}' })
      .execute();
    expect((await states()).en).toBe('broken');
    const body = registration();
    await app.call('POST', '/api/auth/register', { body, locale: 'en' });
    const { subject } = await app.platform.database.db
      .selectFrom('emails')
      .select('subject')
      .where('to_address', '=', body.email)
      .executeTakeFirstOrThrow();
    expect(subject).toContain('Confirm your e-mail');
  });

  it('are in the audit log, once a change', async () => {
    await call('PUT', '/confirm/de', own);
    await call('PUT', '/confirm/de', own);
    await call('DELETE', '/confirm/de');
    const { body } = await app.call(
      'GET',
      '/api/admin/audit?filter[subject_type][eq]=email_template&filter[subject_name][eq]=confirm%20de&limit=3',
      { token: admin.token },
    );
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'email_template.reset',
      'email_template.change',
    ]);
    expect(body.data[1].changes).toEqual([
      { field: 'subject', before: null, after: own.subject },
      { field: 'body', before: null, after: own.body },
    ]);
  });

  it('are refused when a colleague was faster', async () => {
    const { body } = await call('PUT', '/confirm/en', own);
    for (const stale of [
      await call('PUT', '/confirm/en', { ...own, updated_at: null }),
      await call('DELETE', '/confirm/en?updated_at=2020-01-01T00:00:00.000Z'),
    ]) {
      expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
      expect(stale.body.current).toEqual(body.data);
    }
  });

  it.each([
    ['body', { body: 'One\n\n<br> [x]({{link}})' }, 'Line 3: HTML can’t be used here: <br>'],
    ['body', { body: '{{secret}} [x]({{link}})' }, 'Line 1: this e-mail has no variable {{secret}}'],
    ['body', { body: 'Without it' }, 'The link is missing: it is what this e-mail is for'],
    ['subject', { subject: '{{link}}' }, 'Line 1: this e-mail has no variable {{link}}'],
    ['subject', { subject: '' }, 'Fill in this field'],
    ['body', { body: 7 }, 'This must be text'],
    ['body', { body: 'x'.repeat(10_001) }, 'No more than 10,000 characters'],
    ['more', { more: true }, 'Unknown parameter “more”'],
  ])('are refused at %s: %j', async (field, changes, words) => {
    const saved = await call('PUT', '/confirm/en', { ...own, ...changes });
    expect([saved.status, saved.body.errors[field]]).toEqual([422, [words]]);
    const tried = await call('POST', '/preview', {
      kind: 'confirm',
      locale: 'en',
      ...own,
      ...changes,
    });
    expect([tried.status, tried.body.errors[field]]).toEqual([422, [words]]);
  });

  it('exist for emails to customers alone, in the five languages', async () => {
    for (const path of ['/staff_reset/en', '/template_test/en', '/nothing/en', '/confirm/fr']) {
      for (const method of ['GET', 'PUT', 'DELETE'])
        expect((await call(method, path, method === 'PUT' ? own : undefined)).status).toBe(404);
    }
    const tried = await call('POST', '/preview', {
      kind: 'staff_reset',
      locale: 'en',
      ...own,
    });
    expect([tried.status, Object.keys(tried.body.errors)]).toEqual([422, ['kind']]);
  });

  it('are read with settings.read and changed with settings.write', async () => {
    const preview = { kind: 'confirm', locale: 'en', ...own };
    expect((await call('GET', '', undefined, stranger)).status).toBe(403);
    expect((await call('POST', '/preview', preview, stranger)).status).toBe(403);
    expect((await call('POST', '/preview', preview, reader)).status).toBe(200);
    for (const [who, code] of [
      [reader, 'forbidden'],
      [readOnly, 'read_only'],
    ] as const) {
      for (const answer of [
        await call('PUT', '/confirm/en', own, who),
        await call('DELETE', '/confirm/en', undefined, who),
        await call('POST', '/test', preview, who),
      ])
        expect([answer.status, answer.body.code]).toEqual([403, code]);
    }
  });
});

describe('a try of them', () => {
  it('shows examples, or what that client was sent last', async () => {
    const words = {
      kind: 'proforma_issued',
      locale: 'en',
      subject: 'Pay {{number}}',
      body: 'For {{name}}: {{amount}}',
    };
    const sample = await call('POST', '/preview', words);
    expect(sample.body.data.subject).toBe('Pay PF-2027-000123');
    expect(sample.body.data.text).toContain('For Olena Kovalchuk: ₴499.00');
    expect(sample.body.data.html).toContain('<html');
    const { id } = await subscriber(app, {
      tariffId: await newTariff(app, { month: 100 }),
    });
    const { name } = await app.platform.database.db
      .selectFrom('clients')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const theirs = await call('POST', '/preview', { ...words, client_id: id });
    expect(theirs.body.data.text).toContain(`For ${name}: ₴499.00`);
    const unknown = await call('POST', '/preview', {
      ...words,
      client_id: '01890000-0000-7000-8000-000000000000',
    });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['client_id']]);
  });

  it('comes to oneself, as an email of its own kind without a link that works', async () => {
    const { status, body } = await call('POST', '/test', {
      kind: 'confirm',
      locale: 'en',
      ...own,
    });
    expect(status).toBe(201);
    const { body: sent } = await app.call('GET', `/api/admin/emails/${body.data.email_id}`, {
      token: admin.token,
    });
    expect(sent.data).toMatchObject({
      kind: 'template_test',
      to: admin.email,
      subject: 'Test: Welcome aboard, Olena Kovalchuk',
      link: null,
    });
    expect(sent.data.text).toContain('/confirm-registration/…');
    expect(sent.data.text).toContain('because you tried out its text');
  });
});
