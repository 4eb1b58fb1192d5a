import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import {
  confirmedCustomer,
  password,
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

const confirm = (hash: unknown, locale = 'uk') =>
  app.call('POST', '/api/auth/confirm', { body: { hash }, locale });
const resend = (token?: string, body: unknown = {}, locale = 'uk') =>
  app.call('POST', '/api/auth/register/email/send', {
    body,
    locale,
    headers: token === undefined ? {} : { AuthorizationClient: token },
  });
const client = (id: string) =>
  app.platform.database.db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The tokens of all confirmations sent to an address, once there are that many. */
const linksTo = (email: string, count: number) =>
  until(`${count} confirmations to ${email}`, () => {
    const links = app.printed
      .filter((line) => line.startsWith(`confirm ${email} `))
      .map((line) => line.split('/').at(-1) ?? '');
    return links.length >= count && links;
  });

function expectInvalid(
  answer: Answer,
  message = 'Посилання більше не діє: його вже використано, строк минув або є новіше',
) {
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'link_invalid', errors: { hash: [message] } });
}

describe('confirming an email', () => {
  it('answers like a login and starts the cabinet, whose email makes the welcome needless', async () => {
    const customer = await registeredCustomer(app);
    const answer = await confirm(await app.linkTo(customer.email, 'confirm'));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      access_token: expect.any(String),
      data: { id: customer.id, confirmed: true, active: true },
    });
    expect(['creating', 'active']).toContain((await client(customer.id)).cabinet_status);
    const { token } = { token: answer.body.access_token as string };
    await until('the cabinet', async () => (await client(customer.id)).cabinet_status === 'active');
    expect((await app.call('GET', '/api/auth/me', { token })).body.data).toMatchObject({ confirmed: true });
    const mails = await app.platform.database.db
      .selectFrom('emails')
      .select('kind')
      .where('client_id', '=', customer.id)
      .execute();
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['cabinet_ready', 'confirm']);
  });

  it('works once', async () => {
    const customer = await registeredCustomer(app);
    const hash = await app.linkTo(customer.email, 'confirm');
    expect((await confirm(hash)).status).toBe(200);
    expectInvalid(await confirm(hash));
  });

  it('works once for two at once, and makes one cabinet', async () => {
    const customer = await registeredCustomer(app);
    const hash = await app.linkTo(customer.email, 'confirm');
    const answers = await Promise.all([confirm(hash), confirm(hash), confirm(hash)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    await until('the cabinet', async () => (await client(customer.id)).cabinet_status === 'active');
  });

  it.each([
    ['an invented link', 'invented-by-somebody'],
    ['a link of the right length', 'A'.repeat(43)],
  ])('refuses %s', async (_what, hash) => {
    expectInvalid(await confirm(hash));
    expect((await confirm(hash, 'en')).body.errors.hash[0]).toMatch(/no longer|expired|used/);
  });

  it.each([
    ['nothing', undefined],
    ['a number', 5],
    ['an empty text', ''],
    ['201 characters', 'a'.repeat(201)],
  ])('refuses %s at its field', async (_what, hash) => {
    const answer = await confirm(hash);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['hash']);
  });

  it('refuses a link after its day', async () => {
    const customer = await registeredCustomer(app);
    const hash = await app.linkTo(customer.email, 'confirm');
    app.clock.advance(86_400 + 60);
    expectInvalid(await confirm(hash));
    expect((await client(customer.id)).confirmed_at).toBeNull();
  });

  it('refuses a link that a newer one replaced', async () => {
    const customer = await registeredCustomer(app);
    await linksTo(customer.email, 1);
    app.clock.advance(61);
    expect((await resend(customer.token)).status).toBe(200);
    const [old, newer] = await linksTo(customer.email, 2);
    expectInvalid(await confirm(old));
    expect((await confirm(newer)).status).toBe(200);
  });

  it('refuses the link of a deleted client', async () => {
    const customer = await registeredCustomer(app);
    const hash = await app.linkTo(customer.email, 'confirm');
    await app.platform.database.db
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', customer.id)
      .execute();
    expectInvalid(await confirm(hash));
  });

  it('does not take the link of another purpose', async () => {
    const customer = await registeredCustomer(app);
    await app.call('POST', '/api/auth/reset/email/send', { body: { email: customer.email } });
    expectInvalid(await confirm(await app.linkTo(customer.email, 'reset')));
  });
});

