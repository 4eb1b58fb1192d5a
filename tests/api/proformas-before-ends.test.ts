import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SettingInput } from '#contract/company/settings.ts';
import { issueDueProformas } from '#server/documents/before-end/issue-due-proformas.ts';
import { newId } from '#server/kernel/ids.ts';
import { currentMailFacts } from '#server/subscriptions/forecast-subscription.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { moveToNoon } from '#tests/support/subscriptions/noon.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import {
  daysAhead,
  likeThis,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  // Without workers: only the test lets time pass.
  app = await startApp({ ROLES: 'web' });
  moveToNoon(app.clock);
  admin = await staffMember(app);
  tariffId = await newTariff(app, { month: 10_000, year: 100_000 });
});
afterAll(() => app.close());

const set = async (input: SettingInput) => {
  const answer = await app.call('POST', '/api/admin/settings', { token: admin.token, body: input });
  expect(answer.status).toBe(201);
};
const setCompany = (name = 'Оператор') =>
  set({
    key: 'company_details',
    value: {
      name,
      account: 'UA213223130000026007233566001',
      code: '32855961',
      bank: '',
      mfo: '',
      address: '',
      vat_number: '',
      director: '',
      tax_note: '',
    },
  });
const issue = (options = {}) => issueDueProformas(app.platform, app.clock.now(), options);
const bill = () => runBilling(app.platform.subscriptions);
const documentsOf = (id: string) =>
  app.platform.db
    .selectFrom('documents')
    .select(['id', 'number', 'status', 'total', 'due_on', 'issued_on', 'locale', 'created_by'])
    .where('client_id', '=', id)
    .orderBy('created_at')
    .execute();
const mailKindsOf = async (id: string) => (await mailsOf(app, id)).map(({ kind }) => kind);
/** Nobody else's time has come. */
const sweep = () =>
  app.platform.db
    .updateTable('clients')
    .set({ trial_ends: daysAhead(app, 400), next_event_at: daysAhead(app, 400) })
    .where('status', 'in', ['trial', 'active'])
    .execute();
const client = (options: Partial<SubscriberOptions> = {}) =>
  subscriber(app, { tariffId, endsIn: 5, ...options });

