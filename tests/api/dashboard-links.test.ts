import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientStatuses } from '#contract/entities/client.ts';
import { nextDays } from '#contract/kernel/range-days.ts';
import type { ReportForecast, ReportSummary } from '#contract/panel/report.ts';
import { newId } from '#server/kernel/ids.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';
import { insertLines, type NewLine, storeLastTopUp } from '#server/wallet/ledger-store.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { reschedule } from '#server/subscriptions/change-terms.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { draws } from '#tests/support/draws.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import {
  clientsEnding,
  clientsIn,
  clientsSignedUp,
  clientsToCharge,
  clientsToLose,
  clientsToppedUp,
  clientsWith,
} from '#web/pages/home/list-links.ts';
import { clientsPayingFor, clientsPayingOn } from '#web/pages/home/reports/revenue-links.ts';
import { failedCabinets, trialsEnding } from '#web/pages/home/todo/todo-lists.ts';

/** Compares each figure of the dashboard with the list that its link opens, over clients of all kinds. */
let app: TestApp;
let admin: Person;
let tariffs: string[];
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  // In February a monthly period can be charged twice within thirty days.
  const february = Date.UTC(new Date(app.clock.now()).getUTCFullYear() + 1, 1, 1, 12);
  app.clock.advance((february - app.clock.now().getTime()) / 1000);
  admin = await staffMember(app);
  tariffs = [
    await newTariff(app, { month: 10_000, year: 100_000 }),
    await newTariff(app, { month: 0, year: 0 }),
    await newTariff(app, { month: 30_000, year: 40_000 }),
  ];
  for (let turn = 0; turn < 140; turn += 1) await drawnClient();
  const gone = await registeredCustomer(app);
  await registeredCustomer(app);
  await sql`update clients set deleted_at = ${app.clock.now()} where id = ${gone.id}`.execute(db());
  await runBilling(app.platform.subscriptions);
  await sql`update clients set monthly_worth = 10_000 where id in (
    select id from clients where status in ('active', 'grace') and paid_entry_id is null limit 40)`.execute(
    db(),
  );
  await sql`select fill_revenue(${app.clock.now()})`.execute(db());
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const kyiv = 'Europe/Kyiv';
const dayMs = 86_400_000;
const draw = draws(7);

/** Makes a client with some top-ups, some of them reversed; some clients are blocked by hand, and some deleted. */
async function drawnClient(): Promise<void> {
  const status = draw.from(['trial', 'active', 'active', 'grace', 'blocked', 'archived'] as const);
  const endsIn = { trial: 30, active: 30, grace: -5, blocked: -20, archived: -60 }[status];
  const term = draw.from([null, null, null, 0, 2, 30, 90]);
  const isByHand = status === 'active' && draw.below(8) === 0;
  const now = app.clock.now();
  const { id } = await subscriber(app, {
    tariffId: draw.from(tariffs),
    status,
    endsIn: endsIn < 0 ? endsIn + draw.below(4) : draw.below(endsIn),
    billingPeriod: draw.from(['month', 'month', 'year']),
    more: {
      term_without_payment_days: term,
      created_at: new Date(now.getTime() - draw.below(100) * dayMs),
      cabinet_status: draw.from(['active', 'active', 'failed']),
    },
  });
  await fillWallet(id, now);
  if (isByHand) {
    await sql`update clients set blocked_from = status, status = 'blocked', next_event_at = null where id = ${id}`.execute(
      db(),
    );
  }
  if (draw.below(6) === 0) await sql`update clients set deleted_at = ${now} where id = ${id}`.execute(db());
}

async function fillWallet(clientId: string, now: Date): Promise<void> {
  const lines: NewLine[] = [];
  let balance = 0;
  const add = (line: Omit<NewLine, 'id' | 'client_id' | 'balance_after' | 'value_date'>) => {
    balance += line.amount;
    const id = newId(line.created_at);
    const value_date = line.created_at.toISOString().slice(0, 10);
    lines.push({ id, client_id: clientId, balance_after: balance, value_date, ...line });
    return id;
  };
  const days = Array.from({ length: draw.below(4) }, () => draw.below(100)).toSorted((a, b) => b - a);
  for (const day of days) {
    const amount = draw.from([5_000, 10_000, 20_000, 100_000]);
    const at = new Date(now.getTime() - day * dayMs);
    const reverses_id = add({ kind: 'top_up', service: 'cash', amount, created_at: at });
    if (draw.below(4) === 0) add({ kind: 'reversal', amount: -amount, reverses_id, created_at: at });
  }
  await insertLines(db(), lines);
  const taken = lines.map(({ reverses_id }) => reverses_id);
  const last = lines.findLast(({ id, kind }) => kind === 'top_up' && !taken.includes(id));
  if (last) await storeLastTopUp(db(), clientId, { amount: last.amount, created_at: last.created_at });
}

