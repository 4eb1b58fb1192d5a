import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import { repeatedNumbers } from '#cli/doctor/payment-checks.ts';
import { up } from '#server/db/migrations/0028-numbers-of-payments.ts';
import { up as joinSeparated } from '#server/db/migrations/0040-separated-numbers.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let cashier: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  cashier = await staffMember(app, { permissions: ['clients.replenish'] });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const year = () => app.clock.now().getUTCFullYear();
const topUp = (id: string, invoice: string, of = year()) =>
  app.call('POST', `/api/admin/clients/${id}/replenish`, {
    token: cashier.token,
    locale: 'en',
    body: { service: 'non_cash', amount: 1000, invoice, year: of },
  });
const client = async () => (await subscriber(app, { tariffId })).id;

describe('one payment', () => {
  it('is credited once, however its number is written and for any client', async () => {
    const [right, stranger] = [await client(), await client()];
    const number = `${paymentCode(right)}-1`;
    expect((await topUp(stranger, number)).status).toBe(201);
    const before = await clientRow(app, right);
    for (const [written, of] of [
      [number, year()],
      [number, year() - 1],
      [number.replace('-', '–'), year()],
      [`№${number}`, year()],
      [number.replace('-', ' - '), year()],
      [number.toLowerCase(), year() + 1],
      [number.replace('-', ''), year()],
      [number.replace('-', '/'), year()],
      [number.replace('-', '.'), year() - 1],
    ] as const) {
      const { status, body } = await topUp(right, written, of);
      expect([written, status, body.code, Object.keys(body.errors)]).toEqual([
        written,
        422,
        'invoice_taken',
        ['invoice'],
      ]);
    }
    expect((await clientRow(app, right)).balance).toBe(before.balance);
    expect((await topUp(right, `${paymentCode(right)}-2`)).status).toBe(201);
  });

  it('is credited once when it is sent in many spellings at once', async () => {
    const id = await client();
    const spellings = ['PAR-77', 'par–77', '№ PAR 77', 'РАR-77', 'PAR77', 'Par - 77'];
    const answers = await Promise.all(spellings.map((written) => topUp(id, written)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('of somebody else’s number is another one in another year', async () => {
    const id = await client();
    expect((await topUp(id, 'A-15')).status).toBe(201);
    expect((await topUp(id, 'A15', year() - 1)).status).toBe(201);
    // Like one of our numbers, but nobody's.
    expect((await topUp(id, 'KASA0000-1')).status).toBe(201);
    expect((await topUp(id, 'KASA0000-1', year() - 1)).status).toBe(201);
  });

  it('may be credited again when it was taken back, in any spelling', async () => {
    const id = await client();
    const { body } = await topUp(id, 'BACK-1');
    const path = `/api/admin/clients/${id}/ledger/${body.data.entry.id}/reverse`;
    await app.call('POST', path, { token: cashier.token, body: { note: 'Wrong client' } });
    expect((await topUp(id, '№ back – 1')).status).toBe(201);
    expect((await topUp(id, 'BACK-1')).status).toBe(422);
  });
});

describe('numbers from before', () => {
  it('are kept, those that are the same now among them, and none is taken again', async () => {
    const other = await startApp();
    const { db } = other.platform.database;
    try {
      await sql`drop index clients_payment_code`.execute(db);
      await sql`alter table used_invoices drop column number_key, drop column key_year, drop column repeated`.execute(
        db,
      );
      const { id } = await subscriber(other, { tariffId: await newTariff(other) });
      const now = other.clock.now();
      for (const invoice of ['old-1', 'old–1', '№old-1', 'single']) {
        const entry = newId(now);
        const balance = Number((await clientRow(other, id)).balance) + 100;
        await sql`insert into ledger_entries (id, client_id, kind, service, amount, balance_after, invoice, year, created_at, value_date)
          values (${entry}, ${id}, 'top_up', 'card', 100, ${balance}, ${invoice}, 2025, ${now}, current_date)`.execute(
          db,
        );
        await sql`insert into used_invoices (invoice, year, entry_id) values (${invoice}, 2025, ${entry})`.execute(
          db,
        );
      }
      await up(db as unknown as Kysely<unknown>); // as `migrate` calls it: a schema that it does not know
      const { rows } = await sql<{ number_key: string; repeated: boolean }>`
        select number_key, repeated from used_invoices u join ledger_entries l on l.id = u.entry_id
        order by l.position`.execute(db);
      expect(rows.map(({ number_key, repeated }) => [number_key, repeated])).toEqual([
        ['OLD1', false],
        ['OLD1', true],
        ['OLD1', true],
        ['SINGLE', false],
      ]);
      expect(await repeatedNumbers(db)).toMatchObject({ verdict: 'warning' });
      const staff = await staffMember(other);
      const again = await other.call('POST', `/api/admin/clients/${id}/replenish`, {
        token: staff.token,
        body: { service: 'card', amount: 1, invoice: 'OLD 1', year: 2025 },
      });
      expect(again.body.code).toBe('invoice_taken');
    } finally {
      await other.close();
    }
  });

  it('of ours with a stroke between have the key of now, once', async () => {
    const { db } = app.platform.database;
    const id = await client();
    const code = paymentCode(id);
    const entries: string[] = [];
    for (const invoice of [`${code}-1`, `${code}-2`, `${code}-3`, 'SERIES/1']) {
      const { body } = await topUp(id, invoice);
      entries.push(body.data.entry.id);
    }
    // As the earlier rule stored the second and the third.
    for (const [place, written] of [
      [1, `${code}/1`],
      [2, `${code}.1`],
    ] as const) {
      await db
        .updateTable('used_invoices')
        .set({ invoice: written.toLowerCase(), number_key: written, key_year: year() })
        .where('entry_id', '=', entries[place] ?? '')
        .execute();
    }
    await joinSeparated(db as unknown as Kysely<unknown>); // as `migrate` calls it
    const rows = await db
      .selectFrom('used_invoices')
      .select(['entry_id', 'number_key', 'key_year', 'repeated'])
      .where('entry_id', 'in', entries)
      .execute();
    const ofEntry = entries.map((entry) => rows.find(({ entry_id }) => entry_id === entry));
    expect(ofEntry.map((row) => [row?.number_key, row?.key_year, row?.repeated])).toEqual([
      [`${code}1`, 0, false],
      [`${code}1`, 0, true],
      [`${code}1`, 0, true],
      ['SERIES/1', year(), false],
    ]);
    await sql`update used_invoices set repeated = false, number_key = entry_id::text where repeated`.execute(
      db,
    );
  });

  it('are all right where none repeats', async () => {
    expect(await repeatedNumbers(app.platform.database.db)).toMatchObject({ verdict: 'ok' });
  });
});
