import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registration } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const register = (body: unknown, locale = 'uk') => app.call('POST', '/api/auth/register', { body, locale });
const db = () => app.platform.database.db;
const clientOf = (email: string) =>
  db().selectFrom('clients').selectAll().where('email', '=', email).executeTakeFirst();

/** Expects a refusal at this field only, in the reader's language. */
function expectAt(answer: Answer, field: string, message?: string) {
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ code: 'validation_failed', message: expect.any(String) });
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  if (message) expect(answer.body.errors[field][0]).toBe(message);
  expect(answer.body.errors[field][0]).not.toMatch(/^(validation|errors)\.|\{\{/);
}

describe('registering a customer', () => {
  it('answers like a login, unconfirmed and without a cabinet', async () => {
    const body = registration({ name: '  Олена   Ґава ' });
    const answer = await register(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      session_ttl: 30 * 86_400,
      domain: null,
      data: { email: body.email, confirmed: false, active: true, cabinet_url: null, locale: 'uk' },
    });
  });

  it('keeps what was sent, trimmed, the password as a hash, the accepted offer and no cabinet', async () => {
    const body = registration({ name: '  Олена Ґава ', phone: ' 671112233 ', locale: 'de' });
    await register(body, 'en');
    const client = await clientOf(body.email);
    expect(await verify(client?.password_hash ?? '', password)).toBe(true);
    expect(client).toMatchObject({
      name: 'Олена Ґава',
      type: 'individual',
      phone: '671112233',
      phone_e164: '+380671112233',
      country_code: 'UA',
      ident: '1234567890',
      locale: 'de',
      status: 'unconfirmed',
      cabinet_status: 'none',
      confirmed_at: null,
      offer_version: 1,
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$/),
    });
  });

  it('writes one confirmation email, in the language of the page, and one audit entry', async () => {
    const body = registration();
    const { body: answer } = await register(body, 'de');
    const mails = await db().selectFrom('emails').selectAll().where('to_address', '=', body.email).execute();
    expect(mails).toMatchObject([{ kind: 'confirm', locale: 'de', reason: 'registered' }]);
    const audit = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('client_id', '=', answer.data.id)
      .execute();
    expect(audit).toMatchObject([{ action: 'client.register', actor_kind: 'customer', ip: '127.0.0.1' }]);
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  it('takes the bare digits of a legal entity', async () => {
    const answer = await register(registration({ type: 'legal', ident: '12345678' }));
    expect(answer.status).toBe(201);
  });
});

const plain = { uk: 'Тут є недопустимий символ', en: 'This contains a character that is not allowed' };

describe('each bound of each field', () => {
  it.each<[string, string, unknown, boolean]>([
    ['name', 'one letter', 'Я', true],
    ['name', '255 letters', 'я'.repeat(255), true],
    ['name', '256 letters', 'я'.repeat(256), false],
    ['name', 'nothing', '', false],
    ['name', 'blanks', '   ', false],
    ['email', 'without a domain', 'olena@', false],
    [
      'email',
      'of 256 characters',
      `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.uaaaaaaa`,
      false,
    ],
    ['country_code', 'of no country', 'XX', false],
    ['country_code', 'in small letters', 'ua', false],
    ['country_code', 'with three letters', 'UKR', false],
    ['phone', 'of 6 digits', '671119', true],
    ['phone', 'of 5 digits', '67111', false],
    ['phone', 'of 12 digits after 380', '671112233445', true],
    ['phone', 'of 13 digits after 380: 16 in all', '6711122334455', false],
    ['phone', 'of 16 digits', '6711122334455667', false],
    ['phone', 'with a plus', '+38067111223', false],
    ['phone', 'with blanks inside', '67 111 22 33', false],
    ['ident', 'of 9 digits', '123456789', false],
    ['ident', 'of 11 digits', '12345678901', false],
    ['ident', 'with letters', '12345678AB', false],
    ['locale', 'of no language here', 'fr', false],
    ['type', 'of no kind', 'company', false],
    ['promo_code', 'that does not exist', 'NOSUCHCODE', false],
    ['promo_code', 'of 51 characters', 'X'.repeat(51), false],
    ['partner', 'that does not exist', 'nosuchbank', false],
  ])('%s %s', async (field, _what, value, isTaken) => {
    const answer = await register(registration({ [field]: value }));
    if (isTaken) expect(answer.status).toBe(201);
    else expectAt(answer, field);
  });

  it.each([
    ['Abcdef1', false],
    ['Xqvbdfg1', true],
    [`Aa1${'x'.repeat(47)}`, true],
    [`Aa1${'x'.repeat(48)}`, false],
    ['abcdefg1', false],
    ['ABCDEFG1', false],
    ['Abcdefgh', false],
  ])('password %s', async (chosen, isTaken) => {
    const answer = await register(registration({ password: chosen, password_confirmation: chosen }));
    if (isTaken) expect(answer.status).toBe(201);
    else expectAt(answer, 'password');
  });

  it.each([
    ['individual', '12345678'],
    ['legal', '1234567890'],
    ['legal', '123456789'],
  ])('ident of the other kind: %s %s', async (type, ident) => {
    expectAt(await register(registration({ type, ident })), 'ident');
  });

  it.each([
    ['terms', false, 'uk', 'Щоб продовжити, прийміть умови'],
    ['password_confirmation', 'Other-Passw0rd', 'uk', 'Паролі не збігаються'],
    ['ident', '1', 'uk', 'Має бути 10 цифр'],
    ['promo_code', 'NOSUCHCODE', 'uk', 'Такий промокод не діє'],
    ['promo_code', 'NOSUCHCODE', 'de', 'Dieser Gutscheincode ist nicht gültig'],
    ['name', 'a\u202eb', 'uk', plain.uk],
  ])('%s %j is refused in %s words', async (field, value, locale, message) => {
    expectAt(await register(registration({ [field]: value }), locale), field, message);
  });

  it.each([
    '\u0000',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u200b',
    '\u200d',
    '\u200f',
    '\u061c',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\n',
  ])('refuses the invisible %j in a name', async (character) => {
    expectAt(await register(registration({ name: `Олена${character}К` })), 'name');
  });

  it.each([
    'type',
    'name',
    'email',
    'country_code',
    'phone',
    'ident',
    'password',
    'password_confirmation',
    'terms',
  ])('%s must be there', async (field) => {
    for (const nothing of [undefined, null]) {
      const answer = await register(registration({ [field]: nothing }));
      expect(answer.status).toBe(422);
      expect(answer.body.errors[field]).toContain(
        field === 'terms' ? 'Щоб продовжити, прийміть умови' : 'Заповніть це поле',
      );
    }
  });

  it.each<[string, unknown]>([
    ['type', 1],
    ['name', 5],
    ['email', ['a@b.ua']],
    ['country_code', true],
    ['phone', 671112233],
    ['ident', 1234567890],
    ['password', 12345678],
    ['terms', 'true'],
    ['terms', 1],
    ['promo_code', 1],
    ['partner', {}],
    ['locale', 0],
  ])('does not turn another type into %s: %j', async (field, value) => {
    const more = field === 'password' ? { password_confirmation: value } : {};
    const answer = await register(registration({ [field]: value, ...more }));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
  });

  it.each(['status', 'balance', 'id', 'confirmed_at', 'tariff_name', 'is_admin'])(
    'refuses the unknown key %s by its name',
    async (key) => {
      const body = registration({ [key]: 1 });
      expectAt(await register(body), key, `Невідомий параметр «${key}»`);
      expect(await clientOf(body.email)).toBeUndefined();
    },
  );

  it('names every wrong field at once', async () => {
    const { body } = await register({ type: 'individual', ident: '1', terms: false });
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        'country_code',
        'email',
        'ident',
        'name',
        'password',
        'password_confirmation',
        'phone',
        'terms',
      ].sort(),
    );
  });
});

