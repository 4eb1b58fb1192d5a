import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forecastAll } from '#server/reports/forecast-all.ts';
import { addDays, startOfDay } from '#server/kernel/periods.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import {
  daysAhead,
  mailsOf,
  newTariff,
  subscriber,
  type SubscriberOptions,
} from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let reader: Person;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  reader = await staffMember(app, { permissions: ['clients.read', 'settings.read'] });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const client = (options: Partial<SubscriberOptions> = {}) => subscriber(app, { tariffId, ...options });
const get = (path: string, locale = 'en') =>
  app.call('GET', `/api/admin/${path}`, { token: reader.token, locale });
interface Entry {
  date: string;
  event: string;
  rule: string;
  amount?: number;
  period_start?: string;
  period_end?: string;
}
const forecast = async (id: string, locale?: string): Promise<Entry[]> =>
  (await get(`clients/${id}/forecast`, locale)).body.data;

describe('the forecast of a client', () => {
  it('tells everything up to the deletion, in order, each with its rule', async () => {
    const { id } = await client({ endsIn: 10, balance: 10_500 });
    const entries = await forecast(id);
    expect(entries.map(({ event, amount }) => [event, ...(amount ? [amount] : [])])).toEqual([
      ['charge', 10_000],
      ['reminder'],
      ['reminder'],
      ['reminder'],
      ['grace'],
      ['block'],
      ['deletion_warning'],
      ['deletion_warning'],
      ['deletion'],
    ]);
    const dates = entries.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted());
    expect(entries[1]?.rule).toBe('7 days before the end, if the balance doesn’t cover the next period');
    expect(entries.at(-1)?.rule).toBe('30 days after the suspension');
    expect((await forecast(id, 'uk'))[3]?.rule).toMatch(/^За 1 день до кінця/);
  });

  it('is begun in the client’s own row: what the next period costs, and what lacks for it', async () => {
    const next = async (options: Partial<SubscriberOptions>) =>
      (await get(`clients/${(await client(options)).id}`)).body.data.next_payment;
    const covered = await next({ endsIn: 10, balance: 10_500 });
    expect(covered).toMatchObject({ amount: 10_000, missing: 0 });
    expect(Date.parse(covered.date)).toBeGreaterThan(app.clock.now().getTime());
    expect(await next({ endsIn: 10, balance: 400 })).toMatchObject({ amount: 10_000, missing: 9600 });
    const free = await newTariff(app, { month: 0 });
    expect(await next({ endsIn: 10, tariffId: free })).toBeNull();
  });

  it('says of each charge which period it pays for, and of nothing else', async () => {
    const { id } = await client({ endsIn: 10, balance: 20_500 });
    const entries = await forecast(id);
    const [first, second] = entries.filter(({ event }) => event === 'charge');
    expect(first?.period_start).toBe(first?.date);
    expect(first?.period_end).toBe(second?.date);
    const grace = entries.find(({ event }) => event === 'grace');
    expect([second?.period_start, second?.period_end]).toEqual([second?.date, grace?.date]);
    expect(entries.filter(({ period_start }) => period_start !== undefined)).toEqual([first, second]);
  });

  it('comes true', async () => {
    const { id } = await client({ status: 'trial', endsIn: 2 });
    const told = await forecast(id);
    for (let passed = 0; passed < 48; passed += 1) {
      app.clock.advance(86_400);
      await runBilling(app.platform.subscriptions);
    }
    const kinds = (await mailsOf(app, id)).map(({ kind }) => kind);
    const mailOf: Record<string, string> = {
      reminder: 'trial_ending',
      grace: 'payment_due',
      block: 'access_blocked',
      deletion_warning: 'deletion_warning',
      deletion: 'data_deleted',
    };
    expect(kinds).toEqual(told.map(({ event }) => mailOf[event]));
    reader = await staffMember(app, { permissions: ['clients.read', 'settings.read'] });
    expect(await forecast(id)).toEqual([]);
  });

  it('begins now, whether or not what is past was written yet', async () => {
    const { id } = await client({ endsIn: -1, more: { settled_at: daysAhead(app, -2) } });
    const entries = await forecast(id);
    expect(entries.map(({ event }) => event)).toEqual([
      'block',
      'deletion_warning',
      'deletion_warning',
      'deletion',
    ]);
  });

  it('ends after 24 months for whom the balance lasts longer', async () => {
    const { id } = await client({ endsIn: 1, balance: 10_000_000 });
    const entries = await forecast(id);
    expect(new Set(entries.map(({ event }) => event))).toEqual(new Set(['charge']));
    expect(entries).toHaveLength(24);
  });

  it.each([
    ['deleted', { more: { deleted_at: new Date(0), next_event_at: null } }],
    ['blocked by hand', { status: 'blocked' as const, more: { blocked_from: 'active' as const } }],
    [
      'unconfirmed',
      { status: 'unconfirmed' as const, more: { trial_ends: null, settled_at: null, anchor: null } },
    ],
    ['archived', { status: 'archived' as const, endsIn: -60 }],
  ])('is empty for whom time stands still: %s', async (_what, options) => {
    const { id } = await client(options);
    expect(await forecast(id)).toEqual([]);
  });

  it('is a 404 for a strange id', async () => {
    expect((await get('clients/0197a3c0-0000-7000-8000-000000000001/forecast')).status).toBe(404);
  });
});

