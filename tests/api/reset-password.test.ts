import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAccess } from '#server/auth/end-access.ts';
import { writeRequestedEmail } from '#server/customers/write-requested-email.ts';
import { isLinkToken } from '#web/ui/customer/kit/link-token.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { CallOptions } from '#tests/support/http.ts';
import {
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const kinds = {
  staff: { root: '/api/admin/auth', mail: 'staff_reset' },
  customer: { root: '/api/auth', mail: 'reset' },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[]; // `keys` loses the type
const chosen = 'Chosen-Passw0rd';

const person = (kind: Kind): Promise<Person> =>
  kind === 'staff' ? staffMember(app) : registeredCustomer(app);
const ask = (kind: Kind, email: unknown, options: CallOptions = {}, on = app) =>
  on.call('POST', `${kinds[kind].root}/reset/email/send`, { body: { email }, ...options });
const change = (kind: Kind, body: object, locale = 'uk') =>
  app.call('POST', `${kinds[kind].root}/change`, { body, locale });
const setTo = (hash: unknown, value = chosen) => ({ hash, password: value, password_confirmation: value });
const logIn = async (kind: Kind, email: string, value: string) =>
  (await app.call('POST', `${kinds[kind].root}/login`, { body: { email, password: value } })).status;

async function link(kind: Kind, email: string): Promise<string> {
  await ask(kind, email);
  return app.linkTo(email, kinds[kind].mail);
}

describe.each(names)('a new password of %s', (kind) => {
  it('is set by an emailed link; every session ends and its owner is told', async () => {
    const { id, email, token } = await person(kind);
    const answer = await change(kind, setTo(await link(kind, email)));
    expect(answer).toMatchObject({ status: 200, body: { domain: null } });
    expect((await app.call('GET', `${kinds[kind].root}/me`, { token })).status).toBe(401);
    expect(await logIn(kind, email, password)).toBe(401);
    expect(await logIn(kind, email, chosen)).toBe(200);
    const told = await app.platform.database.db
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'password_changed')
      .where(kind === 'staff' ? 'user_id' : 'client_id', '=', id)
      .execute();
    expect(told).toEqual([{ to_address: email }]);
  });

  it('is set once by a link, also by two at once', async () => {
    const { email } = await person(kind);
    const hash = await link(kind, email);
    const answers = await Promise.all([change(kind, setTo(hash)), change(kind, setTo(hash))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const again = await change(kind, setTo(hash), 'en');
    expect(again.body).toMatchObject({ code: 'link_invalid', errors: { hash: [expect.any(String)] } });
  });

  it('is not asked for behind a link that was used, or that nobody has', async () => {
    const { email } = await person(kind);
    const hash = await link(kind, email);
    const check = (body: object) => app.call('POST', '/api/auth/password/link', { body });
    // A look leaves the link as it is.
    expect([(await check({ hash })).status, (await check({ hash })).status]).toEqual([200, 200]);
    expect((await change(kind, setTo(hash))).status).toBe(200);
    expect((await check({ hash })).body.code).toBe('link_invalid');
    expect((await check({ hash: hash.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) })).status).toBe(
      422,
    );
  });

  it('is not set by a link after its hour', async () => {
    const { email } = await person(kind);
    const hash = await link(kind, email);
    app.clock.advance(3600 + 60);
    expect((await change(kind, setTo(hash))).body.code).toBe('link_invalid');
    expect(await logIn(kind, email, password)).toBe(200);
  });

  it('is not mailed a link that was asked for before access ended, written after it', async () => {
    const { id, email } = await person(kind);
    const { database } = app.platform;
    const links = () =>
      database.db.selectFrom('one_time_links').select('purpose').where('account_id', '=', id).execute();
    const what = kinds[kind].mail;
    const askedAt = app.clock.now();
    const changedAt = new Date(askedAt.getTime() + 50);
    const job = (at: Date) => writeRequestedEmail(app.platform, { what, email, at: at.toISOString() }, later);
    const later = new Date(askedAt.getTime() + 5000);
    await database.db
      .transaction()
      .execute((tx) => endAccess(tx, { kind, id }, 'password_changed', { now: changedAt }));
    const before = await links();
    await job(askedAt);
    expect(await links()).toEqual(before);
    await job(changedAt);
    expect(await links()).toEqual([...before, { purpose: what }]);
  });

  it('is not set by a link that a newer one replaced', async () => {
    const { email } = await person(kind);
    const old = await link(kind, email);
    app.clock.advance(61);
    await ask(kind, email);
    const newer = await until('another link', async () => {
      const found = await app.linkTo(email, kinds[kind].mail);
      return found !== old && found;
    });
    expect([old, newer].every(isLinkToken)).toBe(true);
    expect((await change(kind, setTo(old))).body.code).toBe('link_invalid');
    expect((await change(kind, setTo(newer))).status).toBe(200);
  });

  it('is not set by a link of the other kind, an invented one or a deleted account', async () => {
    const [own, stranger] = [await person(kind), await person(kind === 'staff' ? 'customer' : 'staff')];
    const foreign = await link(kind === 'staff' ? 'customer' : 'staff', stranger.email);
    expect((await change(kind, setTo(foreign))).body.code).toBe('link_invalid');
    expect((await change(kind, setTo('A'.repeat(43)))).body.code).toBe('link_invalid');
    const hash = await link(kind, own.email);
    await app.platform.database.db
      .updateTable(kind === 'staff' ? 'users' : 'clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', own.id)
      .execute();
    expect((await change(kind, setTo(hash))).body.code).toBe('link_invalid');
  });

  it.each([
    ['hash', undefined],
    ['hash', ''],
    ['password', undefined],
    ['password', 'Short1'],
    ['password', 'no-upper-case-1'],
    ['password_confirmation', 'Different-1'],
    ['password_confirmation', undefined],
    ['email', 'a@b.ua'],
  ])('is refused at %s: %j, and leaves the link good', async (field, value) => {
    const { email } = await person(kind);
    const hash = await link(kind, email);
    const answer = await change(kind, { ...setTo(hash), [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
    expect((await change(kind, setTo(hash))).status).toBe(200);
  });

  it('may be asked for once a minute', async () => {
    const { email } = await person(kind);
    expect(await ask(kind, email)).toMatchObject({
      status: 200,
      body: { data: { sent: true, retry_after: 60 } },
    });
    const soon = await ask(kind, email.toUpperCase());
    expect(soon.status).toBe(429);
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(soon.body.code).toBe('sent_recently');
    app.clock.advance(61);
    expect((await ask(kind, email)).status).toBe(200);
  });

  it.each([undefined, '', 'nonsense', 5, ['a@b.ua']])('is not asked for with %j', async (email) => {
    const answer = await ask(kind, email);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['email']);
  });
});

describe('an address that nobody has', () => {
  it.each([
    ['uk', 'Цю електронну адресу не зареєстровано'],
    ['en', undefined],
  ])('is a 404 for customers, in %s', async (locale, message) => {
    const answer = await ask('customer', registration().email, { locale });
    expect([answer.status, answer.body.code]).toEqual([404, 'email_not_registered']);
    if (message) expect(answer.body.errors[0].message).toBe(message);
  });

  it('is answered for staff like a known one, also within the minute', async () => {
    const [known, unknown] = [(await staffMember(app)).email, registration().email];
    for (const status of [200, 429]) {
      const answers = [await ask('staff', known), await ask('staff', unknown)];
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      const [one, two] = answers.map(({ body: { request_id: _id, retry_after: _seconds, ...rest } }) => rest);
      expect(one).toEqual(two);
    }
  });

  it('is answered like a known one for customers too where nothing is disclosed', async () => {
    const strict = await startApp({ ACCOUNT_DISCLOSURE: 'strict', RESET_ATTEMPTS: '2/1h' });
    try {
      const body = registration();
      await strict.call('POST', '/api/auth/register', { body });
      const unknown = registration().email;
      for (const status of [200, 429]) {
        for (const email of [body.email, unknown]) {
          expect((await ask('customer', email, {}, strict)).status).toBe(status);
        }
      }
      strict.clock.advance(61);
      for (const email of [body.email, unknown])
        expect((await ask('customer', email, {}, strict)).status).toBe(200);
      strict.clock.advance(61);
      for (const email of [body.email, unknown])
        expect((await ask('customer', email, {}, strict)).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});

describe('asking for links', () => {
  it('is limited per account and, four times that, per address, before the look at the body', async () => {
    const limited = await startApp({ RESET_ATTEMPTS: '2/1h' });
    try {
      const { email } = await registeredCustomer(limited);
      for (const status of [200, 200, 429]) {
        const answer = await ask('customer', email, {}, limited);
        expect(answer.status).toBe(status);
        limited.clock.advance(61);
      }
      for (let count = 2; count < 8; count += 1) {
        expect((await ask('customer', registration().email, {}, limited)).status).toBe(404);
      }
      for (const given of [registration().email, 'nonsense']) {
        const answer = await ask('customer', given, {}, limited);
        expect(answer.status).toBe(429);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
      }
    } finally {
      await limited.close();
    }
  });
});

describe("the address of one's cabinet", () => {
  const find = (email: unknown) => app.call('POST', '/api/auth/find/email/send', { body: { email } });

  it('is asked for with the same answer for every address', async () => {
    const { email } = await registeredCustomer(app);
    const [known, unknown] = [await find(email), await find(registration().email)];
    expect(known).toMatchObject({ status: 200, body: { data: { sent: true, retry_after: 60 } } });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await find(email)).status).toBe(429);
  });

  it('is not asked for with nonsense', async () => {
    expect(Object.keys((await find('nonsense')).body.errors)).toEqual(['email']);
  });
});