describe('an email or a phone that is taken', () => {
  it.each([
    ['uk', 'На цю адресу вже є обліковий запис'],
    ['de', undefined],
  ])('is a 409 with a payload in %s', async (locale, message) => {
    const body = registration();
    await register(body);
    const answer = await register(registration({ email: body.email }), locale);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'email_taken',
      errors: [{ code: 'email_taken', payload: [message ?? expect.stringMatching(/E-Mail/)] }],
    });
  });

  it('is the same email in any case and any normal form', async () => {
    const stem = `rené-${Date.now()}`;
    await register(registration({ email: `${stem}@example.com` }));
    for (const same of [`${stem.toUpperCase()}@EXAMPLE.com`, `${stem.normalize('NFD')}@example.com`]) {
      expect((await register(registration({ email: same }))).body.code).toBe('email_taken');
    }
  });

  it.each(['uk', 'de'])('says so of a phone, in %s', async (locale) => {
    const body = registration();
    await register(body);
    const answer = await register(registration({ phone: body.phone }), locale);
    expect(answer.status).toBe(409);
    expect(answer.body.errors[0]).toMatchObject({ code: 'phone_taken', payload: [answer.body.message] });
    expect(answer.body.message).toMatch({ uk: /телефон/, de: /Telefon/ }[locale] ?? '');
  });

  it('is the same phone however country and digits are cut', async () => {
    const body = registration({ country_code: 'US', phone: `787${String(Date.now()).slice(-7)}` });
    await register(body);
    const again = registration({ country_code: 'PR', phone: String(body.phone).slice(3) });
    expect((await register(again)).body.code).toBe('phone_taken');
  });

  it('is free again once its client is deleted', async () => {
    const body = registration();
    const first = await register(body);
    await db()
      .updateTable('clients')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', first.body.data.id)
      .execute();
    expect((await register(body)).status).toBe(201);
  });

  it.each([
    ['e-mail', 'email', 'email_taken'],
    ['phone', 'phone', 'phone_taken'],
  ])('lets exactly one of several at once have the %s', async (_what, field, code) => {
    const shared = registration()[field];
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => register(registration({ [field]: shared }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    for (const { status, body } of answers) {
      if (status === 201) expect(body.access_token).toBeTruthy();
      else expect(body.code).toBe(code);
    }
  });
});

