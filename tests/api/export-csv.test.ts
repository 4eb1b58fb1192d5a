import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Papa from 'papaparse';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { giveBalance, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const exported = (query: string, { person = admin, locale = 'uk' } = {}) =>
  app.call('GET', `/api/admin/clients?format=csv${query}`, { token: person.token, locale });

/** The file as a spreadsheet would read it. */
function rowsOf(body: string): string[][] {
  return Papa.parse<string[]>(body, { skipEmptyLines: true }).data;
}

async function cellOf(id: string, heading: string): Promise<string | undefined> {
  const { body } = await exported(`&filter[id][eq]=${id}`);
  const [headings, row] = rowsOf(body);
  return row?.[headings?.indexOf(heading) ?? -1];
}

describe('a CSV of clients', () => {
  it('is a dated file with BOM, CRLF and headings in the language of the request', async () => {
    await registeredCustomer(app, { name: 'Ґанна «Їжачок», дочка' });
    const { status, headers, body } = await exported(
      `&filter[name][ilike]=${encodeURIComponent('%Їжачок%')}`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="clients-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const file = await fetch(`${app.url}/api/admin/clients?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect([...(await file.bytes()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(body.split('\r\n')).toHaveLength(3);
    const [headings, row] = rowsOf(body);
    expect(headings?.slice(0, 3)).toEqual(['Назва або ім’я', 'Тип', 'Стан']);
    expect(row?.slice(0, 3)).toEqual(['Ґанна «Їжачок», дочка', 'ФОП', 'Не підтверджено']);
    const german = await exported('', { locale: 'de' });
    expect(rowsOf(german.body)[0]?.[0]).not.toBe('Назва або ім’я');
  });

  it('has for spreadsheets the signs of their language, and quotes every cell', async () => {
    const customer = await registeredCustomer(app, { name: 'Пекарня; «Хліб, сіль»' });
    await giveBalance(app, customer.id, 123_456);
    const only = `&filter[id][eq]=${customer.id}&columns=name,balance,manager`;
    const line = async (delimiter: string) => (await exported(only + delimiter)).body.split('\r\n')[1];
    expect(await line('&delimiter=semicolon')).toBe('"Пекарня; «Хліб, сіль»";"1234,56";');
    expect(await line('&delimiter=comma')).toBe('"Пекарня; «Хліб, сіль»","1234.56",');
    expect(await line('')).toBe('"Пекарня; «Хліб, сіль»",1234.56,');
  });

  it.each([
    ['0012345678', '\t0012345678'],
    ['26001234567890', '\t26001234567890'],
    ['+380 44 000-00-00', '\t+380 44 000-00-00'],
    ['1/2', '\t1/2'],
    ['12.05', '\t12.05'],
    ['1e5', '\t1e5'],
    ['1234567890', '1234567890'],
    ['24/7 Сервіс', '24/7 Сервіс'],
    ['10.0.0.1', '10.0.0.1'],
    ['=1+1', "'=1+1"],
    ['+1-A1', "'+1-A1"],
  ])('keeps %j what it is in a spreadsheet, and as it is for a program', async (address, shown) => {
    const { id } = await registeredCustomer(app);
    await app.call('PUT', `/api/admin/clients/${id}`, { token: admin.token, body: { address } });
    const cell = async (delimiter: string) =>
      rowsOf((await exported(`&filter[id][eq]=${id}&columns=address${delimiter}`)).body)[1]?.[0];
    expect(await cell('&delimiter=semicolon')).toBe(shown);
    expect(await cell('&delimiter=comma')).toBe(shown);
    expect(await cell('')).toBe(/^[=+]/.test(address) ? `'${address}` : address);
  });

  it('keeps zeros ahead of a code, and phones whole, in a spreadsheet', async () => {
    const { id } = await registeredCustomer(app, { ident: '0123456789', phone: '670001122' });
    const cells = async (delimiter: string) =>
      rowsOf((await exported(`&filter[id][eq]=${id}&columns=ident,phone${delimiter}`)).body)[1];
    expect(await cells('&delimiter=semicolon')).toEqual(['\t0123456789', '\t+380670001122']);
    expect(await cells('')).toEqual(['0123456789', '380670001122']);
  });

  it.each([
    ['format=csv&delimiter=tab', 'validation.notAllowed'],
    ['delimiter=semicolon', 'validation.unknownParameter'],
  ])('refuses %s', async (query) => {
    const { status, body } = await app.call('GET', `/api/admin/clients?${query}`, { token: admin.token });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['delimiter']]);
  });

  it('holds every row of exactly the list, page and limit ignored, in its order', async () => {
    for (const name of ['Яблуко', 'Іній', 'Ґава', 'Гай', 'Избa']) await registeredCustomer(app, { name });
    const { body } = await exported('&sort[name]=asc&page=2&limit=1&filter[name][in]=Яблуко,Іній,Ґава,Гай');
    expect(
      rowsOf(body)
        .slice(1)
        .map(([name]) => name),
    ).toEqual(['Гай', 'Ґава', 'Іній', 'Яблуко']);
  });

  it.each(['=1+1', '+1', '-1', '@sum', '＝1', '＋1', '－1', '＠a'])(
    'defuses %s, which a spreadsheet would take for a formula',
    async (name) => {
      await registeredCustomer(app, { name });
      const { body } = await exported(`&filter[name][eq]=${encodeURIComponent(name)}`);
      expect(rowsOf(body)[1]?.[0]).toBe(`'${name}`);
    },
  );

  it('keeps quotes, commas and line breaks inside their cell', async () => {
    const customer = await registeredCustomer(app);
    const address = 'вул. "Нова", 1\nКиїв';
    const token = admin.token;
    await app.call('PUT', `/api/admin/clients/${customer.id}`, { token, body: { address } });
    const { body } = await exported(`&filter[id][eq]=${customer.id}`);
    const [headings, row] = rowsOf(body);
    expect(row?.[headings?.indexOf('Адреса') ?? -1]).toBe(address);
    expect(body.split('\r\n')).toHaveLength(3);
  });

  it.each([
    [-123_405, '-1234.05'],
    [-5, '-0.05'],
    [-100, '-1.00'],
    [1, '0.01'],
    [900_000_000_000_010, '9000000000000.10'],
  ])('writes %i minor units as %s', async (amount, text) => {
    const { id } = await registeredCustomer(app);
    expect(await cellOf(id, 'Баланс')).toBe('0.00');
    await giveBalance(app, id, amount);
    expect(await cellOf(id, 'Баланс')).toBe(text);
  });

  it.each([
    ['2026-03-29T00:59:59.999Z', '2026-03-29 02:59'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29 04:00'],
    ['2026-10-25T00:30:00.500Z', '2026-10-25 03:30'],
    ['2026-10-25T01:30:00.499Z', '2026-10-25 03:30'],
    ['2026-12-31T22:00:00.000Z', '2027-01-01 00:00'],
    ['1999-06-01T12:00:00.000Z', '1999-06-01 15:00'],
  ])('writes %s as %s, the minute that has begun in the variant’s time zone', async (moment, text) => {
    const { id } = await registeredCustomer(app);
    const { db } = app.platform.database;
    await db
      .updateTable('clients')
      .set({ trial_ends: new Date(moment) })
      .where('id', '=', id)
      .execute();
    expect(await cellOf(id, 'Період до')).toBe(text);
  });

  it('counts the days that remain as the list does', async () => {
    const { id } = await registeredCustomer(app);
    const { db } = app.platform.database;
    const today = new Date().toISOString().slice(0, 10);
    // Where a day begins in UTC, and in the variant's zone in summer and winter.
    const hours = ['00:00:00', '20:59:59', '21:00:00', '21:59:59', '22:00:00', '23:59:59'];
    const moments = [0, 1, 200].flatMap((days) =>
      hours.map((hour) => new Date(Date.parse(`${today}T${hour}Z`) + days * 86_400_000)),
    );
    for (const moment of [...moments, null]) {
      await db.updateTable('clients').set({ trial_ends: moment }).where('id', '=', id).execute();
      const { body } = await app.call('GET', `/api/admin/clients?filter[id][eq]=${id}`, {
        token: admin.token,
      });
      const [listed] = body.data as { remaining_days: number | null }[];
      expect(await cellOf(id, 'Залишилося днів')).toBe(String(listed?.remaining_days ?? ''));
    }
  });

  it.each([
    ['month', 0],
    ['year', 0],
    ['month', 1],
    ['year', -12_345],
    ['month', 99_999_999],
  ] as const)('says what to top up by the %s with %i as the list does', async (billing_period, balance) => {
    const { id } = await registeredCustomer(app);
    const { db } = app.platform.database;
    await db.updateTable('tariffs').set({ price_month: 50_001, price_year: 400_007 }).execute();
    await giveBalance(app, id, balance);
    await db.updateTable('clients').set({ billing_period }).where('id', '=', id).execute();
    const { body } = await app.call('GET', `/api/admin/clients?filter[id][eq]=${id}`, { token: admin.token });
    const [listed] = body.data as { recommended_amount: number }[];
    expect(await cellOf(id, 'Рекомендоване поповнення')).toBe(
      ((listed?.recommended_amount ?? NaN) / 100).toFixed(2),
    );
  });

  it('leaves the time zone of its connection as it was', async () => {
    await exported('');
    const { exports } = app.platform.database;
    const { rows } = await exports.query<{ TimeZone: string }>('show time zone');
    expect(rows).toEqual([{ TimeZone: 'UTC' }]);
  });

  it.each([
    ['uk', 'ФОП', 'Не підтверджено', 'Ні'],
    ['ru', 'ФОП', 'Не подтверждён', 'Нет'],
    ['en', 'FOP (sole trader)', 'Unconfirmed', 'No'],
    ['lt', 'Fizinis asmuo', 'Nepatvirtintas', 'Ne'],
    ['de', 'Einzelunternehmer (FOP)', 'Unbestätigt', 'Nein'],
  ])('has the words of %s for type, state, and yes or no', async (locale, ...words) => {
    const { id } = await registeredCustomer(app);
    const { body } = await exported(`&filter[id][eq]=${id}&columns=type,status,over_limit`, { locale });
    expect(rowsOf(body)[1]).toEqual(words);
  });

  it('names manager and tariffs, defused like everything', async () => {
    const { id } = await registeredCustomer(app);
    const { db } = app.platform.database;
    const manager = await staffMember(app, { name: '=Менеджер' });
    const { tariff_id } = await db
      .selectFrom('clients')
      .select('tariff_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('clients')
      .set({ manager_id: manager.id, next_tariff_id: tariff_id, next_billing_period: 'year' })
      .where('id', '=', id)
      .execute();
    const { body } = await exported(`&filter[id][eq]=${id}&columns=manager,tariff_name,next_tariff`);
    const [, row] = rowsOf(body);
    expect(row?.[0]).toBe("'=Менеджер");
    expect(row?.[1]).toMatch(/./);
    expect(row?.[2]).toBe(row?.[1]);
  });

  it('gives the connection back when its reader goes away in the middle', async () => {
    const { exports } = app.platform.database;
    const leaving = new AbortController();
    const answer = await fetch(`${app.url}/api/admin/clients?format=csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: leaving.signal,
    });
    await answer.body?.getReader().read();
    leaving.abort();
    await until('the connection to be free', () => exports.totalCount === exports.idleCount);
    expect((await exported('')).status).toBe(200);
  });

  it('keeps a filter’s text out of the statement', async () => {
    const { status, body } = await exported(
      `&filter[name][eq]=${encodeURIComponent("'; drop table clients; -- $1")}`,
    );
    expect([status, rowsOf(body).length]).toEqual([200, 1]);
  });

  it('needs clients.export beside reading, which a read-only colleague may hold, and is audited', async () => {
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    expect((await exported('', { person: reader })).status).toBe(403);
    const looker = await staffMember(app, { permissions: ['clients.export', 'read_only'] });
    expect((await exported('&filter[status][eq]=trial&with_trashed=1', { person: looker })).status).toBe(200);
    const audit = await app.platform.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('actor_id', '=', looker.id)
      .where('action', '=', 'clients.export')
      .execute();
    expect(audit.map(({ changes }) => changes)).toEqual([
      [
        { field: 'status eq', before: null, after: 'trial' },
        { field: 'trashed', before: null, after: 'with' },
      ],
    ]);
  });

  it('serves many readers at once without holding up the rest', async () => {
    const files = await Promise.all(Array.from({ length: 40 }, () => exported('')));
    expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await app.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('a CSV of one’s own wallet', () => {
  it('has every line in one’s own language, and nothing that staff wrote for themselves', async () => {
    const customer = await registeredCustomer(app);
    const stranger = await registeredCustomer(app);
    await giveBalance(app, customer.id, 12_345);
    await giveBalance(app, stranger.id, 999);
    const own = (query = '', locale = 'uk') =>
      app.call('GET', `/api/auth/me/ledger?format=csv${query}`, { token: customer.token, locale });
    const { status, headers, body } = await own();
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/filename="ledger-\d{4}-\d\d-\d\d\.csv"$/);
    const [headings, ...lines] = rowsOf(body);
    expect(headings).toEqual([
      'Коли',
      'Дата зарахування',
      'Що',
      'Спосіб оплати',
      'Ціна',
      'Знижка',
      'Сума',
      'Баланс після',
      'Рахунок',
      'Рік виставлення',
      'Початок періоду',
      'Кінець періоду',
    ]);
    expect(lines.map((line) => line[6])).toEqual(['123.45']);
    expect(rowsOf((await own('&columns=amount,kind', 'de')).body)[0]).toEqual(['Betrag', 'Was']);
    expect((await own('&columns=note')).status).toBe(422);
    expect((await app.call('GET', '/api/auth/me/ledger?format=csv')).status).toBe(401);
  });
});
