import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '#contract/kernel/permissions.ts';
import { checkVatNumbers } from '#server/documents/vat/check-vat-numbers.ts';
import { owesTax, vatKey } from '#server/documents/vat/reverse-charge.ts';
import { validVatNumbers } from '#server/documents/vat/vat-check-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer, staffMember } from '#tests/support/people.ts';

/** Plays VIES' REST interface: what it says of each number, and what it was asked. */
let vies: Server;
let answers: Record<string, { status?: number; body: unknown }> = {};
let asked: { path: string | undefined; body: unknown }[] = [];
let app: TestApp;

beforeAll(async () => {
  vies = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const body = JSON.parse(text) as { countryCode: string; vatNumber: string };
      asked.push({ path: request.url, body });
      const { status = 200, body: said } = answers[`${body.countryCode}${body.vatNumber}`] ?? {
        body: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] },
      };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof said === 'string' ? said : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => vies.listen(0, '127.0.0.1', resolve));
  const { port } = vies.address() as { port: number };
  app = await startApp({ VARIANT: 'lt', VIES_URL: `http://127.0.0.1:${port}/rest-api/` });
});
afterAll(async () => {
  await app.close();
  await new Promise((resolve) => vies.close(resolve));
});
beforeEach(() => {
  answers = {};
  asked = [];
});

const check = () => checkVatNumbers(app.platform, app.clock.now());
const stateOf = async (vat_number: string) =>
  await app.platform.database.db
    .selectFrom('vat_checks')
    .select(['status', 'name'])
    .where('vat_number', '=', vat_number)
    .executeTakeFirst();
async function clientWith(vat_number: string): Promise<void> {
  const { id } = await registeredCustomer(app);
  await app.platform.database.db.updateTable('clients').set({ vat_number }).where('id', '=', id).execute();
}
const said = (valid: boolean, name = '---') => ({ body: { valid, name, requestDate: '2026-11-23' } });

describe("a buyer's VAT number", () => {
  it('waits until VIES answers, and is valid then', async () => {
    await clientWith('de 123-456-789');
    expect(await check()).toBe(0);
    expect(asked).toEqual([
      {
        path: '/rest-api/check-vat-number',
        body: { countryCode: 'DE', vatNumber: '123456789' },
      },
    ]);
    expect(await stateOf('DE123456789')).toEqual({ status: 'pending', name: null });
    answers['DE123456789'] = said(true, 'Sonne GmbH');
    expect(await check()).toBe(1);
    expect(await stateOf('DE123456789')).toEqual({ status: 'valid', name: 'Sonne GmbH' });
    expect(await validVatNumbers(app.platform.db, ['DE123456789', 'FR1'])).toEqual(new Set(['DE123456789']));
    asked = [];
    await check();
    expect(asked).toEqual([]);
  });

  it('is invalid when VIES says so', async () => {
    await clientWith('PL0000000000');
    answers['PL0000000000'] = said(false);
    await check();
    expect(await stateOf('PL0000000000')).toMatchObject({ status: 'invalid' });
  });

  it.each([
    ['an error', { status: 500, body: { valid: true } }],
    ['words', { body: 'maintenance' }],
    ['something else', { body: { isValid: true } }],
  ])('goes on waiting when VIES answers with %s', async (_, answer) => {
    await clientWith('LV40003245752');
    answers['LV40003245752'] = answer;
    await check();
    expect(await stateOf('LV40003245752')).toMatchObject({ status: 'pending' });
  });

  it('is asked about again after a month, and keeps its answer until then', async () => {
    await clientWith('EE100931558');
    answers['EE100931558'] = said(true);
    await check();
    app.clock.advance(31 * 86_400);
    delete answers['EE100931558'];
    await check();
    expect(asked.filter(({ body }) => JSON.stringify(body).includes('100931558'))).toHaveLength(2);
    expect(await stateOf('EE100931558')).toMatchObject({ status: 'valid' });
  });

  it.each(['LT100001234567', 'UA123456789', 'немає', 'DE', '123456789'])(
    '%s is nothing to ask about',
    async (written) => {
      const allChecks = () =>
        app.platform.database.db.selectFrom('vat_checks').select('vat_number').execute();
      const before = await allChecks();
      await clientWith(written);
      await check();
      expect(await allChecks()).toEqual(before);
    },
  );
});

describe("a client's check as staff see it", () => {
  const path = (id: string) => `/api/admin/clients/${id}/vat-check`;
  const as = async (permission: Permission) => (await staffMember(app, { permissions: [permission] })).token;

  it('is read, and asked again while the last answer holds', async () => {
    const token = await as('clients.write');
    const { id } = await registeredCustomer(app);
    const write = (vat_number: string | null) =>
      app.platform.db.updateTable('clients').set({ vat_number }).where('id', '=', id).execute();
    const read = async () => (await app.call('GET', path(id), { token })).body.data;
    const unasked = { status: null, is_waiting: false };
    expect(await read()).toMatchObject({ number: null, ...unasked });
    await write('LT100001234567');
    expect(await read()).toMatchObject({ number: 'LT100001234567', ...unasked });
    expect((await app.call('POST', path(id), { token })).body.data).toMatchObject(unasked);
    await write('FR 40303265045');
    expect(await read()).toMatchObject({ number: 'FR40303265045', status: 'pending', is_waiting: true });
    answers['FR40303265045'] = said(true, 'SAS Soleil');
    await check();
    expect(await read()).toMatchObject({ status: 'valid', is_waiting: false, name: 'SAS Soleil' });
    app.clock.advance(60);
    const asked = await app.call('POST', path(id), { token });
    expect([asked.status, asked.body.data]).toMatchObject([200, { status: 'valid', is_waiting: true }]);
    answers['FR40303265045'] = said(false);
    app.clock.advance(60);
    await check();
    expect(await read()).toMatchObject({ status: 'invalid', is_waiting: false });
  });

  it('is asked by those who may change clients', async () => {
    const { id } = await registeredCustomer(app);
    expect((await app.call('POST', path(id), { token: await as('clients.read') })).status).toBe(403);
    expect((await app.call('GET', path(id), { token: await as('tariffs.read') })).status).toBe(403);
    const token = await as('clients.write');
    expect((await app.call('GET', path(crypto.randomUUID()), { token })).status).toBe(404);
    expect((await app.call('POST', path(crypto.randomUUID()), { token })).status).toBe(404);
  });
});

describe('who owes the tax', () => {
  const valid = new Set(['DE123456789', 'LT100001234567', 'GB123456789']);

  it.each([
    ['DE 123456789', true],
    ['de123456789', true],
    ['DE999999999', false],
    ['LT100001234567', false],
    ['GB123456789', false],
    [null, false],
  ])('of a Lithuanian sale to %s: the buyer %s', (vat_number, owes) => {
    expect(owesTax({ vat_number }, { variant: 'lt', valid })).toBe(owes);
  });

  it('of a Ukrainian sale is the seller', () => {
    expect(owesTax({ vat_number: 'DE123456789' }, { variant: 'ua', valid })).toBe(false);
  });

  it('is known by the number however it is written', () => {
    expect(['EL 123456789', 'at-u12345678', 'XX1', ''].map(vatKey)).toEqual([
      'EL123456789',
      'ATU12345678',
      null,
      null,
    ]);
  });
});