describe('a partner', () => {
  it('is kept as the source, with its own free period to come', async () => {
    const id = newId(app.clock.now());
    await db()
      .insertInto('partners')
      .values({
        id,
        code: 'bank-1',
        name: 'Перший банк',
        kind: 'bank',
        free_period_days: 60,
        created_at: app.clock.now(),
        updated_at: app.clock.now(),
      })
      .execute();
    const body = registration({ partner: 'bank-1' });
    expect((await register(body)).status).toBe(201);
    expect(await clientOf(body.email)).toMatchObject({ partner_id: id, registration_source: 'Перший банк' });
    const { body: offered } = await app.call('GET', '/api/auth/partners');
    expect(offered.data).toContainEqual({ code: 'bank-1', name: 'Перший банк', kind: 'bank' });
  });
});

describe('a promo code', () => {
  async function promoCode(code: string, more: { uses_left?: number; valid_from?: Date; valid_to?: Date }) {
    const now = app.clock.now();
    await db()
      .insertInto('promo_codes')
      .values({ id: newId(now), code, created_at: now, updated_at: now, ...more })
      .execute();
    return async () =>
      (
        await db()
          .selectFrom('promo_codes')
          .select('uses_left')
          .where('code', '=', code)
          .executeTakeFirstOrThrow()
      ).uses_left;
  }
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);

  it('is used up by one registration, and then refused', async () => {
    const left = await promoCode('ONCE', { uses_left: 1 });
    const body = registration({ promo_code: 'ONCE' });
    expect((await register(body)).status).toBe(201);
    expect(await left()).toBe(0);
    expect((await clientOf(body.email))?.promo_code).toBe('ONCE');
    expectAt(await register(registration({ promo_code: 'ONCE' })), 'promo_code');
  });

  it('is given back when the registration fails', async () => {
    const left = await promoCode('BACK', { uses_left: 3 });
    const taken = registration();
    await register(taken);
    expect((await register(registration({ email: taken.email, promo_code: 'BACK' }))).status).toBe(409);
    expect((await register(registration({ partner: 'nobody', promo_code: 'BACK' }))).status).toBe(422);
    expect(await left()).toBe(3);
  });

  it('goes to one of two who use it last at once', async () => {
    const left = await promoCode('LAST', { uses_left: 1 });
    const two = await Promise.all([1, 2].map(() => register(registration({ promo_code: 'LAST' }))));
    expect(two.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await left()).toBe(0);
  });

  it('counts nothing where uses are not limited', async () => {
    const left = await promoCode('FREE', {});
    expect((await register(registration({ promo_code: 'FREE' }))).status).toBe(201);
    expect(await left()).toBeNull();
  });

  it('holds within its days alone', async () => {
    await promoCode('EARLY', { valid_from: inDays(1) });
    await promoCode('LATE', { valid_to: inDays(-1) });
    await promoCode('NOW', { valid_from: inDays(-1), valid_to: inDays(1) });
    expectAt(await register(registration({ promo_code: 'EARLY' })), 'promo_code');
    expectAt(await register(registration({ promo_code: 'LATE' })), 'promo_code');
    expect((await register(registration({ promo_code: 'NOW' }))).status).toBe(201);
  });
});

describe('while registration is closed', () => {
  it('nobody registers, and the refusal comes before the look at the body', async () => {
    const now = app.clock.now();
    await db()
      .insertInto('settings')
      .values({ id: newId(now), key: 'registration_open', value: 'false', updated_at: now })
      .execute();
    try {
      const body = registration();
      const answer = await register(body);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        code: 'registration_closed',
        message: 'Реєстрацію наразі закрито',
      });
      expect(await clientOf(body.email)).toBeUndefined();
      expect((await register({ name: '' })).status).toBe(403);
      expect((await app.call('GET', '/config.json')).body.registrationOpen).toBe(false);
    } finally {
      await db().deleteFrom('settings').where('key', '=', 'registration_open').execute();
    }
  });
});

