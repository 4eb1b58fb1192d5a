import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { type SettingKey, settings } from '#contract/company/settings.ts';
import type { Setting } from '#contract/entities/setting.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let colleague: Person;
let reader: Person;
let stranger: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Admin' });
  colleague = await staffMember(app, { name: 'Colleague' });
  reader = await staffMember(app, { permissions: ['settings.read'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const start = '0198c000-0000-7000-8000-000000000100';
const unknown = '0198c000-0000-7000-8000-0000000000ff';
const send = (method: string, path: string, body?: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call(method, `/api/admin/settings${path}`, {
    token,
    locale: 'en',
    ...(body !== undefined && { body }),
  });
const save = (key: string, value: unknown, who = admin) => send('POST', '', { key, value }, who);
async function setting(key: SettingKey): Promise<Setting> {
  const { body } = await send('GET', `?filter[key][eq]=${key}`);
  return body.data[0];
}

const vat = { regime: 'vat', rate_bp: 2000, vat_number: '1234567890', from: '2026-01-01' };
const prefixes = { proforma: 'PF', act: 'ACT', invoice: 'INV', credit_note: 'CN' };

describe('the general settings', () => {
  it('are listed all, in their order, with value and default', async () => {
    const { status, body } = await send('GET', '?limit=200');
    expect(status).toBe(200);
    expect(body.data.map(({ key }: Setting) => key)).toEqual(Object.keys(settings));
    expect(body.meta.total).toBe(Object.keys(settings).length);
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: 'free_period_days',
      value: 14,
      default: 14,
      is_default: true,
      fallback: null,
      updated_at: null,
    });
  });

  it('are set, and go back to their default under the same id', async () => {
    const { id } = await setting('free_period_days');
    const saved = await save('free_period_days', 30);
    expect(saved.status).toBe(201);
    expect(saved.body.data).toMatchObject({ id, value: 30, default: 14, is_default: false });
    expect(saved.body.data.updated_at).not.toBeNull();
    expect(await setting('free_period_days')).toEqual(saved.body.data);

    const reset = await send('DELETE', `/${id}`);
    expect(reset.status).toBe(200);
    expect(reset.body.data).toMatchObject({ id, value: 14, is_default: true, updated_at: null });
    expect((await send('DELETE', `/${id}`)).body.data).toMatchObject({ id, is_default: true });
  });

  it('are in the audit log with before and after', async () => {
    await save('support_phone', '+380 44 000 00 00');
    const { id } = await setting('support_phone');
    await send('DELETE', `/${id}`);
    await send('DELETE', `/${id}`);
    const { body } = await app.call('GET', `/api/admin/audit?filter[subject_id][eq]=${id}`, admin);
    const change = { field: 'support_phone', before: null, after: '+380 44 000 00 00' };
    expect(body.data).toMatchObject([
      { action: 'setting.reset', changes: [{ before: change.after, after: null }] },
      { action: 'setting.change', subject: { type: 'setting', name: 'support_phone' }, changes: [change] },
    ]);
  });

  it('are read as they were stored before their form was as strict', async () => {
    const { id } = await setting('support_phone');
    const row = { id, key: 'support_phone', value: '"call us"', updated_at: new Date() };
    await app.platform.database.db.insertInto('settings').values(row).execute();
    expect((await setting('support_phone')).value).toBe('call us');
    expect((await app.call('GET', '/config.json')).body.supportPhone).toBe('call us');
    expect((await save('support_phone', null)).status).toBe(201);
    await send('DELETE', `/${id}`);
  });

  it('take each value in its own form', async () => {
    const company_details = {
      name: 'ТОВ «Сад»',
      code: '12345678',
      bank: 'Банк',
      account: 'UA00',
      address: 'Київ\nвул. Садова, 1',
      vat_number: '',
      mfo: '300001',
      director: 'Сад О. П.',
      tax_note: '',
    };
    for (const [key, value] of Object.entries({
      company_details,
      mail_signature: { uk: 'Ваша команда', de: 'Ihr Team' },
      front_headline: { uk: 'Каса для магазину' },
      front_sentence: { lt: 'Parduokite telefonu.' },
      front_questions: [
        { question: { uk: 'Чи є чеки?', en: 'Receipts?' }, answer: { uk: 'Так.\nНефіскальні.', en: 'Yes.' } },
      ],
      support_email: 'help@example.com',
      default_tariff_id: start,
      expired_read_only: true,
      document_rhythm: 'payment',
      document_prefixes: { proforma: 'R', act: 'A', invoice: 'SF', credit_note: 'K' },
      tax: [{ regime: 'vat', rate_bp: 2000, vat_number: '1234567890', from: '2026-01-01' }],
    })) {
      expect((await save(key, value)).body.data).toMatchObject({ key, value });
    }
  });

  it('give the sender of emails until another is set', async () => {
    const sender = await setting('mail_sender_name');
    expect(sender).toMatchObject({ value: null, default: null, fallback: 'Tenantry' });
    expect((await save('mail_sender_name', ' ТОВ «Сад», каса ')).body.data).toMatchObject({
      value: 'ТОВ «Сад», каса',
      fallback: 'Tenantry',
    });
    expect((await send('DELETE', `/${sender.id}`)).body.data).toEqual(sender);
  });

  it('say which question lacks its answer, and in which language', async () => {
    const both = { uk: 'Чому?', de: 'Warum?' };
    const { status, body } = await save('front_questions', [
      { question: both, answer: both },
      { question: both, answer: { uk: 'Тому.' } },
    ]);
    expect([status, body.errors.value?.[0]]).toEqual([
      422,
      'Question 2 (DE): both a question and an answer are needed',
    ]);
  });

  it.each<[string, string, unknown, string]>([
    ['an unknown key', 'colour', 1, 'key'],
    ['too many days', 'free_period_days', 3651, 'value'],
    ['a number as text', 'free_period_days', '7', 'value'],
    ['half an address', 'support_email', 'help', 'value'],
    ['a question without an answer', 'front_questions', [{ question: { uk: 'Чому?' }, answer: {} }], 'value'],
    [
      'an answer in another language',
      'front_questions',
      [{ question: { uk: 'Чому?' }, answer: { en: 'Because.' } }],
      'value',
    ],
    ['nothing asked', 'front_questions', [{ question: {}, answer: {} }], 'value'],
    [
      'seven questions',
      'front_questions',
      Array.from({ length: 7 }, () => ({ question: { uk: 'Чому?' }, answer: { uk: 'Тому.' } })),
      'value',
    ],
    [
      'a question of two lines',
      'front_questions',
      [{ question: { uk: 'Чому\nтак?' }, answer: { uk: 'Тому.' } }],
      'value.0.question.uk',
    ],
    ['words for a telephone', 'support_phone', 'call us', 'value'],
    ['a sender of two lines', 'mail_sender_name', 'A\r\nBcc: all@example.com', 'value'],
    ['an unknown part', 'company_details', { colour: 'red' }, 'value.colour'],
    ['an unknown tariff', 'default_tariff_id', unknown, 'value'],
    ['a tax without its number', 'tax', [{ ...vat, vat_number: ' ' }], 'value.0.vat_number'],
    ['a tax of more than all', 'tax', [{ ...vat, rate_bp: 10_001 }], 'value.0.rate_bp'],
    ['a tax from no day', 'tax', [{ ...vat, from: '2026-02-30' }], 'value.0.from'],
    ['two taxes from one day', 'tax', [vat, vat], 'value'],
    ['an unknown rhythm', 'document_rhythm', 'week', 'value'],
    ['a Cyrillic beginning', 'document_prefixes', { ...prefixes, act: 'АКТ' }, 'value.act'],
    ['one beginning for two kinds', 'document_prefixes', { ...prefixes, act: 'PF' }, 'value'],
  ])('refuse %s at its field', async (_, key, value, field) => {
    const { status, body } = await save(key, value);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toContain(field);
  });

  it('take no archived tariff as the default', async () => {
    const { body } = await app.call(
      'GET',
      `/api/admin/tariffs/${start}?include=translations,permissions`,
      admin,
    );
    const { price_month, price_year, recommended_days, permissions, translations } = body.data;
    const archived = await app.call('POST', '/api/admin/tariffs', {
      token: admin.token,
      body: {
        price_month,
        price_year,
        recommended_days,
        translations,
        monthly_turnover_limit: null,
        goods_quantity: null,
        permissions: permissions.map(({ id }: { id: string }) => id),
        archived: true,
      },
    });
    expect((await save('default_tariff_id', archived.body.data.id)).status).toBe(422);
  });

  it('keep one of two values set at once', async () => {
    const answers = await Promise.all([5, 6, 7].map((days) => save('unconfirmed_retention_days', days)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect([5, 6, 7]).toContain((await setting('unconfirmed_retention_days')).value);
  });

  describe('with the version that one has seen', () => {
    const key = 'recommended_days';
    const change = (value: unknown, updated_at: unknown, who = admin) =>
      send('POST', '', { key, value, updated_at }, who);
    afterEach(async () => {
      await send('DELETE', `/${(await setting(key)).id}`);
    });

    it('are not changed once a colleague was faster, who is named', async () => {
      const first = await change(40, null);
      expect(first.status).toBe(201);
      const late = await change(50, null, colleague);
      expect(late).toMatchObject({ status: 409, body: { code: 'stale', changed_by: 'Admin' } });
      expect(late.body.current).toEqual(first.body.data);
      expect((await change(50, first.body.data.updated_at, colleague)).status).toBe(201);
      const { status, body } = await change(60, first.body.data.updated_at);
      expect([status, body.changed_by, body.current.value]).toEqual([409, 'Colleague', 50]);
    });

    it('are not changed once a colleague has returned them to the default', async () => {
      const { body } = await change(40, null);
      await send('DELETE', `/${body.data.id}`, undefined, colleague);
      expect(await change(50, body.data.updated_at)).toMatchObject({
        status: 409,
        body: { changed_by: 'Colleague', current: { value: 30, is_default: true, updated_at: null } },
      });
    });

    it('are not returned to the default over what a colleague has made of them', async () => {
      const { data } = (await change(40, null)).body;
      const back = (version: string, who = admin) =>
        send('DELETE', `/${data.id}?updated_at=${encodeURIComponent(version)}`, undefined, who);
      const theirs = (await change(50, data.updated_at, colleague)).body.data;
      expect(await back(data.updated_at)).toMatchObject({
        status: 409,
        body: { code: 'stale', changed_by: 'Colleague', changed_by_id: colleague.id, current: theirs },
      });
      expect((await setting(key)).value).toBe(50);
      expect((await back(theirs.updated_at)).body.data).toMatchObject({ value: 30, is_default: true });
      // It is already at its default.
      expect((await back(theirs.updated_at)).status).toBe(200);
      expect(Object.keys((await back('yesterday')).body.errors)).toEqual(['updated_at']);
    });

    it('tell somebody who sends a change twice that it is stored', async () => {
      const first = await change(40, null);
      const again = await change(40, null);
      expect(again).toMatchObject({ status: 409, body: { current: first.body.data } });
    });

    it('keep it when nothing changes', async () => {
      const first = await change(40, null);
      const same = await change(40, first.body.data.updated_at, colleague);
      expect(same.status).toBe(201);
      expect(same.body.data).toEqual(first.body.data);
    });

    it('are changed by a request without one', async () => {
      await change(40, null);
      expect((await save(key, 50)).status).toBe(201);
    });

    it('refuse what is no version', async () => {
      expect(Object.keys((await change(40, 'yesterday')).body.errors)).toEqual(['updated_at']);
    });
  });

  it('are for those who may', async () => {
    expect((await send('GET', '', undefined, reader)).status).toBe(200);
    expect((await send('GET', '', undefined, stranger)).body.code).toBe('forbidden');
    expect((await save('free_period_days', 1, reader)).body.code).toBe('forbidden');
    expect((await save('free_period_days', 1, readOnly)).body.code).toBe('read_only');
    const { id } = await setting('free_period_days');
    expect((await send('DELETE', `/${id}`, undefined, reader)).body.code).toBe('forbidden');
    expect((await send('DELETE', `/${id}`, undefined, readOnly)).body.code).toBe('read_only');
    expect((await send('DELETE', `/${unknown}`)).status).toBe(404);
    expect((await send('DELETE', '/free_period_days')).status).toBe(404);
  });
});

describe('what clients pay to', () => {
  const details = { ...settings.company_details.default, name: 'ТОВ «Сад»', account: 'UA00' };
  const put = (who: Person, account: string) =>
    send('POST', '', { key: 'company_details', value: { ...details, account } }, who);
  const mailed = async (since: Date) => {
    const rows = await app.platform.database.db
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'company_changed')
      .where('created_at', '>=', since)
      .execute();
    return rows.map(({ to_address }) => to_address).sort();
  };

  it('needs its own permission, and nothing else', async () => {
    const without = fullPermissions.filter((name) => name !== 'company.write');
    const writer = await staffMember(app, { permissions: without });
    expect((await put(writer, 'UA01')).body.code).toBe('forbidden');
    const { id } = await setting('company_details');
    expect((await send('DELETE', `/${id}`, undefined, writer)).body.code).toBe('forbidden');
    const bookkeeper = await staffMember(app, { permissions: ['company.write'] });
    expect((await put(bookkeeper, 'UA02')).status).toBe(201);
    expect((await save('free_period_days', 14, bookkeeper)).body.code).toBe('forbidden');
    expect((await save('tax', [], bookkeeper)).body.code).toBe('forbidden');
    const closer = await staffMember(app, { permissions: ['payments.close', 'settings.read'] });
    expect((await save('tax', [], closer)).status).toBe(201);
    const readOnlyKeeper = await staffMember(app, { permissions: ['company.write', 'read_only'] });
    expect((await put(readOnlyKeeper, 'UA03')).body.code).toBe('read_only');
  });

  it('is told to the others who may change it, once it changes', async () => {
    const since = app.clock.now();
    const keeper = await staffMember(app, { permissions: ['company.write'] });
    const other = await staffMember(app, { permissions: ['settings.write'] });
    await put(admin, 'UA05');
    const told = await mailed(since);
    expect(told).toContain(keeper.email);
    expect(told).toContain(colleague.email);
    expect(told).not.toContain(admin.email);
    expect(told).not.toContain(other.email);
    await put(admin, 'UA05');
    expect(await mailed(since)).toEqual(told);
  });

  it('is read as it was stored before it had as many lines', async () => {
    const { bank: _bank, mfo, director, tax_note, ...stored } = { ...details, bank: '' };
    await app.platform.database.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ ...stored, bank: '' }) })
      .where('key', '=', 'company_details')
      .execute();
    expect([mfo, director, tax_note]).toEqual(['', '', '']);
    expect(await app.platform.settings.get('company_details')).toEqual({ ...details, bank: '' });
  });
});

