import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueDueDocuments } from '#server/documents/month-end/month-end.ts';
import type { DocumentContent } from '#server/documents/paper/document-content.ts';
import type { LedgerKind } from '#contract/entities/ledger-entry.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer, staffMember, type Person } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;

beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  const tariffs = await app.platform.db.selectFrom('tariffs').select('id').execute();
  tariffId = tariffs[0]?.id ?? '';
});
afterAll(() => app.close());

const save = (key: string, value: unknown) =>
  app.call('POST', '/api/admin/settings', { token: admin.token, body: { key, value } });
const run = (now: string, billedUntil: string | null = now) =>
  issueDueDocuments(app.platform, {
    now: new Date(now),
    billedUntil: billedUntil === null ? null : new Date(billedUntil),
  });
const balances = new Map<string, number>();

/** A line of the ledger; answers its id. */
async function line(
  clientId: string,
  kind: LedgerKind,
  amount: number,
  at: string,
  more: { reverses_id?: string; service?: 'cash' } = {},
): Promise<string> {
  const balance = (balances.get(clientId) ?? 0) + amount;
  balances.set(clientId, balance);
  const created_at = new Date(at);
  const id = newId(created_at);
  const period = kind === 'charge' || kind === 'refund';
  await app.platform.db
    .insertInto('ledger_entries')
    .values({
      id,
      client_id: clientId,
      kind,
      amount,
      balance_after: balance,
      created_at,
      value_date: at.slice(0, 10),
      ...(period && {
        period_start: created_at,
        period_end: new Date(created_at.getTime() + 30 * 86_400_000),
        tariff_id: tariffId,
      }),
      ...more,
    })
    .execute();
  return id;
}

async function documentsOf(clientId: string) {
  const rows = await app.platform.db
    .selectFrom('documents')
    .select(['id', 'kind', 'number', 'total', 'issued_on', 'corrects_id', 'content'])
    .where('client_id', '=', clientId)
    .orderBy('issued_on')
    .orderBy('serial')
    .execute();
  return rows.map((row) => ({ ...row, content: row.content as DocumentContent })); // written by us
}

describe('the end of a month', () => {
  it('makes nothing while nobody sells, and begins with the month in which it first runs', async () => {
    expect(await run('2026-11-05T10:00:00Z')).toBe(0);
    const company = { name: 'ТОВ «Сад»', code: '1', vat_number: '', bank: '', account: '', address: '' };
    expect((await save('company_details', company)).status).toBe(201);
    const { id } = await registeredCustomer(app);
    await line(id, 'top_up', 100_000, '2026-10-01T10:00:00Z', { service: 'cash' });
    await line(id, 'charge', -10_000, '2026-10-10T10:00:00Z');
    expect(await run('2026-11-05T10:00:00Z')).toBe(0);
    expect(await documentsOf(id)).toEqual([]);
  });

  it('makes an act of what was charged in it, once, with tariff and period, and mails it', async () => {
    await save('tax', [{ regime: 'vat', rate_bp: 2000, vat_number: '1', from: '2026-01-01' }]);
    const { id, email } = await registeredCustomer(app);
    await line(id, 'top_up', 100_000, '2026-11-02T10:00:00Z', { service: 'cash' });
    // The first of November in Kyiv already, and the last evening of the month.
    await line(id, 'charge', -49_900, '2026-10-31T22:30:00Z');
    await line(id, 'charge', -12_000, '2026-11-30T21:59:00Z');
    // December.
    await line(id, 'charge', -1000, '2026-11-30T22:01:00Z');
    expect(await run('2026-11-30T21:00:00Z')).toBe(0);
    expect(await run('2026-11-30T22:30:00Z')).toBe(1);
    expect(await run('2026-12-01T10:00:00Z')).toBe(0);
    const [act, ...others] = await documentsOf(id);
    expect(others).toEqual([]);
    expect(act).toMatchObject({
      kind: 'act',
      number: 'ACT-2026-000001',
      total: 61_900,
      issued_on: '2026-11-30',
    });
    expect(act?.content).toMatchObject({ net: 51_583, tax_amount: 10_317, purpose: null, locale: 'uk' });
    expect(act?.content.lines.map(({ title, ...rest }) => [/тариф «.+»/.test(title), rest])).toEqual([
      [
        true,
        {
          quantity: 1,
          unit_price: 49_900,
          amount: 49_900,
          period_start: '2026-11-01',
          period_end: '2026-11-30',
        },
      ],
      [
        true,
        {
          quantity: 1,
          unit_price: 12_000,
          amount: 12_000,
          period_start: '2026-11-30',
          period_end: '2026-12-29',
        },
      ],
    ]);
    const mails = await app.platform.db
      .selectFrom('emails')
      .select('to_address')
      .where('kind', '=', 'document_issued')
      .execute();
    expect(mails).toEqual([{ to_address: email }]);
  });

  it('corrects the document of a charge that is given back later', async () => {
    const { id } = await registeredCustomer(app);
    await line(id, 'top_up', 100_000, '2026-12-02T10:00:00Z', { service: 'cash' });
    const charge = await line(id, 'charge', -50_000, '2026-12-03T10:00:00Z');
    await line(id, 'refund', 20_000, '2026-12-20T10:00:00Z');
    expect(await run('2027-01-01T10:00:00Z')).toBeGreaterThanOrEqual(2);
    await line(id, 'reversal', 50_000, '2027-01-15T10:00:00Z', { reverses_id: charge });
    await run('2027-02-01T10:00:00Z');
    const documents = await documentsOf(id);
    const act = documents.find(({ kind }) => kind === 'act');
    const notes = documents.filter(({ kind }) => kind === 'credit_note');
    expect(act).toMatchObject({ total: 50_000, issued_on: '2026-12-31' });
    expect(notes).toMatchObject([
      { total: 20_000, corrects_id: act?.id, issued_on: '2026-12-31' },
      { total: 50_000, corrects_id: act?.id, issued_on: '2027-01-31', number: 'CN-2027-000001' },
    ]);
    expect(notes[0]?.content.corrects).toEqual({ number: act?.number, issued_on: '2026-12-31' });
  });

  it('says nothing twice when two run at once, and leaves no number out', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => registeredCustomer(app)));
    for (const { id } of clients) await line(id, 'charge', -700, '2027-02-10T10:00:00Z');
    const made = await Promise.all([run('2027-03-01T10:00:00Z'), run('2027-03-01T10:00:00Z')]);
    expect(made[0]! + made[1]!).toBe(3);
    const rows = await app.platform.db
      .selectFrom('documents')
      .select('serial')
      .where('kind', '=', 'act')
      .where('year', '=', 2027)
      .orderBy('serial')
      .execute();
    expect(rows.map(({ serial }) => serial)).toEqual([1, 2, 3]);
  });

  it('catches up month by month after a silence', async () => {
    const { id } = await registeredCustomer(app);
    await line(id, 'charge', -100, '2027-03-10T10:00:00Z');
    await line(id, 'charge', -200, '2027-05-10T10:00:00Z');
    expect(await run('2027-06-02T10:00:00Z')).toBe(2);
    expect((await documentsOf(id)).map(({ issued_on, total }) => [issued_on, total])).toEqual([
      ['2027-03-31', 100],
      ['2027-05-31', 200],
    ]);
  });
});