describe('where accounts are not disclosed', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startApp({ ACCOUNT_DISCLOSURE: 'strict' });
  });
  afterAll(() => strict.close());
  const send = (body: unknown) => strict.call('POST', '/api/auth/register', { body, locale: 'uk' });
  const mailsTo = (email: string) =>
    strict.platform.database.db
      .selectFrom('emails')
      .select(['kind', 'locale'])
      .where('to_address', '=', email)
      .orderBy('created_at')
      .execute();

  it('the answer is the same for a new and a taken address, and the owner is told', async () => {
    const body = registration({ locale: 'de' });
    const first = await send(body);
    const again = await send(registration({ email: body.email.toUpperCase() }));
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ data: { sent: true } });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await mailsTo(body.email)).toEqual([
      { kind: 'confirm', locale: 'de' },
      { kind: 'already_registered', locale: 'de' },
    ]);
  });

  it('a wrong promo code is refused alike, and a good one is not spent on a taken address', async () => {
    const now = strict.clock.now();
    await strict.platform.database.db
      .insertInto('promo_codes')
      .values({ id: newId(now), code: 'GOOD', uses_left: 5, created_at: now, updated_at: now })
      .execute();
    const body = registration();
    await send(body);
    const [fresh, taken] = [
      registration({ promo_code: 'BAD' }),
      registration({ email: body.email, promo_code: 'BAD' }),
    ];
    expect((await send(fresh)).body).toEqual((await send(taken)).body);
    expect((await send(registration({ email: body.email, promo_code: 'GOOD' }))).status).toBe(201);
    const { uses_left } = await strict.platform.database.db
      .selectFrom('promo_codes')
      .select('uses_left')
      .where('code', '=', 'GOOD')
      .executeTakeFirstOrThrow();
    expect(uses_left).toBe(5);
  });

  it('a taken phone makes no second client and tells nobody', async () => {
    const body = registration();
    await send(body);
    const other = registration({ phone: body.phone });
    expect(await send(other)).toMatchObject({ status: 201, body: { data: { sent: true } } });
    expect(await mailsTo(other.email)).toEqual([]);
  });

  it('asking for the email again needs only the address, and reveals nothing either', async () => {
    const body = registration();
    await send(body);
    strict.clock.advance(61);
    const ask = (email: string) => strict.call('POST', '/api/auth/register/email/send', { body: { email } });
    const [known, unknown] = [await ask(body.email), await ask(registration().email)];
    expect([known.status, known.body]).toEqual([200, { data: { sent: true, retry_after: 60 } }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect((await ask(body.email)).status).toBe(429);
    await until('the second mail', async () => (await mailsTo(body.email)).length === 2);
  });
});

describe('registrations from one address', () => {
  it('are limited: the refusal says when to come back, before the look at the body', async () => {
    const limited = await startApp({ REGISTRATION_ATTEMPTS: '2/1h' });
    try {
      const send = (body: unknown) => limited.call('POST', '/api/auth/register', { body });
      expect((await send(registration({ terms: false }))).status).toBe(422);
      const taken = registration();
      expect((await send(taken)).status).toBe(201);
      expect((await send(taken)).status).toBe(409);
      expect((await send(registration({ promo_code: 'NOSUCH' }))).status).toBe(422);
      expect((await send(registration())).status).toBe(201);
      for (const body of [registration(), {}]) {
        const answer = await send(body);
        expect(answer.status).toBe(429);
        expect(answer.body.code).toBe('too_many_requests');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
        expect(answer.body.retry_after).toBe(Number(answer.headers.get('retry-after')));
      }
      limited.clock.advance(3601);
      expect((await send(registration())).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});

describe('in variant lt', () => {
  it('an ident has 8 to 10 digits, of persons up to 11, and the language is Lithuanian', async () => {
    const lt = await startApp({ VARIANT: 'lt' });
    try {
      const send = (more: object) =>
        lt.call('POST', '/api/auth/register', { body: registration({ country_code: 'LT', ...more }) });
      for (const type of ['individual', 'legal']) {
        const personalCode = type === 'individual' ? ['12345678901'] : [];
        for (const ident of ['12345678', '123456789', '1234567890', ...personalCode]) {
          const answer = await send({ type, ident });
          expect([answer.status, answer.body.data?.locale]).toEqual([201, 'lt']);
        }
        for (const ident of ['1234567', type === 'individual' ? '123456789012' : '12345678901']) {
          expect((await send({ type, ident })).body.errors).toEqual({
            ident: [expect.stringContaining('8')],
          });
        }
      }
      expect((await lt.call('GET', '/config.json')).body).toMatchObject({
        variant: 'lt',
        defaultLocale: 'lt',
        currency: 'EUR',
        timeZone: 'Europe/Vilnius',
      });
    } finally {
      await lt.close();
    }
  });
});
