import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EventType, eventTypeNames } from '#contract/panel/event-types.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { newId } from '#server/kernel/ids.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { reportUsage } from '#server/subscriptions/watch-usage.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  tariffId = await newTariff(app, { turnover: 1_000 });
});
afterEach(() => listen([]));
afterAll(() => app.close());

const db = () => app.platform.database.db;
const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/admin/${path}`, { token: admin.token, ...(body !== undefined && { body }) });

/** One listener, for these types. */
async function listen(events: readonly EventType[]) {
  await db().deleteFrom('event_listeners').execute();
  if (events.length === 0) return;
  const expires_at = new Date(app.clock.now().getTime() + 365 * 86_400_000);
  await db()
    .insertInto('event_listeners')
    .values({ id: newId(app.clock.now()), events: [...events], expires_at })
    .execute();
}
const recorded = async (clientId: string) =>
  (
    await db().selectFrom('events').select('type').where('client_id', '=', clientId).orderBy('seq').execute()
  ).map(({ type }) => type);

describe('events', () => {
  it('of a client and its cabinet are recorded with what causes them, in order', async () => {
    await listen(eventTypeNames);
    const { id } = await customerWithCabinet(app);
    expect(await recorded(id)).toEqual(['client.registered', 'client.confirmed', 'cabinet.active']);
    await call('PUT', `clients/${id}`, { name: 'Інша назва' });
    await call('PUT', `clients/${id}`, { name: 'Інша назва' });
    await call('PUT', `clients/${id}`, { status: 'blocked' });
    await until('the suspension', async () => (await recorded(id)).includes('cabinet.suspended'));
    await call('PUT', `clients/${id}`, { status: 'active' });
    await until('the return', async () => (await recorded(id)).includes('cabinet.resumed'));
    await call('DELETE', `clients/${id}/delete`);
    await call('POST', `clients/${id}/restore`);
    const types = await recorded(id);
    expect(types.filter((type) => type.startsWith('client.')).slice(2)).toEqual([
      'client.changed',
      'client.changed',
      'client.blocked',
      'client.unblocked',
      'client.changed',
      'client.deleted',
      'client.restored',
    ]);
  });

  it('of money are recorded with the payment, the document and the charge', async () => {
    await listen(eventTypeNames);
    const value = { name: 'Оператор', account: 'UA213223130000026007233566001', code: '32855961' };
    const details = { bank: 'Банк', mfo: '', address: '', vat_number: '', director: '', tax_note: '' };
    await call('POST', 'settings', {
      key: 'company_details',
      value: { ...value, ...details },
    });
    const { id } = await subscriber(app, { tariffId, balance: 0, endsIn: 5 });
    const proforma = await call('POST', `clients/${id}/documents`, { kind: 'proforma', amount: 20_000 });
    const paid = await call('POST', `clients/${id}/replenish`, {
      service: 'cash',
      amount: 20_000,
      document_id: proforma.body.data.id,
    });
    expect(paid.status).toBe(201);
    const payments = await call('GET', `payments?filter[client_id][eq]=${id}`);
    const refund = { amount: 5_000, reason: 'Зайве', reference: 'R-1' };
    const refunded = await call('POST', `payments/${payments.body.data[0].id}/refund`, refund);
    expect(refunded.status).toBe(200);
    expect(await recorded(id)).toEqual([
      'document.issued',
      'document.paid',
      'payment.succeeded',
      'payment.refunded',
    ]);
    app.clock.advance(6 * 86_400);
    admin = await staffMember(app);
    await runBilling(app.platform.subscriptions);
    expect(await recorded(id)).toContain('subscription.charged');
    app.clock.advance(70 * 86_400);
    admin = await staffMember(app);
    await runBilling(app.platform.subscriptions);
    expect(await recorded(id)).toEqual(
      expect.arrayContaining(['subscription.grace', 'client.blocked', 'client.archived']),
    );
  });

  it('of a change of tariff are recorded when it is chosen, and when it holds', async () => {
    await listen(['subscription.changed', 'subscription.charged']);
    const [small, large] = [await newTariff(app, { month: 10_000 }), await newTariff(app, { month: 20_000 })];
    const { id } = await subscriber(app, { tariffId: small, balance: 50_000, endsIn: 5 });
    const later = await call('POST', `clients/${id}/tariff`, { tariff_id: large, when: 'period_end' });
    expect(later.status).toBe(200);
    expect(await recorded(id)).toEqual(['subscription.changed']);
    app.clock.advance(6 * 86_400);
    admin = await staffMember(app);
    await runBilling(app.platform.subscriptions);
    expect(await recorded(id)).toEqual([
      'subscription.changed',
      'subscription.changed',
      'subscription.charged',
    ]);
    const other = await subscriber(app, { tariffId: small, balance: 50_000, endsIn: 5 });
    const now = await call('POST', `clients/${other.id}/tariff`, { tariff_id: large, when: 'now' });
    expect(now.status).toBe(200);
    expect((await recorded(other.id)).filter((type) => type === 'subscription.changed')).toHaveLength(1);
  });

  it('of a limit are recorded once for each time it is exceeded', async () => {
    await listen(['limit.exceeded']);
    const { id } = await subscriber(app, { tariffId });
    const report = (monthly_turnover: number) => {
      const usage = { monthly_turnover, last_visit: null };
      const now = app.clock.now();
      return db()
        .transaction()
        .execute((tx) => reportUsage(app.platform.subscriptions, tx, { clientId: id, usage, now }));
    };
    for (const used of [1_001, 2_000, 10, 1_500]) await report(used);
    expect(await recorded(id)).toEqual(['limit.exceeded', 'limit.exceeded']);
  });

  it('are not recorded while nobody wants to know, nor for what rolls back', async () => {
    await listen(['client.blocked']);
    const { id } = await subscriber(app, { tariffId });
    await call('PUT', `clients/${id}`, { name: 'Тиха зміна' });
    expect(await recorded(id)).toEqual([]);
    const now = app.clock.now();
    const failing = db()
      .transaction()
      .execute(async (tx) => {
        await recordEvents(tx, now, [{ type: 'client.blocked', clientId: id, subjectId: id }]);
        throw new Error('after all not');
      });
    await expect(failing).rejects.toThrow('after all not');
    expect(await recorded(id)).toEqual([]);
    await call('PUT', `clients/${id}`, { status: 'blocked' });
    expect(await recorded(id)).toEqual(['client.blocked']);
  });

  it('carry what has no row with a GET', async () => {
    await listen(['alarm.raised']);
    const now = app.clock.now();
    const alarm = { id: newId(now), kind: 'ledger' };
    await recordEvents(db(), now, [
      { type: 'alarm.raised', clientId: null, subjectId: alarm.id, data: alarm },
    ]);
    const row = await db()
      .selectFrom('events')
      .select('data')
      .where('subject_id', '=', alarm.id)
      .executeTakeFirstOrThrow();
    expect(row.data).toEqual(alarm);
  });
});