describe('a proforma before an end', () => {
  beforeAll(() => setCompany());
  beforeEach(sweep);

  it('is issued for what is missing, once, and mailed where no reminder comes that day', async () => {
    const { id } = await client({ balance: 3_000, more: { next_event_at: daysAhead(app, 1) } });
    expect([await issue(), await issue()]).toEqual([1, 0]);
    const [document, ...others] = await documentsOf(id);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ status: 'open', total: 7_000, locale: 'en', created_by: null });
    expect(await mailKindsOf(id)).toEqual(['proforma_issued']);
    const { body } = await app.call('GET', `/api/admin/clients/${id}/activity`, admin);
    expect(body.data).toMatchObject([{ action: 'client.proforma', actor: { kind: 'system' } }]);
  });

  it('is named by the reminder of its day, and by later ones while it is open', async () => {
    const end = daysAhead(app, 7);
    const { id } = await client({
      more: { trial_ends: end, anchor: end, settled_at: daysAhead(app, -1) },
    });
    await bill();
    const [document] = await documentsOf(id);
    const [reminder, ...others] = await mailsOf(app, id);
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({
      kind: 'payment_reminder',
      data: { number: document?.number, rest: 10_000, amount: 10_000, days: 7 },
    });
    // Part of it is paid: the next reminder says what is left.
    await app.platform.db
      .updateTable('documents')
      .set({ paid_amount: 4_000 })
      .where('id', '=', document?.id ?? '')
      .execute();
    const facts = () =>
      currentMailFacts(
        app.platform.subscriptions,
        app.platform.db,
        { kind: 'payment_reminder', clientId: id },
        app.clock.now(),
      );
    expect(await facts()).toMatchObject({ number: document?.number, rest: 6_000 });
    await app.platform.db
      .updateTable('documents')
      .set({ status: 'cancelled' })
      .where('id', '=', document?.id ?? '')
      .execute();
    expect(await facts()).toMatchObject({ number: null, rest: null, amount: 10_000 });
    expect(await issue()).toBe(0); // once for an end, whatever became of it
  });

  it('waits for the reminder that comes later on its day', async () => {
    // Kyiv's day has 24 hours on: the reminder of the last day is in some hours.
    const end = new Date(app.clock.now().getTime() + 86_400_000 + 60_000);
    const { id } = await client({
      more: { trial_ends: end, anchor: end, next_event_at: daysAhead(app, 0.9) },
    });
    expect(await issue()).toBe(1);
    expect(await mailKindsOf(id)).toEqual([]);
  });

  it.each([
    ['a yearly period', { billingPeriod: 'year' as const }, 100_000],
    ['a free period', { status: 'trial' as const }, 10_000],
    ['debts', { balance: -500 }, 10_500],
  ])('asks for the whole of %s', async (_what, options, total) => {
    const { id } = await client(options);
    await issue();
    expect(await documentsOf(id)).toMatchObject([{ total }]);
  });

  it('asks for the tariff that comes, for its recommended days, and to be paid by a late end', async () => {
    const dearer = await newTariff(app, { month: 30_000 });
    await app.platform.db
      .updateTable('tariffs')
      .set({ recommended_days: 60 })
      .where('id', '=', dearer)
      .execute();
    const { id } = await client({
      balance: 12_000,
      endsIn: 60,
      more: { next_tariff_id: dearer, next_billing_period: 'month' },
    });
    expect(await issue()).toBe(0);
    await set({ key: 'proforma_days_before', value: 90 });
    expect(await issue()).toBe(1);
    const end = daysAhead(app, 60).toLocaleDateString('sv', { timeZone: 'Europe/Kyiv' });
    expect(await documentsOf(id)).toMatchObject([{ total: 48_000, due_on: end }]);
    await set({ key: 'proforma_days_before', value: 7 });
  });

  it.each([
    ['whom the balance covers', { balance: 10_000 }],
    ['whose end is far', { endsIn: 8 }],
    ['whose end is over', { endsIn: -1 }],
    ['in grace', { status: 'grace' as const, endsIn: -2 }],
    ['blocked by the lifecycle', { status: 'blocked' as const, endsIn: -20 }],
    ['blocked by hand', { more: { blocked_from: 'active' as const, status: 'blocked' as const } }],
    ['that is deleted', { more: { deleted_at: new Date(0) } }],
    ['without a period yet', { status: 'unconfirmed' as const }],
    ['whose account closes before', { more: { closes_at: new Date(0) } }],
  ])('is not issued to a client %s', async (_who, options) => {
    const { id } = await client(options);
    await issue();
    expect(await documentsOf(id)).toEqual([]);
  });

  it('is not issued beside one as large, but beside a smaller one', async () => {
    const [covered, other] = [await client(), await client()];
    await openProforma(app, covered.id, { amount: 10_000 });
    await openProforma(app, other.id, { amount: 9_999 });
    expect(await issue()).toBe(1);
    expect(await documentsOf(covered.id)).toHaveLength(1);
    // Made in one millisecond, they have no order.
    const totals = (await documentsOf(other.id)).map(({ total }) => total);
    expect(new Set(totals)).toEqual(new Set([9_999, 10_000]));
  });

  it('is not issued while a card is charged by itself', async () => {
    const { id } = await client();
    const now = app.clock.now();
    const cardId = newId(now);
    await app.platform.db
      .insertInto('payment_cards')
      .values({
        id: cardId,
        client_id: id,
        provider: 'stripe',
        token_sealed: 'x',
        last4: '4242',
        created_at: now,
      })
      .execute();
    await app.platform.db
      .insertInto('auto_top_ups')
      .values({ client_id: id, enabled: true, card_id: cardId, moment: 'period_end', updated_at: now })
      .execute();
    expect(await issue()).toBe(0);
    await app.platform.db.updateTable('auto_top_ups').set({ enabled: false }).execute();
    expect(await issue()).toBe(1);
  });

  it('is not issued while nobody could pay it, during maintenance, or when it is switched off', async () => {
    const { id } = await client();
    await setCompany('');
    expect(await issue()).toBe(0);
    await setCompany();
    await set({ key: 'read_only', value: true });
    expect(await issue()).toBe(0);
    await set({ key: 'read_only', value: false });
    await set({ key: 'proforma_days_before', value: null });
    expect(await issue()).toBe(0);
    await set({ key: 'proforma_days_before', value: 7 });
    expect(await issue({ beforeReminders: true })).toBe(1);
    expect(await documentsOf(id)).toHaveLength(1);
  });

  it('is issued once to each of many, by several runs at once, without a gap in the numbers', async () => {
    const one = await client();
    const ids = [one.id, ...(await likeThis(app, one, 510))];
    await Promise.all([issue(), bill(), issue()]);
    const rows = await app.platform.db
      .selectFrom('documents')
      .select(['client_id', 'serial'])
      .where('client_id', 'in', ids)
      .orderBy('serial')
      .execute();
    expect(rows).toHaveLength(ids.length);
    expect(new Set(rows.map(({ client_id }) => client_id)).size).toBe(ids.length);
    const [first] = rows;
    expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_row, place) => (first?.serial ?? 0) + place));
  });

  it('does not stop the run when it fails', async () => {
    const { id } = await client({ balance: 10_000, endsIn: 0 });
    const { subscriptions } = app.platform;
    const broken = { ...subscriptions.proformas, issueDue: () => Promise.reject(new Error('no paper')) };
    await runBilling({ ...subscriptions, proformas: broken, log: { info: () => {}, error: () => {} } });
    const { balance } = await app.platform.db
      .selectFrom('clients')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(0);
  });
});

describe.each([[0], [91], [1.5], ['7']])('the setting of %j days', (value) => {
  it('is refused', async () => {
    const body = { key: 'proforma_days_before', value };
    const answer = await app.call('POST', '/api/admin/settings', { token: admin.token, body });
    expect(answer.status).toBe(422);
  });
});
