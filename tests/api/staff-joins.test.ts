import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkSeconds } from '#contract/accounts/auth.ts';
import { fullPermissions, type Permission } from '#contract/kernel/permissions.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { newId } from '#server/kernel/ids.ts';
import { setUpToken } from '#server/users/joining/set-up-link.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { password, staffMember } from '#tests/support/people.ts';

const good = { name: 'Олена Перша', password, password_confirmation: password };

describe('the first administrator', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  const join = (body: object) => app.call('POST', '/api/admin/auth/register', { body, locale: 'uk' });
  const look = (hash: string) => app.call('POST', '/api/admin/auth/invitation', { body: { hash } });
  const email = 'first@example.com';

  it('joins once by the link of the first start, which is void afterwards', async () => {
    const token = app.setUpPath?.split('/').at(-1) ?? '';
    expect(app.setUpPath).toMatch(/^\/set-up\/[\w-]{43}$/);
    expect((await look(token)).body).toEqual({ data: { purpose: 'setup', email: null, name: null } });

    for (const [field, value] of [
      ['email', undefined],
      ['email', 'nonsense'],
      ['name', ''],
      ['name', 'x'.repeat(256)],
      ['password', 'short'],
      ['password_confirmation', 'Different-1'],
      ['permissions', ['users.write']],
      ['token', 5],
    ] as const) {
      const answer = await join({ ...good, token, email, [field]: value });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toContain(field);
    }
    const wrong = await join({ ...good, token: 'A'.repeat(43), email });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'setup_closed']);

    const answers = await Promise.all([join({ ...good, token, email }), join({ ...good, token, email })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    const joined = answers.find(({ status }) => status === 201)?.body;
    expect(joined).toMatchObject({
      expires_in: 900,
      session_ttl: 8 * 3600,
      domain: null,
      data: { email, name: good.name, permissions: [...fullPermissions], locale: 'uk' },
    });
    const { access_token: session } = joined;
    expect((await app.call('GET', '/api/admin/clients', { token: session })).status).toBe(200);

    const again = await join({ ...good, token, email: 'second@example.com' });
    expect([again.status, again.body.message]).toEqual([
      403,
      'Адміністратора вже створено. Попросіть надіслати вам запрошення',
    ]);
    expect((await look(token)).status).toBe(422);
    // As a second start would ask.
    expect(await setUpToken(app.platform, app.clock.now())).toBeUndefined();
  });
});

describe('a set-up link', () => {
  it('is void once a newer start printed another, and after a day', async () => {
    const app = await startApp();
    try {
      const join = (token: string) =>
        app.call('POST', '/api/admin/auth/register', { body: { ...good, token, email: 'a@example.com' } });
      const old = app.setUpPath?.split('/').at(-1) ?? '';
      app.clock.advance(60);
      // Another process started at the same time.
      expect(await setUpToken(app.platform, app.clock.now())).toBe(old);
      app.clock.advance(600);
      const newer = (await setUpToken(app.platform, app.clock.now())) ?? '';
      expect(newer).not.toBe(old);
      const spent = await app.call('POST', '/api/admin/auth/invitation', {
        body: { hash: old },
        locale: 'en',
      });
      expect([spent.status, spent.body.code, spent.body.message]).toEqual([
        403,
        'setup_replaced',
        'The server has printed a newer set-up link since then: use that one',
      ]);
      expect(await join(old)).toMatchObject({ status: 403, body: { code: 'setup_replaced' } });
      const unknown = await app.call('POST', '/api/admin/auth/invitation', {
        body: { hash: 'x'.repeat(43) },
      });
      expect([unknown.status, unknown.body.code]).toEqual([422, 'link_invalid']);
      app.clock.advance(linkSeconds.setup + 1);
      expect((await join(newer)).status).toBe(403);
      const last = (await setUpToken(app.platform, app.clock.now())) ?? '';
      expect((await join(last)).status).toBe(201);
      expect(await join(newer)).toMatchObject({ status: 403, body: { code: 'setup_closed' } });
    } finally {
      await app.close();
    }
  });

  it('is not made where the configuration names the administrator, who signs in at once', async () => {
    const app = await startApp({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: password });
    try {
      expect(app.setUpPath).toBeUndefined();
      const answer = await app.call('POST', '/api/admin/auth/login', {
        body: { email: 'boss@example.com', password },
      });
      expect(answer.body.data.permissions).toEqual([...fullPermissions]);
    } finally {
      await app.close();
    }
  });

  it('is guessed in vain: wrong ones are refused after a few, the right one is not', async () => {
    const app = await startApp({ LINK_ATTEMPTS: '2/15m' });
    try {
      const guess = (body: object) => app.call('POST', '/api/admin/auth/register', { body });
      const wrong = { ...good, token: 'wrong', email: 'a@example.com' };
      expect((await guess(wrong)).status).toBe(403);
      expect((await guess(wrong)).status).toBe(403);
      expect((await guess(wrong)).status).toBe(429);
      const token = app.setUpPath?.split('/').at(-1) ?? '';
      expect((await guess({ ...good, token, email: 'a@example.com' })).status).toBe(201);
    } finally {
      await app.close();
    }
  });
});

