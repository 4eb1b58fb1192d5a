import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let writer: Person;
beforeAll(async () => {
  app = await startApp();
  writer = await staffMember(app, { permissions: ['clients.write', 'audit.read'], name: 'Писар' });
});
afterAll(() => app.close());

let counter = 0;
let key = '';
beforeEach(() => {
  counter += 1;
  key = `key-${counter}`;
});

/** A client that does not exist yet. */
function row(changes: Record<string, unknown> = {}): Record<string, unknown> & { email: string } {
  counter += 1;
  return {
    type: 'legal',
    name: `ТОВ «Клієнт ${counter}»`,
    ident: '12345678',
    email: `imported-${counter}@example.com`,
    country_code: 'UA',
    phone: `67${String(counter).padStart(7, '0')}`,
    ...changes,
  };
}
const send = (path: string, body: unknown, { token = writer.token, once = key } = {}) =>
  app.call('POST', `/api/admin/clients/imports${path}`, {
    token,
    body,
    locale: 'en',
    headers: { 'idempotency-key': once },
  });
const check = (rows: unknown) => send('/check', { rows });
const bring = (rows: unknown, more: object = {}, options = {}) =>
  send('', { rows, send_invitations: false, ...more }, options);
const database = () => app.platform.database.db;
const clientsWith = (...emails: string[]) =>
  database().selectFrom('clients').selectAll().where('email', 'in', emails).orderBy('email').execute();
const refusedAt = (answer: Answer, ...places: string[]) =>
  expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, places.sort()]);

