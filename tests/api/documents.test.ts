import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payDocument, unpayDocument } from '#server/documents/pay-document.ts';
import { expireDocuments } from '#server/documents/expire-documents.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let accountant: Person;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  accountant = await staffMember(app, { permissions: ['payments.write'] });
});
afterAll(() => app.close());

const company = {
  name: 'Оператор',
  account: 'UA213223130000026007233566001',
  code: '32855961',
  bank: 'Банк',
  mfo: '',
  address: '',
  vat_number: '',
  director: '',
  tax_note: '',
};
const setCompany = (value: unknown = company) =>
  app.call('POST', '/api/admin/settings', {
    token: admin.token,
    body: { key: 'company_details', value },
  });

const issue = (id: string, body: unknown = { kind: 'proforma', amount: 45_000 }, who = accountant) =>
  app.call('POST', `/api/admin/clients/${id}/documents`, { token: who.token, body });
const cancel = (id: string, body: unknown = { reason: 'Помилка' }) =>
  app.call('POST', `/api/admin/documents/${id}/cancel`, { token: accountant.token, body });
const read = (id: string) => app.call('GET', `/api/admin/documents/${id}`, { token: accountant.token });
const ownList = ({ token }: Person) => app.call('GET', '/api/auth/me/documents', { token });
const makeOwn = ({ token }: Person, amount: unknown = 45_000) =>
  app.call('POST', '/api/auth/me/documents', { token, body: { amount } });

describe('a proforma without company details', () => {
  it('is refused to staff and customers, and takes no number', async () => {
    const person = await registeredCustomer(app);
    for (const { status, body } of [await issue(person.id), await makeOwn(person)]) {
      expect([status, body.code]).toEqual([409, 'company_details_missing']);
    }
    await setCompany();
    expect((await issue(person.id)).body.data.number).toMatch(/^PF-\d{4}-000001$/);
  });
});

