import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { insertLines } from '#server/wallet/ledger-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { confirmedCustomer, type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let client: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app, { name: 'Оля Адмін' });
  const value = {
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
  await call('POST', 'settings', { key: 'company_details', value });
});
afterAll(() => app.close());
beforeEach(async () => {
  client = await confirmedCustomer(app);
});

const call = (method: string, path: string, body?: unknown, { token } = admin) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en', ...(body !== undefined && { body }) });
interface TimelineRow {
  verb: string;
  title: string | null;
  link: { type: string; id: string } | null;
  details: { amount: number | null };
}
const timeline = async (id: string, query = '') =>
  (await call('GET', `documents/${id}/timeline?limit=100&${query}`)).body.data as TimelineRow[];
const verbs = async (id: string) => (await timeline(id)).map(({ verb }) => verb);
const pay = (amount: number, more: object) =>
  call('POST', `clients/${client.id}/replenish`, { amount, ...more });
const yearOf = (number: string) => Number(number.split('-')[1]);

describe("a document's timeline", () => {
  it('tells its issue, the letters about it, the money for it and what took it back, newest first', async () => {
    const issued = await call('POST', `clients/${client.id}/documents`, { kind: 'proforma', amount: 5_000 });
    const { id, number } = issued.body.data;
    const typed = number.replaceAll('-', ' ').toLowerCase();
    const first = await pay(2_000, { service: 'non_cash', invoice: typed, year: yearOf(number) });
    expect(first.status).toBe(201);
    await call('POST', `documents/${id}/send`);
    await pay(3_000, { service: 'cash', document_id: id });
    await call('POST', `clients/${client.id}/ledger/${first.body.data.entry.id}/reverse`, {
      note: 'Mistake',
    });
    const rows = await timeline(id);
    const told = rows.map(({ verb, details }) => [
      verb.replace(/queued|only_logged/, 'written'),
      details.amount,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['document.proforma', 5_000],
        // Issued, sent again, and a receipt for each payment.
        ...Array.from({ length: 4 }, () => ['email.written', null]),
        ['ledger.top_up', 2_000],
        ['ledger.top_up', 3_000],
        ['ledger.reversal', -2_000],
      ]),
    );
    expect(told.filter(([, amount]) => amount !== null)).toHaveLength(4);
    const times = (rows as unknown as { at: string }[]).map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    // A line names the document in whatever spelling it was typed.
    const link = { type: 'document', id };
    expect(rows.filter(({ verb }) => verb === 'ledger.top_up')).toMatchObject([
      { title: number, link },
      { title: typed, link },
    ]);
  });

  it('tells who cancelled it and why, and nothing of other documents', async () => {
    const one = await openProforma(app, client.id);
    const other = await openProforma(app, client.id);
    await pay(700, { service: 'cash', document_id: other.id });
    await call('POST', `documents/${one.id}/cancel`, { reason: 'Wrong sum' });
    const rows = await timeline(one.id);
    expect(rows.map(({ verb }) => verb).sort()).toEqual(['client.document_cancelled', 'document.proforma']);
    expect(rows.find(({ verb }) => verb === 'client.document_cancelled')).toMatchObject({
      person: { id: admin.id, name: 'Оля Адмін' },
      details: { changes: expect.arrayContaining([{ field: 'reason', before: null, after: 'Wrong sum' }]) },
    });
    expect(await verbs(other.id)).not.toContain('client.document_cancelled');
  });

  it('is filtered, and read by everybody who reads documents', async () => {
    const { id } = await openProforma(app, client.id);
    await pay(700, { service: 'cash', document_id: id });
    expect((await timeline(id, 'filter[kind][in]=money')).map(({ verb }) => verb)).toEqual(['ledger.top_up']);
    const reader = await staffMember(app, { permissions: ['payments.read', 'read_only'] });
    const stranger = await staffMember(app, { permissions: ['clients.read'] });
    const path = `documents/${id}/timeline`;
    expect((await call('GET', path, undefined, reader)).status).toBe(200);
    expect((await call('GET', path, undefined, stranger)).status).toBe(403);
    expect((await call('GET', `${path}?filter[kind][in]=war`)).status).toBe(422);
    expect((await call('GET', 'documents/01890000-0000-7000-8000-000000000000/timeline')).status).toBe(404);
  });
});

describe('a line of a wallet', () => {
  const lines = async () => (await call('GET', `clients/${client.id}/ledger`)).body.data;

  it('says which document its invoice is, here, in the ledger of all and on the timeline', async () => {
    const { id, number } = await openProforma(app, client.id);
    await pay(700, { service: 'cash', document_id: id });
    await pay(300, { service: 'cash', invoice: 'foreign-1', year: 2026 });
    await pay(100, { service: 'cash' });
    const document = { id, number };
    expect(await lines()).toMatchObject([
      { invoice: null, document: null },
      { invoice: 'foreign-1', document: null },
      { invoice: number, document },
    ]);
    const all = await call('GET', `ledger?filter[client_id][eq]=${client.id}`);
    expect(all.body.data.map((line: { document: unknown }) => line.document)).toEqual([null, null, document]);
    const { data } = (await call('GET', `clients/${client.id}/timeline?filter[kind][in]=money`)).body;
    expect(data.map(({ link }: TimelineRow) => link)).toEqual([null, null, { type: 'document', id }]);
  });

  it("never names another client's document", async () => {
    const { number } = await openProforma(app, (await confirmedCustomer(app)).id);
    // Such a line can only be older than the documents.
    const now = app.clock.now();
    await app.platform.database.db.transaction().execute((tx) =>
      insertLines(tx, [
        {
          id: newId(now),
          client_id: client.id,
          kind: 'top_up',
          service: 'cash',
          amount: 300,
          balance_after: 300,
          invoice: number,
          year: yearOf(number),
          created_at: now,
          value_date: now.toISOString().slice(0, 10),
        },
      ]),
    );
    expect((await lines()).map((line: { document: unknown }) => line.document)).toEqual([null]);
  });
});