async function report<Report>(path: string): Promise<Report> {
  const { status, body } = await app.call('GET', `/api/admin/reports/${path}`, admin);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** The ids in a link's list, and its total. */
async function listed(link: string): Promise<string[]> {
  const { search } = new URL(link, 'http://localhost');
  const path = `/api/admin/clients?${search.slice(1)}&limit=200`;
  const { status, body } = await app.call('GET', path, admin);
  expect(status, JSON.stringify(body)).toBe(200);
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect(body.meta.total).toBe(ids.length);
  return ids.toSorted();
}
const counted = async (link: string) => (await listed(link)).length;

describe('the figures of the dashboard', () => {
  let summary: ReportSummary;
  beforeAll(async () => {
    summary = await report('summary?days=90');
  });

  it('open the clients they count by state, tariff and cabinet', async () => {
    const { clients, revenue, failed_cabinets } = summary;
    expect(await counted(clientsWith([]))).toBe(clients.total);
    for (const status of clientStatuses) {
      expect([status, await counted(clientsIn(status))]).toEqual([status, clients.by_status[status]]);
      expect(clients.by_status[status]).toBeGreaterThan(0);
    }
    expect(await counted(clientsPayingOn(summary.to))).toBe(revenue.clients);
    expect(revenue.clients).toBeGreaterThan(0);
    for (const { id, clients: count } of revenue.tariffs) {
      expect(await counted(clientsPayingFor(id, summary.to))).toBe(count);
    }
    expect(await counted(clientsWith(failedCabinets.filters))).toBe(failed_cabinets);
    expect(failed_cabinets).toBeGreaterThan(0);
  });

  it('open the clients who registered in a step, or end soon', async () => {
    const { sign_ups, from, to, ending } = summary;
    expect(await counted(clientsSignedUp({ from, to }))).toBe(sign_ups.total);
    for (const step of sign_ups.steps) {
      expect([step, await counted(clientsSignedUp(step))]).toEqual([step, step.count]);
    }
    for (const one of ending) {
      for (const kind of ['trial', 'active'] as const) {
        expect([kind, await counted(clientsEnding(one, kind))]).toEqual([kind, one[kind]]);
        expect(one[kind]).toBeGreaterThan(0);
      }
    }
  });

  it('end with the end of the last day, like what is to do and the forecast', async () => {
    const today = localDay(app.clock.now(), kyiv);
    const inAWeek = nextDays(7, today).to;
    const [week, month] = summary.ending;
    expect(week?.until).toBe(addDays(startOfDay(inAWeek, kyiv), 1, kyiv).toISOString());
    expect(await counted(clientsWith(trialsEnding.filters))).toBe(week?.trial);
    const { until } = await report<ReportForecast>('forecast?days=31');
    expect(until).toBe(month?.until);
  });

  it('open the clients who topped up in a step, not only last, without reversed top-ups', async () => {
    const { top_ups, from, to } = summary;
    for (const step of [...top_ups.steps, { from, to, by_service: top_ups.by_service }]) {
      const start = startOfDay(step.from, kyiv);
      const end = addDays(startOfDay(step.to, kyiv), 1, kyiv);
      const { rows } = await sql<{ client_id: string; sum: number }>`
        select client_id, sum(amount)::bigint as sum from ledger_entries l
        where kind = 'top_up' and created_at >= ${start} and created_at < ${end}
          and id not in (select reverses_id from ledger_entries where reverses_id is not null)
        group by client_id order by client_id`.execute(db());
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.reduce((sum, row) => sum + row.sum, 0)).toBe(step.by_service.cash);
      expect(await listed(clientsToppedUp(step))).toEqual(rows.map((row) => row.client_id));
    }
  });
});