describe('an import of clients', () => {
  it('creates all of them, with what the file says and a cabinet ahead of each', async () => {
    const manager = await staffMember(app, { name: 'Марта Гнатюк' });
    const full = row({
      billing_period: 'year',
      locale: 'lt',
      tariff: ' старт ',
      manager: 'марта гнатюк',
      address: 'Київ,\nХрещатик, 1',
      vat_number: 'LT123',
      registration_source: 'old CRM',
      promo_code: 'SPRING',
      monthly_turnover_limit: 150_000,
      goods_quantity: 20,
      payment_bank: 'Банк',
      payment_mfo: '300001',
    });
    const plain = row({ address: '', type: 'individual', ident: '1234567890' });
    const answer = await bring([full, plain], { file: 'clients.csv' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.data).toEqual({ rows: 2, created_at: expect.any(String) });
    const [one, two] = await clientsWith(full.email, plain.email);
    expect(one).toMatchObject({
      name: full.name,
      status: 'unconfirmed',
      billing_period: 'year',
      locale: 'lt',
      manager_id: manager.id,
      phone_e164: `+380${String(full.phone)}`,
      address: 'Київ,\nХрещатик, 1',
      promo_code: 'SPRING',
      promo_code_id: null,
      monthly_turnover_limit: 150_000,
      goods_quantity: 20,
      payment_mfo: '300001',
    });
    expect(two).toMatchObject({ address: null, manager_id: null, billing_period: 'month', locale: 'uk' });
    await until('the cabinets', async () => {
      const rows = await clientsWith(full.email, plain.email);
      return rows.every(({ cabinet_status }) => cabinet_status === 'active');
    });
    const { body } = await app.call(
      'GET',
      `/api/admin/clients?filter[created_at][eq]=${answer.body.data.created_at}`,
      writer,
    );
    expect(body.meta.total).toBe(2);
  });

  it('is in the audit log once as a whole and once for each client', async () => {
    const rows = [row(), row()];
    await bring(rows, { file: 'partners.csv' });
    const { body: whole } = await app.call(
      'GET',
      '/api/admin/audit?filter[subject_name][eq]=partners.csv',
      writer,
    );
    expect(whole.data).toMatchObject([
      {
        action: 'client.import',
        actor: { name: 'Писар' },
        changes: [{ field: 'rows', after: 2 }, { after: false }],
      },
    ]);
    for (const { id } of await clientsWith(...rows.map(({ email }) => email))) {
      const { body } = await app.call('GET', `/api/admin/clients/${id}/activity`, writer);
      const created = body.data.find(({ action }: { action: string }) => action === 'client.create');
      expect(created).toMatchObject({ actor: { name: 'Писар' }, subject: { id } });
    }
  });

  it('invites when that is chosen, with a link that works', async () => {
    const [quiet, invited] = [row(), row({ locale: 'en' })];
    await bring([quiet]);
    await bring([invited], { send_invitations: true }, { once: `${key}-2` });
    const hash = await app.linkTo(invited.email, 'client_invitation');
    const chosen = { hash, password: 'Chosen-Passw0rd', password_confirmation: 'Chosen-Passw0rd' };
    expect((await app.call('POST', '/api/auth/change', { body: chosen })).status).toBe(200);
    const mails = await database()
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'client_invitation')
      .where('to_address', 'in', [quiet.email, invited.email])
      .execute();
    expect(mails).toEqual([{ to_address: invited.email }]);
    // Nor is anybody else written to who was brought in silence, when the cabinet is ready.
    const cabinetOf = async () => (await clientsWith(quiet.email))[0]?.cabinet_status;
    await until('the cabinet', async () => (await cabinetOf()) === 'active');
    const quietly = await database()
      .selectFrom('emails')
      .select('kind')
      .where('to_address', '=', quiet.email)
      .execute();
    expect(quietly).toEqual([]);
  });

  it('with the same key once more, also at the same time, creates nothing more and answers the same', async () => {
    const rows = [row(), row()];
    const answers = await Promise.all([bring(rows), bring(rows)]);
    answers.push(await bring(rows));
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body).toEqual(answers[0]?.body);
    }
    expect(await clientsWith(...rows.map(({ email }) => email))).toHaveLength(2);
    expect((await bring([row()])).body.code).toBe('idempotency_mismatch');
  });

  it('without the key, or with another, is refused the second time as a whole', async () => {
    const rows = [row(), row()];
    await bring(rows);
    const again = await bring([...rows, row()], {}, { once: `${key}-again` });
    refusedAt(again, 'rows.0.email', 'rows.0.phone', 'rows.1.email', 'rows.1.phone');
    expect(again.body.errors['rows.0.email']).toEqual(['There is already an account with this e-mail']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: '' }, 'name'],
    ['half an address', { email: 'nobody' }, 'email'],
    ['letters in the phone', { phone: 'call me' }, 'phone'],
    ['an ident of the other type', { ident: '1234567890' }, 'ident'],
    ['an unknown country', { country_code: 'XX' }, 'country_code'],
    ['an unknown type', { type: 'bank' }, 'type'],
    ['an invisible character', { name: 'Не\u200bвидимий' }, 'name'],
    ['an unknown period', { billing_period: 'week' }, 'billing_period'],
    ['an unknown tariff', { tariff: 'Золотий' }, 'tariff'],
    ['an unknown manager', { manager: 'nobody@example.com' }, 'manager'],
    ['a negative limit', { goods_quantity: -1 }, 'goods_quantity'],
    ['too long an account', { payment_account: 'x'.repeat(256) }, 'payment_account'],
    ['what cannot be brought along', { balance: 100 }, 'balance'],
  ])('refuses %s at its row and column, and creates nobody', async (_, changes, field) => {
    const rows = [row(), row(changes), row()];
    for (const answer of [await check(rows), await bring(rows)]) refusedAt(answer, `rows.1.${field}`);
    expect(await clientsWith(...rows.map(({ email }) => email))).toEqual([]);
  });

  it('refuses what is taken, repeated in the file or has two meanings, all of it at once', async () => {
    const customer = await registeredCustomer(app);
    await staffMember(app, { name: 'Двійник' });
    await staffMember(app, { name: 'Двійник' });
    const first = row();
    const rows = [
      first,
      row({ email: customer.email.toUpperCase() }),
      row({ email: ` ${first.email.toUpperCase()}` }),
      row({ phone: first.phone }),
      row({ manager: 'двійник' }),
    ];
    for (const answer of [await check(rows), await bring(rows)]) {
      refusedAt(answer, 'rows.1.email', 'rows.2.email', 'rows.3.phone', 'rows.4.manager');
      expect(answer.body.errors['rows.2.email']).toEqual(['The same as in row 1']);
    }
    expect(await clientsWith(first.email)).toEqual([]);
  });

  it('names every mistake of every row at once, also what only the database knows', async () => {
    const phone = '509990011';
    const { email } = await registeredCustomer(app, { country_code: 'UA', phone });
    const first = row();
    const taken = { email, country_code: 'UA', phone };
    const rows: unknown[] = [
      first,
      // A bad name and code beside a taken address and names that nothing has.
      row({ ...taken, name: '', ident: '1', tariff: 'Золотий', manager: 'nobody@example.com', balance: 1 }),
      // Repeated in the file, and an invisible character.
      row({ email: first.email, phone: first.phone, name: 'Не\u200bвидимий', custom: { nothing: 1 } }),
      // A phone of no country can't be looked up.
      row({ country_code: 'XX', locale: 'fr', goods_quantity: -1 }),
      row({ name: 5, email: null, phone: [], custom: 'x', tariff: {} }),
      null,
      [],
    ];
    for (const answer of [await check(rows), await bring(rows)]) {
      refusedAt(
        answer,
        ...['name', 'ident', 'email', 'phone', 'tariff', 'manager', 'balance'].map((of) => `rows.1.${of}`),
        ...['email', 'phone', 'name', 'custom.nothing'].map((of) => `rows.2.${of}`),
        ...['country_code', 'locale', 'goods_quantity'].map((of) => `rows.3.${of}`),
        ...['name', 'email', 'phone', 'custom', 'tariff'].map((of) => `rows.4.${of}`),
        'rows.5',
        'rows.6',
      );
      expect(answer.body.errors['rows.1.email']).toEqual(['There is already an account with this e-mail']);
      expect(answer.body.errors['rows.2.phone']).toEqual(['The same as in row 1']);
    }
    expect(await clientsWith(first.email)).toEqual([]);
  });

  it('says both of an address that is repeated and taken', async () => {
    const { email } = await registeredCustomer(app);
    const { body } = await check([row({ email }), row({ email })]);
    expect(body.errors['rows.1.email']).toEqual([
      'The same as in row 1',
      'There is already an account with this e-mail',
    ]);
  });

  it('does not take an archived tariff or a deleted manager', async () => {
    const gone = await staffMember(app, { name: 'Колишній' });
    await database().updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    refusedAt(await check([row({ manager: gone.email })]), 'rows.0.manager');
    const { id } = await database().selectFrom('tariffs').select('id').executeTakeFirstOrThrow();
    expect((await check([row({ tariff: id })])).status).toBe(200);
  });

  it('frees nothing and takes nothing when it is only checked', async () => {
    const rows = [row(), row()];
    expect((await check(rows)).body).toEqual({ data: { rows: 2 } });
    expect((await check(rows)).status).toBe(200);
    expect(await clientsWith(...rows.map(({ email }) => email))).toEqual([]);
  });

  it('takes as many as it says in one go, and not one more', async () => {
    const rows = Array.from({ length: clientImportLimits.rows + 1 }, () => row());
    refusedAt(await bring(rows), 'rows');
    refusedAt(await bring([]), 'rows');
    const answer = await bring(rows.slice(1), { send_invitations: true });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(201);
    const { count } = await database()
      .selectFrom('clients')
      .innerJoin('cabinets', 'cabinets.client_id', 'clients.id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '=', new Date(answer.body.data.created_at))
      .executeTakeFirstOrThrow();
    expect(count).toBe(clientImportLimits.rows);
  });

  it('is for those who may change clients', async () => {
    for (const permissions of [['clients.read'], ['clients.write', 'read_only']] as Permission[][]) {
      const { token } = await staffMember(app, { permissions });
      for (const path of ['', '/check'])
        expect((await send(path, { rows: [row()] }, { token })).status).toBe(403);
    }
  });
});