describe('a proforma', () => {
  beforeAll(() => setCompany());

  it('is issued by staff, mailed to the client and seen by both', async () => {
    const person = await registeredCustomer(app);
    const { status, body } = await issue(person.id, { kind: 'proforma', amount: 49_900, locale: 'lt' });
    expect([status, body.data]).toMatchObject([
      201,
      {
        kind: 'proforma',
        status: 'open',
        total: 49900,
        net: 49900,
        tax: 0,
        paid_amount: 0,
        currency: 'UAH',
        locale: 'lt',
        client: { id: person.id },
        created_by: { id: accountant.id },
        lines: [
          {
            quantity: 1,
            unit_price: 49900,
            amount: 49900,
          },
        ],
      },
    ]);
    const mails = await app.platform.database.db
      .selectFrom('emails')
      .select(['to_address', 'locale', 'data'])
      .where('kind', '=', 'proforma_issued')
      .where('client_id', '=', person.id)
      .execute();
    expect(mails).toMatchObject([
      { to_address: person.email, locale: 'lt', data: { number: body.data.number, amount: 49_900 } },
    ]);
    const own = (await ownList(person)).body;
    expect(own.meta.total).toBe(1);
    expect(own.data[0]).toMatchObject({ id: body.data.id, number: body.data.number, status: 'open' });
    expect(own.data[0]).not.toHaveProperty('created_by');
    expect((await read(body.data.id)).body.data).toEqual(body.data);
    const found = await app.call(
      'GET',
      `/api/admin/documents?filter[number][ilike]=%${body.data.number.slice(-6)}%`,
      accountant,
    );
    expect(found.body.data).toMatchObject([{ id: body.data.id }]);
    const serial = Number(body.data.number.slice(-6));
    for (const typed of [`№ ${body.data.number.toLowerCase()}`, `pf ${serial}`, `РF–${serial}`]) {
      const search = `/api/admin/documents?filter[search][ilike]=${encodeURIComponent(`%${typed}%`)}`;
      expect((await app.call('GET', search, accountant)).body.data, typed).toMatchObject([
        { id: body.data.id },
      ]);
    }
  });

  it('is sent again while it is open, with what is left of it, and audited', async () => {
    const person = await registeredCustomer(app);
    const made = (await issue(person.id, { kind: 'proforma', amount: 49_900 })).body.data;
    const send = (who = accountant) =>
      app.call('POST', `/api/admin/documents/${made.id}/send`, { token: who.token });
    const sent = async () => {
      const rows = await app.platform.database.db
        .selectFrom('emails')
        .select(['to_address', 'reason', 'data'])
        .where('kind', '=', 'proforma_issued')
        .where('client_id', '=', person.id)
        .where('reason', '=', 'resent')
        .execute();
      return rows;
    };
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    expect((await send(reader)).status).toBe(403);
    expect(await sent()).toEqual([]);
    const answer = await send();
    expect([answer.status, answer.body.data]).toEqual([200, made]);
    expect(await sent()).toMatchObject([
      { to_address: person.email, data: { number: made.number, amount: 49_900 } },
    ]);
    const told = await app.platform.database.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('client_id', '=', person.id)
      .where('action', '=', 'email.resent')
      .execute();
    expect(told).toEqual([{ changes: [{ field: 'to', before: null, after: person.email }] }]);
    await app.call('POST', `/api/admin/clients/${person.id}/replenish`, {
      token: admin.token,
      body: { service: 'cash', amount: 40_000, document_id: made.id },
    });
    expect((await send()).status).toBe(200);
    expect((await sent()).map(({ data }) => data['amount']).toSorted()).toEqual([49_900, 9_900]);
    await app.call('POST', `/api/admin/clients/${person.id}/replenish`, {
      token: admin.token,
      body: { service: 'cash', amount: 9_900, document_id: made.id },
    });
    const paid = await send();
    expect([paid.status, paid.body.code]).toEqual([409, 'not_open']);
    expect(await sent()).toHaveLength(2);
  });

  it('of a deleted client is not sent', async () => {
    const person = await registeredCustomer(app);
    const { id } = (await issue(person.id)).body.data;
    await app.call('DELETE', `/api/admin/clients/${person.id}/delete`, { token: admin.token });
    const answer = await app.call('POST', `/api/admin/documents/${id}/send`, { token: accountant.token });
    expect([answer.status, answer.body.code]).toEqual([409, 'deleted']);
    const unknown = '01890000-0000-7000-8000-000000000000';
    const missing = await app.call('POST', `/api/admin/documents/${unknown}/send`, {
      token: accountant.token,
    });
    expect(missing.status).toBe(404);
  });

  it("is made by its customer, and is nobody else's", async () => {
    const [person, other] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { status, body } = await makeOwn(person);
    expect([status, body.data.status, body.data.total]).toEqual([201, 'open', 45_000]);
    expect((await ownList(other)).body.data).toEqual([]);
    expect((await read(body.data.id)).body.data.created_by).toBeNull();
  });

  it('is numbered without gaps and doubles, however many are issued at once', async () => {
    const people = [await registeredCustomer(app), await registeredCustomer(app)];
    const before = await lastSerial();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        issue(people[place % 2]?.id ?? '', { kind: 'proforma', amount: place % 5 === 4 ? 0 : 100 + place }),
      ),
    );
    const numbers = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.number);
    expect(numbers).toHaveLength(32);
    const serials = numbers.map((number: string) => Number(number.slice(-6))).sort((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 32 }, (_, place) => before + 1 + place));
  });

  it('is issued once for a key, and refused for another body', async () => {
    const person = await registeredCustomer(app);
    const send = (amount: number) =>
      app.call('POST', `/api/admin/clients/${person.id}/documents`, {
        token: accountant.token,
        body: { kind: 'proforma', amount },
        headers: { 'Idempotency-Key': `once-${person.id}` },
      });
    const [first, second] = [await send(500), await send(500)];
    expect(second.body.data).toEqual(first.body.data);
    expect((await send(600)).body.code).toBe('idempotency_mismatch');
    expect((await ownList(person)).body.meta.total).toBe(1);
  });

  it.each([
    [{ kind: 'proforma', amount: 0 }, 'amount'],
    [{ kind: 'proforma', amount: 1.5 }, 'amount'],
    [{ kind: 'proforma', amount: '100' }, 'amount'],
    [{ kind: 'proforma' }, 'amount'],
    [{ kind: 'act', amount: 100 }, 'kind'],
    [{ kind: 'proforma', amount: 100, locale: 'fr' }, 'locale'],
  ])('is not issued for %j', async (body, field) => {
    const person = await registeredCustomer(app);
    const answer = await issue(person.id, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('is not for strangers, deleted clients or people without the permission', async () => {
    const person = await registeredCustomer(app);
    const reader = await staffMember(app, { permissions: ['payments.read'] });
    const other = await staffMember(app, { permissions: ['clients.read'] });
    const viewer = await staffMember(app, { permissions: ['payments.write', 'read_only'] });
    const body = { kind: 'proforma', amount: 100 };
    expect((await issue(crypto.randomUUID())).status).toBe(404);
    expect((await issue(person.id, body, reader)).status).toBe(403);
    expect((await issue(person.id, body, viewer)).body.code).toBe('read_only');
    expect((await app.call('GET', '/api/admin/documents', other)).status).toBe(403);
    expect((await app.call('GET', '/api/admin/documents', reader)).status).toBe(200);
    await app.call('DELETE', `/api/admin/clients/${person.id}/delete`, { token: admin.token });
    expect((await issue(person.id)).body.code).toBe('deleted');
  });
});

describe('the cancellation of a proforma', () => {
  beforeAll(() => setCompany());

  it('keeps its number taken, is done once and says why', async () => {
    const person = await registeredCustomer(app);
    const { id, number } = (await issue(person.id)).body.data;
    expect((await cancel(id)).body.data.status).toBe('cancelled');
    expect((await cancel(id)).body.code).toBe('not_open');
    expect((await issue(person.id)).body.data.number).not.toBe(number);
    const { body } = await app.call('GET', `/api/admin/clients/${person.id}/activity`, admin);
    const entry = body.data.find(({ action }: { action: string }) => action === 'client.document_cancelled');
    expect(entry.changes).toMatchObject([
      { field: 'invoice', before: number },
      { field: 'reason', after: 'Помилка' },
    ]);
  });

  it('needs a reason and an open proforma', async () => {
    const { id } = (await issue((await registeredCustomer(app)).id)).body.data;
    expect(Object.keys((await cancel(id, { reason: ' ' })).body.errors)).toEqual(['reason']);
    expect((await cancel(crypto.randomUUID())).status).toBe(404);
  });
});

describe('money for a proforma', () => {
  beforeAll(() => setCompany());
  const pay = (documentId: string, clientId: string, amount: number) =>
    app.platform.database.db
      .transaction()
      .execute((tx) => payDocument(tx, { documentId, clientId, amount, now: app.clock.now() }));

  it('leaves it open while less came, pays it, and opens it again when it goes back', async () => {
    const person = await registeredCustomer(app);
    const { id } = (await issue(person.id, { kind: 'proforma', amount: 1000 })).body.data;
    expect(await pay(id, person.id, 400)).toMatchObject({ status: 'open', paid_amount: 400, paid_at: null });
    const refused = await cancel(id);
    expect(refused.body).toMatchObject({ code: 'not_open', message: expect.stringContaining('частково') });
    expect(await pay(id, person.id, 700)).toMatchObject({ status: 'paid', paid_amount: 1100 });
    await app.platform.database.db
      .transaction()
      .execute((tx) => unpayDocument(tx, { documentId: id, amount: 700 }));
    expect((await read(id)).body.data).toMatchObject({ status: 'open', paid_amount: 400, paid_at: null });
  });

  it('sorts and filters the list by what is left, where only an open one has any', async () => {
    const person = await registeredCustomer(app);
    const amounts = [1000, 3000, 2000, 5000];
    const ids: string[] = [];
    for (const amount of amounts) {
      ids.push((await issue(person.id, { kind: 'proforma', amount })).body.data.id);
    }
    const [small = '', partly = '', , cancelled = ''] = ids;
    await pay(partly, person.id, 2500);
    await cancel(cancelled);
    const left = async (query: string) => {
      const path = `/api/admin/documents?filter[client_id][eq]=${person.id}&${query}`;
      const { status, body } = await app.call('GET', path, { token: accountant.token });
      expect([query, status]).toEqual([query, 200]);
      return body.data.map(({ remaining }: { remaining: number | null }) => remaining);
    };
    expect(await left('sort[remaining]=asc')).toEqual([500, 1000, 2000, null]);
    expect(await left('sort[remaining]=desc')).toEqual([2000, 1000, 500, null]);
    expect(await left('sort[remaining]=asc&filter[remaining][gte]=1000')).toEqual([1000, 2000]);
    expect(await left('filter[remaining][lte]=500')).toEqual([500]);
    await pay(small, person.id, 1000);
    expect(await left('sort[remaining]=asc')).toEqual([500, 2000, null, null]);
  });

  it("is refused for another client's, with the owner's name, and for a cancelled one", async () => {
    const [person, other] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { id } = (await issue(person.id)).body.data;
    await expect(pay(id, other.id, 100)).rejects.toMatchObject({ code: 'document_of_another' });
    await cancel(id);
    await expect(pay(id, person.id, 100)).rejects.toMatchObject({ code: 'not_open' });
  });

  it('is waited for 30 days after the due date, and pays an expired one late', async () => {
    const person = await registeredCustomer(app);
    const { id, due_on } = (await issue(person.id, { kind: 'proforma', amount: 1000 })).body.data;
    const { db } = app.platform.database;
    const dayMs = 86_400_000;
    const due = new Date(`${due_on}T12:00:00Z`).getTime();
    const at = (days: number) =>
      expireDocuments({ db, timeZone: 'Europe/Kyiv' }, new Date(due + days * dayMs));
    await at(30);
    expect((await read(id)).body.data.status).toBe('open');
    await at(31);
    expect((await read(id)).body.data.status).toBe('expired');
    expect(await pay(id, person.id, 1000)).toMatchObject({ status: 'paid', paid_amount: 1000 });
  });
});

describe('what a document says', () => {
  beforeAll(() => setCompany());

  it('never changes, whatever becomes of its client and of the company', async () => {
    const person = await registeredCustomer(app);
    const { id, lines } = (await issue(person.id)).body.data;
    const { db } = app.platform.database;
    const change = db.updateTable('documents').set({ total: 1, net: 1 }).where('id', '=', id).execute();
    await expect(change).rejects.toThrow('a document never changes');
    await expect(db.deleteFrom('documents').where('id', '=', id).execute()).rejects.toThrow(
      'a document never changes',
    );
    await setCompany({ ...company, name: 'Інший' });
    const { content } = await db
      .selectFrom('documents')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(content).toMatchObject({ seller: { name: 'Оператор' }, lines });
  });
});

async function lastSerial(): Promise<number> {
  const row = await app.platform.database.db
    .selectFrom('document_numbers')
    .select('last')
    .where('kind', '=', 'proforma')
    .executeTakeFirst();
  return row?.last ?? 0;
}
