import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargeCard } from '#server/payments/cards/charge-card.ts';
import { issueDueProformas } from '#server/documents/before-end/issue-due-proformas.ts';
import { runAutoTopUps } from '#server/payments/cards/run-auto-top-ups.ts';
import { newId } from '#server/kernel/ids.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { notify } from '#tests/support/processes/gateways/payments.ts';
import type { PlayedGateway } from '#tests/support/processes/gateways/played-gateway.ts';
import { playMonobank } from '#tests/support/processes/gateways/played-monobank.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { clientRow, linesOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let gateway: PlayedGateway;
let admin: Person;
beforeAll(async () => {
  gateway = await playMonobank();
  app = await startApp({ ROLES: 'web', PAYMENTS: 'monobank', ...gateway.environment });
  admin = await staffMember(app);
});
afterAll(async () => {
  const proof = await verifyLedger(app.platform.database, app.clock.now());
  await app.close();
  await gateway.close();
  expect(proof.broken_client_ids).toEqual([]);
});

const setCompany = (name = 'Оператор', account = 'UA213223130000026007233566001') => {
  const value = { name, account, code: '32855961', bank: '', mfo: '', address: '', vat_number: '' };
  const body = {
    key: 'company_details',
    value: { ...value, director: '', tax_note: '' },
  };
  return app.call('POST', '/api/admin/settings', { token: admin.token, body });
};
const makeOwn = async ({ token }: Person, amount: number) =>
  (await app.call('POST', '/api/auth/me/documents', { token, body: { amount } })).body.data;
const read = async (id: string) =>
  (await app.call('GET', `/api/admin/documents/${id}`, { token: admin.token })).body.data;
const begin = ({ token }: Person, body: object) =>
  app.call('POST', '/api/auth/me/payments', { token, body: { method: 'monobank', ...body } });
const paid = async (id: string) => {
  const order = gateway.orders.find(({ reference }) => reference.endsWith(id));
  if (!order) throw new Error('the gateway knows nothing of it');
  order.state = 'paid';
  expect(await notify(app, gateway, order)).toBe(200);
  return order;
};
const paymentWay = async ({ token }: Person, query = '') =>
  (await app.call('GET', `/api/auth/me/payment${query}`, { token, locale: 'uk' })).body.data;

