import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const common = { password: 'Password1', password_confirmation: 'Password1' };
const own = { password: 'Own-Passw0rd', password_confirmation: 'Own-Passw0rd' };
const messages = {
  uk: 'Такий пароль легко вгадати: це поширене слово або сусідні клавіші, навіть із цифрами. Придумайте інший',
  en: 'Easy to guess: a common word or neighbouring keys, even with digits. Choose another password',
  ru: 'Такой пароль легко угадать: это распространённое слово или соседние клавиши, даже с цифрами. Придумайте другой',
  lt: 'Tokį slaptažodį lengva atspėti: dažnas žodis ar gretimi klavišai, net su skaitmenimis. Sugalvokite kitą',
  de: 'Leicht zu erraten: ein häufiges Wort oder benachbarte Tasten, auch mit Ziffern. Wählen Sie ein anderes Passwort',
};

async function refusedThenTaken(
  method: string,
  path: string,
  rest: Record<string, unknown>,
  token?: string,
): Promise<void> {
  const send = (chosen: object) =>
    app.call(method, `/api/${path}`, {
      locale: 'en',
      body: { ...rest, ...chosen },
      ...(token !== undefined && { token }),
    });
  const refused = await send(common);
  expect([path, refused.status, refused.body.errors]).toEqual([path, 422, { password: [messages.en] }]);
  // A link that was refused because of the password is still valid.
  expect([path, (await send(own)).status]).toEqual([
    path,
    method === 'POST' && /register/.test(path) ? 201 : 200,
  ]);
}

const ownName = 'Easy to guess: your own name or e-mail. Choose another password';

describe('one of the commonest passwords', () => {
  it.each(Object.entries(messages))('is refused at its field in %s', async (locale, message) => {
    const body = { ...registration(), ...common };
    const { status, body: answer } = await app.call('POST', '/api/auth/register', { locale, body });
    expect([status, answer.errors]).toEqual([422, { password: [message] }]);
  });

  it('is no password of a customer', async () => {
    await refusedThenTaken('POST', 'auth/register', registration());
    const customer = await registeredCustomer(app);
    await refusedThenTaken('PUT', 'auth/me', { current_password: password }, customer.token);
    await app.call('POST', '/api/auth/reset/email/send', { body: { email: customer.email } });
    const hash = await app.linkTo(customer.email, 'reset');
    await refusedThenTaken('POST', 'auth/change', { hash });
  });

  it('is no password of staff', async () => {
    const admin = await staffMember(app);
    const invitation = {
      email: `joins-${Date.now()}@example.com`,
      name: 'Joins',
      permissions: ['clients.read'],
    };
    await app.call('POST', '/api/admin/users', { token: admin.token, body: invitation });
    const token = await app.linkTo(invitation.email, 'staff_invitation');
    await refusedThenTaken('POST', 'admin/auth/register', { token, name: 'Joins' });
    const colleague = await staffMember(app);
    await refusedThenTaken('PUT', 'admin/auth/me', { current_password: password }, colleague.token);
    await app.call('POST', '/api/admin/auth/reset/email/send', { body: { email: admin.email } });
    const hash = await app.linkTo(admin.email, 'staff_reset');
    await refusedThenTaken('POST', 'admin/auth/change', { hash });
  });

  it('is one made of the own name or address, for customers and staff', async () => {
    const isOwnName = (answer: Answer) =>
      expect([answer.status, answer.body.errors]).toEqual([422, { password: [ownName] }]);
    const chosen = (password: string) => ({ password, password_confirmation: password });
    const put = (path: string, token: string, text: string) =>
      app.call('PUT', path, { token, locale: 'en', body: { current_password: password, ...chosen(text) } });
    const body = { ...registration(), email: 'vozniak@bulka.example', ...chosen('Vozniak1987!') };
    isOwnName(await app.call('POST', '/api/auth/register', { locale: 'en', body }));
    const customer = await registeredCustomer(app, { name: 'Kryvorivnia' });
    isOwnName(await put('/api/auth/me', customer.token, 'Kryvor1vnia-88'));
    const admin = await staffMember(app, { name: 'Stepanida' });
    isOwnName(await put('/api/admin/auth/me', admin.token, '9Stepanida9'));
  });

  it('is told before anything is sent, and kept nowhere', async () => {
    const ask = (body: object) => app.call('POST', '/api/auth/password/check', { body });
    const refusalOf = async (chosen: string, own: string[] = []) =>
      (await ask({ password: chosen, own })).body.data.refusal;
    expect(await refusalOf('Password1')).toBe('validation.passwordCommon');
    expect(await refusalOf('Kavun-Most7-Lyzhi')).toBeNull();
    expect(await refusalOf('Vozniak1987!')).toBeNull();
    expect(await refusalOf('Vozniak1987!', ['vozniak@bulka.example', ''])).toBe('validation.passwordOwnName');
    // Only what meets the other rules is a question.
    expect((await ask({ password: 'short' })).status).toBe(422);
    const { db } = app.platform.database;
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(db);
    expect(rows.filter(({ key }) => key.startsWith('password_asked'))).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('Vozniak1987!');
  });

  it('behind an emailed link is judged by the address that the link was sent to', async () => {
    const verdict = async (hash: string, password = 'Stepanenko-77') => {
      const body = { password, hash };
      return (await app.call('POST', '/api/auth/password/check', { body })).body.data.refusal;
    };
    const customer = await registeredCustomer(app, { email: `stepanenko-${Date.now()}@bulka.example` });
    await app.call('POST', '/api/auth/reset/email/send', { body: { email: customer.email } });
    const hash = await app.linkTo(customer.email, 'reset');
    expect(await verdict(hash)).toBe('validation.passwordOwnName');
    expect(await verdict(`${hash.slice(0, -3)}AAA`)).toBeNull();
  });

  it('stays the password of an account that has it already', async () => {
    const customer = await registeredCustomer(app);
    const { passwords, database } = app.platform;
    const password_hash = await passwords.hash('Password1');
    await database.db.updateTable('clients').set({ password_hash }).where('id', '=', customer.id).execute();
    const body = { email: customer.email, password: 'Password1' };
    expect((await app.call('POST', '/api/auth/login', { body })).status).toBe(200);
  });
});