describe('guessing links', () => {
  it('is limited by address; who has a right link is never refused for wrong ones of a neighbour', async () => {
    const limited = await startApp({ LINK_ATTEMPTS: '2/15m' });
    try {
      const guess = (hash: unknown) => limited.call('POST', '/api/auth/confirm', { body: { hash } });
      const first = await registeredCustomer(limited);
      expect((await guess(await limited.linkTo(first.email, 'confirm'))).status).toBe(200);
      expect((await guess('wrong')).status).toBe(422);
      expect((await guess('wrong')).status).toBe(422);
      const third = await guess('wrong');
      expect(third.status).toBe(429);
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(800);
      const second = await registeredCustomer(limited);
      const hash = await limited.linkTo(second.email, 'confirm');
      expect((await guess(hash)).status).toBe(200);
      limited.clock.advance(901);
      expect((await guess('wrong')).status).toBe(422);
    } finally {
      await limited.close();
    }
  });
});

describe('asking for the confirmation again', () => {
  it('is refused within a minute of the registration, and the refusal counts the seconds', async () => {
    const customer = await registeredCustomer(app);
    app.clock.advance(20);
    const answer = await resend(customer.token);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(35);
    expect(seconds).toBeLessThanOrEqual(40);
    expect(answer.body.retry_after).toBe(seconds);
    expect(answer.body.code).toBe('sent_recently');
    app.clock.advance(41);
    expect(await resend(customer.token)).toMatchObject({
      status: 200,
      body: { data: { sent: true, retry_after: 60 } },
    });
    expect((await resend(customer.token)).status).toBe(429);
  });

  it('is refused within its minute for the same address, however it is written', async () => {
    const customer = await registeredCustomer(app);
    for (const email of [customer.email, customer.email.toUpperCase(), 5]) {
      expect((await resend(customer.token, { email })).status).toBe(429);
    }
  });

  it('waits for nothing when it goes to another address, which then waits itself', async () => {
    const customer = await registeredCustomer(app);
    const { email } = registration();
    expect(await resend(customer.token, { email })).toMatchObject({
      status: 200,
      body: { data: { retry_after: 60 } },
    });
    expect((await resend(customer.token, { email })).status).toBe(429);
    expect((await confirm(await app.linkTo(email, 'confirm'))).body.data).toMatchObject({ email });
  });

  it('takes the token with Bearer and without, and from Authorization too', async () => {
    const customer = await registeredCustomer(app);
    for (const given of [customer.token, `Bearer ${customer.token}`, `bearer ${customer.token}`]) {
      app.clock.advance(61);
      expect((await resend(given)).status).toBe(200);
    }
    app.clock.advance(61);
    const { token } = customer;
    expect((await app.call('POST', '/api/auth/register/email/send', { token })).status).toBe(200);
  });

  it.each([
    ['nobody', undefined],
    ['an invented token', 'invented'],
    ['two words', 'two words'],
  ])('is a 401 for %s, whatever the body says', async (_who, token) => {
    for (const body of [{}, { email: 'nonsense' }]) {
      const answer = await resend(token, body);
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
    }
  });

  it("is a 401 for staff: their token is no customer's", async () => {
    const { token } = await staffMember(app);
    expect((await resend(token)).status).toBe(401);
  });

  it('is a 409 once it is confirmed', async () => {
    const customer = await registeredCustomer(app);
    const { body } = await confirm(await app.linkTo(customer.email, 'confirm'));
    app.clock.advance(61);
    const { body: refreshed } = await app.call('POST', '/api/auth/login', {
      body: { email: customer.email, password },
    });
    expect(body.data.confirmed && refreshed.data.confirmed).toBe(true);
    const answer = await resend(refreshed.access_token);
    expect([answer.status, answer.body.code]).toEqual([409, 'already_confirmed']);
  });

  it('mends a mistyped address: the new one is confirmed, the link to the old one is void', async () => {
    const customer = await registeredCustomer(app);
    const old = await app.linkTo(customer.email, 'confirm');
    app.clock.advance(61);
    const { email } = registration();
    expect((await resend(customer.token, { email })).status).toBe(200);
    expect((await client(customer.id)).email).toBe(email);
    expectInvalid(await confirm(old));
    const answer = await confirm(await app.linkTo(email, 'confirm'));
    expect(answer.body.data).toMatchObject({ email, confirmed: true });
  });

  it.each(['uk', 'en'])(
    'refuses a mended address that is taken, in %s, and changes nothing',
    async (locale) => {
      const [customer, other] = [await registeredCustomer(app), await registeredCustomer(app)];
      app.clock.advance(61);
      const answer = await resend(customer.token, { email: other.email.toUpperCase() }, locale);
      expect(answer.status).toBe(409);
      expect(answer.body.errors[0]).toMatchObject({ code: 'email_taken', payload: [answer.body.message] });
      expect((await client(customer.id)).email).toBe(customer.email);
      expect((await resend(customer.token)).status).toBe(200);
    },
  );

  it('gives an address to one of two who mend theirs to it at once', async () => {
    const two = [await registeredCustomer(app), await registeredCustomer(app)];
    app.clock.advance(61);
    const { email } = registration();
    const answers = await Promise.all(two.map(({ token }) => resend(token, { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([
    ['email', 'nonsense'],
    ['email', 5],
    ['name', 'x'],
  ])('refuses a wrong %s at its field: %j', async (field, value) => {
    const customer = await registeredCustomer(app);
    app.clock.advance(61);
    const answer = await resend(customer.token, { [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});

describe('a changed email', () => {
  const change = (token: string, body: unknown) => app.call('PUT', '/api/auth/me', { token, body });

  it('holds once it is confirmed, and the old address is told', async () => {
    const customer = await confirmedCustomer(app);
    const { email } = registration();
    const asked = await change(customer.token, { email, current_password: password });
    expect(asked.body.data).toMatchObject({ email: customer.email, pending_email: email });
    const answer = await confirm(await app.linkTo(email, 'confirm_new_email'));
    expect(answer.body).toMatchObject({ data: { email }, session_kept: false });
    expect(answer.body).not.toHaveProperty('access_token');
    expect(await client(customer.id)).toMatchObject({ email, pending_email: null });
    const told = await app.platform.database.db
      .selectFrom('emails')
      .select('to_address')
      .where('client_id', '=', customer.id)
      .where('kind', '=', 'email_changed')
      .execute();
    expect(told).toEqual([{ to_address: customer.email }]);
  });

  it.each([
    [undefined, 'Заповніть це поле'],
    ['Wrong-Passw0rd', 'Неправильний пароль'],
  ])('needs the present password, not %j', async (current_password, message) => {
    const customer = await confirmedCustomer(app);
    const answer = await change(customer.token, { email: registration().email, current_password });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ current_password: [message] });
  });

  it('is asked for only once the first is confirmed: until then it is corrected with the confirmation', async () => {
    const customer = await registeredCustomer(app);
    const body = { email: registration().email, current_password: password };
    const answer = await change(customer.token, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email']]);
    expect(await client(customer.id)).toMatchObject({ email: customer.email, pending_email: null });
  });

  it('is refused when somebody else took the address meanwhile', async () => {
    const customer = await confirmedCustomer(app);
    const { email } = registration();
    await change(customer.token, { email, current_password: password });
    const hash = await app.linkTo(email, 'confirm_new_email');
    await registeredCustomer(app, { email });
    const answer = await confirm(hash);
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
    expect((await client(customer.id)).email).toBe(customer.email);
  });

  it('is a 409 at once when the address is taken', async () => {
    const [customer, other] = [await confirmedCustomer(app), await registeredCustomer(app)];
    const answer = await change(customer.token, { email: other.email, current_password: password });
    expect([answer.status, answer.body.code]).toEqual([409, 'email_taken']);
  });
});