describe('maintenance', () => {
  afterEach(async () => {
    const { id } = await setting('read_only');
    await send('DELETE', `/${id}`);
  });

  it('refuses every change by staff and leaves reading', async () => {
    expect((await save('read_only', true)).status).toBe(201);
    expect((await app.call('GET', '/config.json')).body.readOnly).toBe(true);
    const { id } = await setting('free_period_days');
    const calls: [string, string, unknown?][] = [
      ['POST', '/api/admin/users', { email: 'a' }],
      ['PUT', `/api/admin/tariffs/${start}`, { price_month: 1 }],
      ['POST', '/api/admin/settings', { key: 'free_period_days', value: 1 }],
      ['POST', '/api/admin/settings', { key: 'read_only', value: true }],
      ['POST', '/api/admin/settings', { key: 'read_only', value: 'false' }],
      ['POST', '/api/admin/settings', { key: 'read_only', value: false, more: 1 }],
      ['POST', '/api/admin/settings', {}],
      ['DELETE', `/api/admin/settings/${id}`],
      ['POST', '/api/admin/partners', {}],
    ];
    for (const [method, path, body] of calls) {
      const answer = await app.call(method, path, { token: admin.token, body });
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'maintenance']);
    }
    expect((await send('GET', '')).status).toBe(200);
  });

  it('leaves everyone their own account', async () => {
    await save('read_only', true);
    const own = await app.call('PUT', '/api/admin/auth/me', { token: admin.token, body: { name: 'Admin' } });
    expect(own.status).toBe(200);
  });

  it('is switched off by setting it off, or back to its default', async () => {
    const { id } = await setting('read_only');
    await save('read_only', true);
    expect((await save('read_only', false)).status).toBe(201);
    expect((await save('free_period_days', 14)).status).toBe(201);
    await save('read_only', true);
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect((await save('free_period_days', 14)).status).toBe(201);
  });

  it('is not switched off by those who may not change settings', async () => {
    await save('read_only', true);
    const { id } = await setting('read_only');
    for (const who of [reader, stranger]) {
      expect((await save('read_only', false, who)).body.code).toBe('forbidden');
      expect((await send('DELETE', `/${id}`, undefined, who)).body.code).toBe('forbidden');
    }
    expect((await save('read_only', false, readOnly)).body.code).toBe('read_only');
  });
});