describe('what is charged late', () => {
  const totals = async (id: string) =>
    (await documentsOf(id)).map(({ issued_on, total }) => [issued_on, total]);

  it('is waited for until the billing runs have passed the end of the month', async () => {
    const { id } = await registeredCustomer(app);
    await line(id, 'charge', -300, '2027-06-10T10:00:00Z');
    expect(await run('2027-07-02T10:00:00Z', null)).toBe(0);
    expect(await run('2027-07-02T10:00:00Z', '2027-06-28T10:00:00Z')).toBe(0);
    // Midnight in Kyiv is at 21:00.
    expect(await run('2027-07-02T10:00:00Z', '2027-06-30T21:04:00Z')).toBe(0);
    expect(await run('2027-06-30T21:04:00Z', '2027-07-02T10:00:00Z')).toBe(0);
    await line(id, 'charge', -400, '2027-06-29T10:00:00Z');
    expect(await run('2027-07-02T10:00:00Z')).toBe(1);
    expect(await totals(id)).toEqual([['2027-06-30', 700]]);
  });

  it('comes into a further document of its month, when that was finished', async () => {
    const { id } = await registeredCustomer(app);
    await line(id, 'charge', -500, '2027-06-30T20:59:59Z');
    expect(await run('2027-07-02T10:10:00Z')).toBe(1);
    expect(await totals(id)).toEqual([['2027-06-30', 500]]);
    expect(await run('2027-07-02T10:20:00Z')).toBe(0);
  });
});

describe('the files of a document', () => {
  const file = (path: string, token: string) => app.call('GET', path, { token });
  let owner: Person;
  let id: string;

  beforeAll(async () => {
    owner = await registeredCustomer(app);
    await line(owner.id, 'charge', -5000, '2027-07-10T10:00:00Z');
    await run('2027-08-01T10:00:00Z');
    id = (await documentsOf(owner.id))[0]?.id ?? '';
  });

  it('are a PDF for staff and for its customer', async () => {
    const paths = [
      [`/api/admin/documents/${id}/pdf`, admin.token],
      [`/api/auth/me/documents/${id}/pdf`, owner.token],
    ] as const;
    for (const [path, token] of paths) {
      const { status, headers, body } = await file(path, token);
      expect([status, headers.get('content-type'), String(body).slice(0, 5)]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ]);
      expect(headers.get('content-disposition')).toMatch(/filename="ACT-2027-\d{6}\.pdf"/);
    }
  });

  it('are nothing to other customers and to staff without the right', async () => {
    const stranger = await registeredCustomer(app);
    for (const kind of ['pdf', 'xml']) {
      expect((await file(`/api/auth/me/documents/${id}/${kind}`, stranger.token)).status).toBe(404);
    }
    expect((await file(`/api/auth/me/documents/${id}/xml`, owner.token)).body.code).toBe('no_xml');
    const seller = await staffMember(app, { permissions: ['clients.read'] });
    for (const kind of ['pdf', 'xml']) {
      expect((await file(`/api/admin/documents/${id}/${kind}`, seller.token)).status).toBe(403);
      expect((await file(`/api/admin/documents/${newId(app.clock.now())}/${kind}`, admin.token)).status).toBe(
        404,
      );
      expect((await file(`/api/admin/documents/nothing/${kind}`, admin.token)).status).toBe(404);
    }
  });

  it('have no XML for an act', async () => {
    const { status, body } = await file(`/api/admin/documents/${id}/xml`, admin.token);
    expect([status, body.code]).toEqual([409, 'no_xml']);
  });
});