describe('an invited manager', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    await staffMember(app);
  });
  afterAll(() => app.close());
  const join = (body: object) => app.call('POST', '/api/admin/auth/register', { body, locale: 'uk' });
  const look = (hash: string) =>
    app.call('POST', '/api/admin/auth/invitation', { body: { hash }, locale: 'uk' });
  let count = 0;

  async function invited(permissions: Permission[] = ['clients.read']) {
    const now = app.clock.now();
    count += 1;
    const email = `invited-${count}-${now.getTime()}@example.com`;
    const id = newId(now);
    await app.platform.database.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('users')
        .values({
          id,
          email,
          email_key: emailKey(email),
          name: 'Запрошена',
          permissions,
          locale: 'lt',
          created_at: now,
          updated_at: now,
        })
        .execute();
      await app.platform.mail.write(tx, now, {
        kind: 'staff_invitation',
        to: email,
        locale: 'lt',
        data: { name: 'Запрошена' },
        reason: 'user_invited',
        userId: id,
        link: { purpose: 'staff_invitation', accountId: id, email, seconds: linkSeconds.invitation },
      });
    });
    return { id, email, token: await app.linkTo(email, 'staff_invitation') };
  }
  const set = (id: string, change: object) =>
    app.platform.database.db.updateTable('users').set(change).where('id', '=', id).execute();

  it('sees who is invited, joins with a name and a password, and holds what was granted', async () => {
    const { id, email, token } = await invited(['tariffs.read']);
    expect((await look(token)).body.data).toEqual({ purpose: 'invitation', email, name: 'Запрошена' });
    const answer = await join({ ...good, token });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ id, email, name: good.name, permissions: ['tariffs.read'] });
    const call = (path: string) => app.call('GET', path, { token: answer.body.access_token });
    expect((await call('/api/admin/tariffs')).status).toBe(200);
    expect((await call('/api/admin/clients')).status).toBe(403);
    const again = await app.call('POST', '/api/admin/auth/login', { body: { email, password } });
    expect(again.status).toBe(200);
  });

  it('joins once, also when two try at once', async () => {
    const { token } = await invited();
    const answers = await Promise.all([join({ ...good, token }), join({ ...good, token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect((await join({ ...good, token })).body.code).toBe('setup_closed');
    expect((await look(token)).body.code).toBe('link_invalid');
  });

  it('may name the address that was invited, and no other', async () => {
    const { email, token } = await invited();
    expect(Object.keys((await join({ ...good, token, email: 'other@example.com' })).body.errors)).toEqual([
      'email',
    ]);
    expect((await join({ ...good, token, email: email.toUpperCase() })).status).toBe(201);
  });

  it.each([
    ['whose address changed', { email: 'moved@example.com', email_key: 'moved@example.com' }],
    ['who is deleted', { deleted_at: new Date() }],
    ['who has joined', { joined_at: new Date() }],
  ])('%s can do nothing with the link', async (_who, change) => {
    const { id, token } = await invited();
    await set(id, change);
    expect((await look(token)).status).toBe(422);
    expect((await join({ ...good, token })).status).toBe(403);
    await set(id, { deleted_at: app.clock.now() });
  });

  it('comes too late after a week', async () => {
    const { token } = await invited();
    app.clock.advance(linkSeconds.invitation + 60);
    expect((await join({ ...good, token })).status).toBe(403);
  });

  it('does not get in by asking for a new password', async () => {
    const { email } = await invited();
    expect((await app.call('POST', '/api/admin/auth/reset/email/send', { body: { email } })).status).toBe(
      200,
    );
    const mails = await app.platform.database.db
      .selectFrom('emails')
      .select('kind')
      .where('to_address', '=', email)
      .execute();
    expect(mails).toEqual([{ kind: 'staff_invitation' }]);
  });
});