describe('an email in the log', () => {
  it('says which rule sent it and what comes next', async () => {
    const { id } = await client({
      status: 'active',
      endsIn: 2,
      balance: 1,
      more: { settled_at: new Date(0) },
    });
    await runBilling(app.platform.subscriptions);
    const list = await get(`emails?filter[client_id][eq]=${id}`);
    expect(list.body.data).toHaveLength(1);
    const { body } = await get(`emails/${list.body.data[0].id}`);
    expect(body.data).toMatchObject({
      kind: 'payment_reminder',
      reason: 'The balance doesn’t cover the next period',
      next: { event: 'reminder' },
    });
    expect(body.data.text).toContain('₴');
    expect(body.data.text).toContain(`${app.platform.config.publicUrl}/account`);
  });
});

describe('the forecast of everybody', () => {
  it('is the sum of each one’s own, whatever their states and terms', async () => {
    const yearly = await newTariff(app, { month: 12_000, year: 100_000 });
    const free = await newTariff(app, { month: 0, year: 0 });
    const own = { term_without_payment_days: 2, database_retention_days: 5 };
    const cast: Partial<SubscriberOptions>[] = [
      { status: 'trial', endsIn: 4 },
      { endsIn: 3, balance: 35_000 },
      { endsIn: 6, balance: 100_000, tariffId: yearly, billingPeriod: 'year' },
      { endsIn: 2, tariffId: free },
      { status: 'grace', endsIn: -3 },
      { status: 'grace', endsIn: -1, more: own },
      { status: 'blocked', endsIn: -20 },
      { status: 'blocked', endsIn: -9, more: { deletion_not_before: daysAhead(app, 31) } },
      { endsIn: 5, balance: 12_000, more: { next_tariff_id: yearly, next_billing_period: 'month' } },
      { endsIn: 5, balance: 99_999, more: { ...own, next_tariff_id: yearly, next_billing_period: 'year' } },
      { endsIn: 5, balance: 50_000, more: { deleted_at: app.clock.now() } },
    ];
    for (const one of cast) await client(one);
    const { database, subscriptions } = app.platform;
    await runBilling(subscriptions);
    const now = app.clock.now();
    const general = await generalTerms(subscriptions, database.db);
    const { days, total } = await forecastAll(database.exports, { now, days: 60, general });

    const end = addDays(startOfDay(days.at(-1)?.day ?? '', general.timeZone), 1, general.timeZone);
    const ids = await database.db.selectFrom('clients').select('id').execute();
    const each = await Promise.all(ids.map(({ id }) => forecastSubscription(subscriptions, id, now)));
    const events = each.flat().filter(({ date }) => date < end);
    const of = (wanted: string) => events.filter(({ event }) => event === wanted);
    expect(total).toEqual({
      charges: {
        count: of('charge').length,
        sum: of('charge').reduce((sum, { amount = 0 }) => sum + amount, 0),
      },
      graces: of('grace').length,
      blocks: of('block').length,
      deletions: of('deletion').length,
    });
    for (const { day, charges, graces } of days) {
      const today = events.filter(
        ({ date }) =>
          startOfDay(day, general.timeZone) <= date &&
          date < addDays(startOfDay(day, general.timeZone), 1, general.timeZone),
      );
      expect([charges.count, graces]).toEqual([
        today.filter(({ event }) => event === 'charge').length,
        today.filter(({ event }) => event === 'grace').length,
      ]);
    }
    expect(Math.min(total.charges.count, total.graces, total.blocks, total.deletions)).toBeGreaterThan(1);
  });
});