describe('a document that its customer pays online', () => {
  beforeAll(() => setCompany());

  it('is paid by the money that came for what was left of it', async () => {
    const person = await registeredCustomer(app);
    const { id, number } = await makeOwn(person, 45_000);
    await app.platform.db.updateTable('documents').set({ paid_amount: 5_000 }).where('id', '=', id).execute();
    const { status, body } = await begin(person, { document_id: id });
    expect(status).toBe(201);
    expect(await paid(body.data.id)).toMatchObject({ amount: 40_000 });
    expect(await read(id)).toMatchObject({
      status: 'paid',
      paid_amount: 45_000,
      payment_id: body.data.id,
    });
    expect(await linesOf(app, person.id)).toMatchObject([{ amount: 40_000, invoice: number }]);
    expect((await begin(person, { document_id: id })).body.code).toBe('not_open');
  });

  it.each(['cancelled', 'paid'] as const)(
    'may be %s meanwhile: the money stays in the wallet',
    async (state) => {
      const person = await registeredCustomer(app);
      const { id } = await makeOwn(person, 10_000);
      const { body } = await begin(person, { document_id: id });
      const paid_at = state === 'paid' ? app.clock.now() : null;
      await app.platform.db
        .updateTable('documents')
        .set({ status: state, paid_at })
        .where('id', '=', id)
        .execute();
      await paid(body.data.id);
      expect((await clientRow(app, person.id)).balance).toBe(10_000);
      expect(await read(id)).toMatchObject({ status: state, paid_amount: 0, payment_id: null });
    },
  );

  it('is paid by its sum alone, and that of the period’s end by more too', async () => {
    const person = await registeredCustomer(app);
    const { id, number } = await makeOwn(person, 45_000);
    const less = await begin(person, { amount: 44_999 });
    const same = await begin(person, { amount: 45_000 });
    await paid(less.body.data.id);
    expect(await read(id)).toMatchObject({ status: 'open', paid_amount: 0 });
    // A second payment of the same sum finds it paid.
    const second = await begin(person, { amount: 45_000 });
    await paid(same.body.data.id);
    await paid(second.body.data.id);
    expect(await read(id)).toMatchObject({ status: 'paid', payment_id: same.body.data.id });
    expect((await linesOf(app, person.id)).map(({ invoice }) => invoice)).toEqual([null, number, null]);

    const tariffId = await newTariff(app, { month: 10_000 });
    const payer = await registeredCustomer(app);
    await app.platform.db
      .updateTable('clients')
      .set({
        tariff_id: tariffId,
        status: 'active',
        trial_ends: new Date(app.clock.now().getTime() + 86_400_000),
      })
      .where('id', '=', payer.id)
      .execute();
    await issueDueProformas(app.platform, app.clock.now());
    const { body } = await begin(payer, { amount: 30_000 });
    await paid(body.data.id);
    const documents = await app.platform.db
      .selectFrom('documents')
      .select(['status', 'total', 'paid_amount'])
      .where('client_id', '=', payer.id)
      .execute();
    expect(documents).toEqual([{ status: 'paid', total: 10_000, paid_amount: 30_000 }]);
  });

  it('is one’s own, and says its amount itself', async () => {
    const [person, other] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { id } = await makeOwn(person, 10_000);
    for (const [who, body, field] of [
      [other, { document_id: id }, 'document_id'],
      [person, { document_id: crypto.randomUUID() }, 'document_id'],
      [person, { document_id: 'x' }, 'document_id'],
      [person, { document_id: id, amount: 10_000 }, 'amount'],
      [person, {}, 'amount'],
    ] as const) {
      const answer = await begin(who, body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });

  it('is paid by the card that is charged by itself, if it was issued for that end', async () => {
    const tariffId = await newTariff(app, { month: 10_000 });
    const { id } = await subscriber(app, { tariffId, endsIn: 0.5 });
    await issueDueProformas(app.platform, app.clock.now());
    const now = app.clock.now();
    const cardId = newId(now);
    const token_sealed = app.platform.secrets.seal('card-of-test');
    await app.platform.db
      .insertInto('payment_cards')
      .values({
        id: cardId,
        client_id: id,
        provider: 'monobank',
        token_sealed,
        last4: '4242',
        created_at: now,
      })
      .execute();
    await app.platform.db
      .insertInto('auto_top_ups')
      .values({ client_id: id, enabled: true, card_id: cardId, moment: 'period_end', updated_at: now })
      .execute();
    await runAutoTopUps(app.platform, now);
    const [charge] = await app.platform.db.selectFrom('auto_charges').select('id').execute();
    await chargeCard(app.platform, charge?.id ?? '', now);
    const documents = await app.platform.db
      .selectFrom('documents')
      .select(['status', 'paid_amount'])
      .where('client_id', '=', id)
      .execute();
    expect(documents).toEqual([{ status: 'paid', paid_amount: 10_000 }]);
  });
});

describe('the QR code of how to pay', () => {
  const linesIn = (data: string) =>
    new TextDecoder('windows-1251')
      .decode(Buffer.from(data.replace('https://bank.gov.ua/qr/', ''), 'base64url'))
      .split('\n');

  it('is absent without an account, or one that no bank takes', async () => {
    const person = await registeredCustomer(app);
    await setCompany('', '');
    expect(await paymentWay(person)).toMatchObject({ company: null, qr: null });
    await setCompany('Оператор', 'UA00');
    expect(await paymentWay(person)).toMatchObject({ company: { account: 'UA00' }, qr: null });
    await setCompany();
  });

  it('asks for what is missing by the code, or for the amount that is asked for', async () => {
    const person = await registeredCustomer(app);
    const tariff_id = await newTariff(app, { month: 10_000 });
    await app.platform.db.updateTable('clients').set({ tariff_id }).where('id', '=', person.id).execute();
    const first = await paymentWay(person);
    expect(first.purpose).toContain(first.code);
    expect(first.qr).toMatchObject({ standard: 'nbu', amount: 10_000, purpose: first.purpose });
    expect(linesIn(first.qr.data)[11]).toBe(first.purpose);
    expect(first.qr.picture).toMatch(/^<svg .*<\/svg>$/);
    expect(first.qr.picture.length).toBeLessThan(20_000);
    // An open proforma has a code of its own, so it changes nothing here.
    await makeOwn(person, 45_000);
    const { qr } = await paymentWay(person, '?amount=119400');
    expect(qr).toMatchObject({ amount: 119_400, purpose: first.purpose });
    expect(linesIn(qr.data).slice(6, 8)).toEqual(['UA213223130000026007233566001', 'UAH1194.00']);
    expect((await paymentWay(person)).qr).toMatchObject({ amount: 10_000 });
  });

  it.each(['99', '0', '-100', '1.5', '', '100000000001', 'x'])('refuses %j as an amount', async (amount) => {
    const person = await registeredCustomer(app);
    const query = new URLSearchParams({ amount });
    const answer = await app.call('GET', `/api/auth/me/payment?${query}`, { token: person.token });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']]);
  });

  it('of an open proforma asks for what is left of it, by its number', async () => {
    const [person, other] = [await registeredCustomer(app), await registeredCustomer(app)];
    const { id, number } = await makeOwn(person, 45_000);
    await app.platform.db.updateTable('documents').set({ paid_amount: 5_000 }).where('id', '=', id).execute();
    const code = ({ token }: Person) => app.call('GET', `/api/auth/me/documents/${id}/code`, { token });
    const { data } = (await code(person)).body;
    expect(data).toMatchObject({ standard: 'nbu', amount: 40_000 });
    expect(linesIn(data.data)[7]).toBe('UAH400.00');
    expect(linesIn(data.data)[11]).toContain(number);
    expect((await code(other)).status).toBe(404);
    await app.platform.db
      .updateTable('documents')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .execute();
    expect((await code(person)).body.code).toBe('not_open');
  });

  it('is not for less than gateways take, nor are a payment and a proforma', async () => {
    const person = await registeredCustomer(app);
    const { token } = person;
    for (const answer of [
      await begin(person, { amount: 99 }),
      await app.call('POST', '/api/auth/me/documents', { token, body: { amount: 99 } }),
    ]) {
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']]);
    }
  });
});

describe('what is open', () => {
  const summary = async (who: Person = admin) => app.call('GET', '/api/admin/documents/summary', who);

  it('is counted with what is left of it, and apart where it is overdue', async () => {
    await setCompany();
    await app.platform.db
      .updateTable('documents')
      .set({ status: 'cancelled', paid_at: null })
      .where('status', 'in', ['open'])
      .execute();
    const person = await registeredCustomer(app);
    const { id } = await makeOwn(person, 45_000);
    await app.platform.db.updateTable('documents').set({ paid_amount: 5_000 }).where('id', '=', id).execute();
    expect((await summary()).body.data).toMatchObject({
      open: { count: 1, amount: 40_000 },
      overdue: { count: 0, amount: 0 },
      lacks_company: false,
    });
    app.clock.advance(20 * 86_400);
    admin = await staffMember(app);
    const { data } = (await summary()).body;
    expect(data.overdue).toEqual({ count: 1, amount: 40_000 });
    const link = `/api/admin/documents?filter[status][eq]=open&filter[client_deleted][eq]=false&filter[due_on][lt]=${data.today}`;
    expect((await app.call('GET', link, admin)).body.meta.total).toBe(1);
    await setCompany('');
    expect((await summary()).body.data.lacks_company).toBe(true);
  });

  it('is for those who may see payments', async () => {
    const other = await staffMember(app, { permissions: ['clients.read'] });
    expect((await summary(other)).status).toBe(403);
  });
});
