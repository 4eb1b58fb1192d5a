import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { clientRow, mailsOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { until } from '#tests/support/until.ts';
import { reportUsage } from '#server/subscriptions/watch-usage.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web,worker' });
  admin = await staffMember(app);
  tariffId = await newTariff(app, { turnover: 100_000, goods: 50 });
});
afterAll(() => app.close());

const report = (id: string, monthly_turnover: number, goods_count: number) => {
  const now = app.clock.now();
  const used = { monthly_turnover, goods_count, cash_registers: 2, last_visit: null };
  const { db, subscriptions } = app.platform;
  return db.transaction().execute((tx) => reportUsage(subscriptions, tx, { clientId: id, usage: used, now }));
};
const emailsOf = async (id: string) =>
  (await mailsOf(app, id)).map(({ kind, data }) => [kind, data.used, data.limit]);

describe('what a cabinet reports', () => {
  it('flags clients over a limit and tells them once a month for each limit', async () => {
    const { id } = await subscriber(app, { tariffId });
    await report(id, 100_000, 50);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false, cash_registers: 2 });
    await report(id, 100_001, 50);
    await report(id, 120_000, 51);
    await report(id, 130_000, 52);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: true, status: 'active' });
    expect(await emailsOf(id)).toEqual([
      ['turnover_exceeded', 100_001, 100_000],
      ['goods_exceeded', 51, 50],
    ]);
    app.clock.advance(31 * 86_400);
    await report(id, 140_000, 10);
    expect((await emailsOf(id)).at(-1)).toEqual(['turnover_exceeded', 140_000, 100_000]);
    await report(id, 5, 10);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
    admin = await staffMember(app);
  });

  it('is told again in a new month by the clock of the zone, not yet by UTC', async () => {
    const { id } = await subscriber(app, { tariffId });
    const now = app.clock.now();
    const lastEvening = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0, 20);
    app.clock.advance((lastEvening - now.getTime()) / 1000 + (lastEvening < now.getTime() ? 31 * 86_400 : 0));
    await report(id, 100_001, 0);
    app.clock.advance(3 * 3600);
    await report(id, 100_002, 0);
    expect((await emailsOf(id)).map(([, used]) => used)).toEqual([100_001, 100_002]);
    admin = await staffMember(app);
  });

  it('is held against the own limit of a client, if there is one', async () => {
    const { id } = await subscriber(app, {
      tariffId,
      more: { goods_quantity: 500, monthly_turnover_limit: 300_000 },
    });
    await report(id, 250_000, 400);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
    const { status } = await app.call('PUT', `/api/admin/clients/${id}`, {
      token: admin.token,
      body: { goods_quantity: 300 },
    });
    expect(status).toBe(200);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: true });
    expect(await emailsOf(id)).toEqual([['goods_exceeded', 400, 300]]);
  });

  it('can be filtered in the list', async () => {
    const own = await newTariff(app, { goods: 1 });
    const [over, under] = [
      await subscriber(app, { tariffId: own }),
      await subscriber(app, { tariffId: own }),
    ];
    await report(over.id, 0, 2);
    await report(under.id, 0, 1);
    const { body } = await app.call(
      'GET',
      `/api/admin/clients?filter[tariff_id][eq]=${own}&filter[over_limit][eq]=1`,
      { token: admin.token },
    );
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([over.id]);
  });
});

describe('new limits', () => {
  it('of a tariff flag its clients at once and tell them', async () => {
    const own = await newTariff(app, { goods: 100 });
    const { id } = await subscriber(app, { tariffId: own });
    const gone = await subscriber(app, { tariffId: own, more: { deleted_at: app.clock.now() } });
    for (const one of [id, gone.id]) await report(one, 0, 80);
    const put = (goods_quantity: number | null) =>
      app.call('PUT', `/api/admin/tariffs/${own}`, { token: admin.token, body: { goods_quantity } });
    expect((await put(70)).status).toBe(200);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: true });
    await until('the email', async () => (await emailsOf(id)).length > 0);
    expect(await emailsOf(id)).toEqual([['goods_exceeded', 80, 70]]);
    expect(await emailsOf(gone.id)).toEqual([]);
    await put(null);
    expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
  });

  it('come with another tariff, at once or at the end of the period', async () => {
    const [wide, narrow] = [
      await newTariff(app, { goods: 100 }),
      await newTariff(app, { goods: 10, month: 0 }),
    ];
    const plan = (id: string, when: string) =>
      app.call('POST', `/api/admin/clients/${id}/tariff`, {
        token: admin.token,
        body: { tariff_id: narrow, when },
      });
    const now = await subscriber(app, { tariffId: wide });
    const later = [
      await subscriber(app, { tariffId: wide, endsIn: 0.5 }),
      await subscriber(app, { tariffId: wide, endsIn: 0.5 }),
    ];
    for (const { id } of [now, ...later]) await report(id, 0, 50);
    expect((await plan(now.id, 'now')).status).toBe(200);
    expect(await clientRow(app, now.id)).toMatchObject({ over_limit: true });
    for (const { id } of later) {
      expect((await plan(id, 'period_end')).status).toBe(200);
      expect(await clientRow(app, id)).toMatchObject({ over_limit: false });
    }
    app.clock.advance(86_400);
    await runBilling(app.platform.subscriptions);
    for (const { id } of later) {
      expect(await clientRow(app, id)).toMatchObject({ over_limit: true, tariff_id: narrow });
    }
    for (const { id } of [now, ...later])
      expect(await emailsOf(id)).toContainEqual(['goods_exceeded', 50, 10]);
  });
});
