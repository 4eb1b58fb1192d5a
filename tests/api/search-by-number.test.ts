import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentCode } from '#contract/money/proforma.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
let payer: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  tariffId = await newTariff(app);
  for (let other = 0; other < 5; other += 1) await subscriber(app, { tariffId });
  payer = await client({ payment_code: '55667788', payment_ipn: '556677889900' });
});
afterAll(() => app.close());

const client = async (more = {}) => (await subscriber(app, { tariffId, more })).id;

async function found(path: string, text: string, query = ''): Promise<{ id: string }[]> {
  const search = encodeURIComponent(`%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const { status, body } = await app.call(
    'GET',
    `/api/admin/${path}?limit=100&filter[search][ilike]=${search}${query}`,
    { token: admin.token },
  );
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data;
}
const clientsBy = async (text: string, query = '') =>
  (await found('clients', text, query)).map(({ id }) => id);

describe('a client is found', () => {
  it('by the number of a document in whatever spelling, from the moment of its issue', async () => {
    expect(await clientsBy(`PF-${app.clock.now().getUTCFullYear()}-000001`)).toEqual([]);
    const { number, serial } = await openProforma(app, payer);
    const year = number.split('-')[1] ?? '';
    for (const text of [
      number,
      number.toLowerCase(),
      number.replaceAll('-', '–'),
      number.replaceAll('-', ' — '),
      number.replaceAll('-', ''),
      number.replace('P', 'Р'),
      `№${number}`,
      `рахунок №${number.replaceAll('-', '–')}`,
      `Оплата за рах. ${number} від 01.11`,
      `PF-${serial}`,
      `PF${serial}`,
      `рf ${serial}`,
      `PF-${year}-${serial}`,
      `${year}-${String(serial).padStart(6, '0')}`,
    ]) {
      expect([text, await clientsBy(text)]).toEqual([text, [payer]]);
    }
    for (const other of [`PF-${year}-000999`, `PG-${serial}`, `PF-${Number(year) - 1}-${serial}`]) {
      expect([other, await clientsBy(other)]).toEqual([other, []]);
    }
  });

  it('by the serial alone, as it is printed, this year and in those before', async () => {
    const of = await client();
    const year = app.clock.now().getUTCFullYear();
    const { serial } = await openProforma(app, of, {
      prefix: 'SR',
      year: year - 1,
    });
    const printed = String(serial).padStart(6, '0');
    expect(await clientsBy(printed)).toContain(of);
    expect(await clientsBy(` ${printed} `)).toContain(of);
    expect(await clientsBy(String(serial + 900).padStart(6, '0'))).toEqual([]);
    expect(await clientsBy('000000')).toEqual([]);
  });

  it('by a whole number alone, though papers of other kinds have the same serial', async () => {
    const of = await client();
    const { number } = await openProforma(app, of, { amount: 1000, kind: 'invoice' });
    const twin = number.replace(/^\w+/, 'PF');
    await openProforma(app, payer);
    expect(await clientsBy(number)).toEqual([of]);
    expect(await clientsBy(twin)).toEqual([payer]);
    // Letters that no paper has: year and serial tell which it may be.
    expect((await clientsBy(number.replace(/^\w+/, 'YX'))).toSorted()).toEqual([of, payer].toSorted());
  });

  it('by a number of an earlier year without the year, as long as it is not too old', async () => {
    const year = app.clock.now().getUTCFullYear();
    const [of, old] = [await client(), await client()];
    await openProforma(app, of, { prefix: 'AB', year: year - 2 });
    await openProforma(app, old, { prefix: 'AB', year: year - 20 });
    expect(await clientsBy('AB-1')).toEqual([of]);
    expect(await clientsBy(`AB-${year - 20}-000001`)).toEqual([old]);
  });

  it('by the payment code, alone and in the numbers that proformas once had', async () => {
    const code = paymentCode(payer);
    for (const text of [code, code.toLowerCase(), `${code}-1`, `№ ${code} – 17`, `${code}17`]) {
      expect([text, await clientsBy(text)]).toEqual([text, [payer]]);
    }
  });

  it('by the document that a top-up named', async () => {
    const id = await client();
    const body = {
      service: 'non_cash',
      amount: 1000,
      invoice: 'Ряд-77/б',
      year: app.clock.now().getUTCFullYear(),
    };
    const answer = await app.call('POST', `/api/admin/clients/${id}/replenish`, { token: admin.token, body });
    expect(answer.status).toBe(201);
    expect(await clientsBy('ряд 77/Б')).toEqual([id]);
    expect(await clientsBy('ряд 77/в')).toEqual([]);
  });

  it('by the codes of who pays', async () => {
    for (const text of ['55667788', '55 667 788', '556677889900']) {
      expect([text, await clientsBy(text)]).toEqual([text, [payer]]);
    }
    expect(await clientsBy('55667789')).toEqual([]);
  });

  it('among the deleted only when they are asked for', async () => {
    const id = await client({ payment_code: '98765432', deleted_at: app.clock.now() });
    const { number } = await openProforma(app, id);
    for (const text of [number, '98765432', paymentCode(id)]) {
      expect(await clientsBy(text)).toEqual([]);
      expect(await clientsBy(text, '&with_trashed=1')).toEqual([id]);
      expect(await clientsBy(text, '&only_trashed=1')).toEqual([id]);
    }
  });

  it('together with other filters, sorted, and in the file', async () => {
    const [first, second] = [await client({ name: 'Я QX-77' }), await client({ name: 'А' })];
    const [year, serials] = [app.clock.now().getUTCFullYear(), [] as number[]];
    serials.push((await openProforma(app, second, { prefix: 'QX' })).serial);
    const text = `QX-${serials[0]}`;
    await app.platform.database.db
      .updateTable('clients')
      .set({ name: `Я ${text}` })
      .where('id', '=', first)
      .execute();
    expect(await clientsBy(text, '&sort[name]=asc')).toEqual([second, first]);
    expect(await clientsBy(text, '&sort[name]=desc')).toEqual([first, second]);
    expect(await clientsBy(text, '&filter[status][eq]=blocked')).toEqual([]);
    const search = encodeURIComponent(`%QX-${year}-${serials[0]}%`);
    const file = await app.call('GET', `/api/admin/clients?format=csv&filter[search][ilike]=${search}`, {
      token: admin.token,
    });
    expect(String(file.body).trim().split('\r\n')).toHaveLength(2);
  });
});

describe('the audit log', () => {
  it("finds by a number what was done with its client's documents", async () => {
    const id = await client();
    const year = app.clock.now().getUTCFullYear();
    const { number } = await openProforma(app, id, { prefix: 'ZZ' });
    const body = { service: 'non_cash', amount: 1000, invoice: 'K-17', year };
    await app.call('POST', `/api/admin/clients/${id}/replenish`, { token: admin.token, body });
    await app.call('POST', `/api/admin/clients/${id}/bonus`, {
      token: admin.token,
      body: { amount: 5, note: 'x' },
    });
    for (const text of [number.replaceAll('-', '–'), paymentCode(id), 'к-17']) {
      const entries: { action?: string; id: string }[] = await found('audit', text);
      expect([text, entries.map(({ action }) => action)]).toEqual([text, ['client.replenish']]);
    }
    expect(await found(`clients/${payer}/activity`, number)).toEqual([]);
    expect(await found(`clients/${id}/activity`, number)).toHaveLength(1);
  });
});