describe('the forecast of the dashboard', () => {
  /** The events of each client by its own forecast. */
  const expected = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from clients where deleted_at is null and blocked_from is null and trial_ends is not null`.execute(
      db(),
    );
    const now = app.clock.now();
    return Promise.all(
      rows.map(async ({ id }) => ({
        id,
        events: await forecastSubscription(app.platform.subscriptions, id, now),
      })),
    );
  };

  it('opens the clients who are charged, on each day', async () => {
    const forecast = await report<ReportForecast>('forecast?days=30');
    const all = await expected();
    const charged = (from: Date, until: Date) =>
      all
        .filter(({ events }) =>
          events.some(({ event, date }) => event === 'charge' && date >= from && date < until),
        )
        .map(({ id }) => id)
        .toSorted();
    const [epoch, end] = [new Date(0), new Date(forecast.until)];
    expect(await listed(clientsToCharge(forecast))).toEqual(charged(epoch, end));
    // Some of them are charged twice.
    expect(forecast.total.charges.count).toBeGreaterThan(charged(epoch, end).length);
    for (const [place, { day }] of forecast.days.entries()) {
      const start = startOfDay(day, kyiv);
      const ids = charged(place === 0 ? epoch : start, addDays(start, 1, kyiv));
      expect([day, await listed(clientsToCharge(forecast, day))]).toEqual([day, ids]);
    }
  });

  it('opens the clients who wait, are blocked or lose their database, on each day, also after the general term changed', async () => {
    const link = async (kind: keyof typeof clientsToLose) => {
      const forecast = await report<ReportForecast>('forecast?days=30');
      return { count: forecast.total[kind], ids: await listed(clientsToLose[kind](forecast)) };
    };
    for (const kind of ['graces', 'blocks', 'deletions'] as const) {
      const { count, ids } = await link(kind);
      expect([kind, ids.length]).toEqual([kind, count]);
      expect(count).toBeGreaterThan(0);
    }
    const forecast = await report<ReportForecast>('forecast?days=30');
    for (const { day, ...counts } of forecast.days) {
      for (const kind of ['graces', 'blocks', 'deletions'] as const) {
        const ids = await listed(clientsToLose[kind](forecast, day));
        expect([day, kind, ids.length]).toEqual([day, kind, counts[kind]]);
      }
    }
    const before = await link('blocks');
    const setting = { key: 'term_without_payment_days', value: 60 };
    const changed = await app.call('POST', '/api/admin/settings', { ...admin, body: setting });
    expect(changed.status, JSON.stringify(changed.body)).toBeLessThan(300);
    await reschedule(app.platform.subscriptions, {
      since: app.clock.now().toISOString(),
      withoutOwn: 'term_without_payment_days',
    });
    await runBilling(app.platform.subscriptions);
    app.clock.advance(5 * 60);
    const after = await link('blocks');
    expect(after.ids).toHaveLength(after.count);
    expect(after.count).toBeLessThan(before.count);
  });
});

describe('a filter by moments of which a client has several', () => {
  const total = async (filters: string) => counted(`/admin-panel/clients?${filters}`);

  it('asks about one and the same', async () => {
    const day = (ago: number) => new Date(app.clock.now().getTime() - ago * dayMs).toISOString().slice(0, 10);
    for (const field of ['topped_up_at', 'charged_at', 'access_ends_at']) {
      const asked = (filters: string) => total(`with_trashed=1&${filters}`);
      const some = await asked(`filter[${field}][gte]=2000-01-01`);
      const [one, other] = field === 'topped_up_at' ? [day(40), day(10)] : [day(-5), day(-20)];
      const within = await asked(`filter[${field}][gte]=${one}&filter[${field}][lt]=${other}`);
      expect(within).toBeGreaterThan(0);
      expect(within).toBeLessThan(some);
      const days = Array.from({ length: field === 'topped_up_at' ? 30 : 15 }, (_, ahead) =>
        new Date(Date.parse(one) + ahead * dayMs).toISOString().slice(0, 10),
      );
      expect(await asked(`filter[${field}][in]=${days.join(',')}`)).toBe(within);
      expect(await asked(`filter[${field}][eq]=${one}`)).toBeLessThanOrEqual(within);
    }
  });
});
