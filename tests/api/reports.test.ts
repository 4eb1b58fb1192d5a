import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportForecast, ReportSummary } from '#contract/panel/report.ts';
import { addDays, dayOf, startOfDay } from '#server/kernel/periods.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { moveRevenue } from '#server/wallet/revenue-store.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
/** 100 a month or 1000 a year; new clients get it. */
let tariffId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['reports.read'] });
  const features = await app.call('GET', '/api/admin/tariff-permissions', admin);
  const made = await app.call('POST', '/api/admin/tariffs', {
    ...admin,
    body: {
      price_month: 10_000,
      price_year: 100_000,
      monthly_turnover_limit: null,
      goods_quantity: null,
      recommended_days: 30,
      permissions: [features.body.data[0].id],
      translations: { uk: { name: 'Крамниця', description: '', subtitle: '' } },
    },
  });
  tariffId = made.body.data.id;
  const setting = { key: 'default_tariff_id', value: tariffId };
  await app.call('POST', '/api/admin/settings', { ...admin, body: setting });
});
afterAll(() => app.close());

const kyiv = 'Europe/Kyiv';
const minute = 60;
const day = 24 * 60 * minute;
/** Lets cached figures expire; tokens expire too. */
async function later(seconds: number): Promise<void> {
  app.clock.advance(seconds);
  for (const person of [admin, reader]) {
    const { body } = await app.call('POST', '/api/admin/auth/refresh-token', person);
    person.token = body.access_token;
  }
}
const ask = (path: string) => app.call('GET', `/api/admin/reports/${path}`, { ...reader, locale: 'en' });
async function summary(days = 30): Promise<ReportSummary> {
  await later(minute);
  const { status, body } = await ask(`summary?days=${days}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const topUp = async ({ id }: Person, amount: number, service = 'cash') => {
  const paper = service === 'cash' ? {} : { invoice: `R-${Math.random()}`, year: 2026 };
  const body = { service, amount, ...paper };
  const answer = await app.call('POST', `/api/admin/clients/${id}/replenish`, { ...admin, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data.entry as { id: string };
};

describe('the dashboard', () => {
  it('counts clients by status and sign-ups by day, without the deleted', async () => {
    const before = await summary();
    await registeredCustomer(app);
    const gone = await registeredCustomer(app);
    await app.call('DELETE', `/api/admin/clients/${gone.id}/delete`, admin);
    const after = await summary();
    expect(after.clients.total).toBe(before.clients.total + 1);
    expect(after.clients.by_status.unconfirmed).toBe((before.clients.by_status.unconfirmed ?? 0) + 1);
    expect(after.sign_ups.total).toBe(before.sign_ups.total + 1);
    expect(after.sign_ups.steps).toHaveLength(30);
    const today = after.sign_ups.steps.at(-1);
    expect([today?.from, today?.to]).toEqual([after.to, after.to]);
    expect(today?.count).toBe((before.sign_ups.steps.at(-1)?.count ?? 0) + 1);
    const listed = await app.call(
      'GET',
      `/api/admin/clients?filter[created_at][gte]=${after.to}&filter[created_at][lte]=${after.to}`,
      admin,
    );
    expect(listed.body.meta.total).toBe(today?.count);
  });

  it('says at once what is set up: an account to pay to, a price, a mail server', async () => {
    const setUp = async () => (await ask('summary')).body.data.set_up;
    expect(await setUp()).toEqual({ company: false, prices: true, mail_server: false });
    const company = {
      name: 'Kasa',
      account: 'UA213996220000026007233566001',
      code: '',
      bank: '',
      address: '',
    };
    const body = { key: 'company_details', value: { ...company, vat_number: '' } };
    const answer = await app.call('POST', '/api/admin/settings', { ...admin, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect((await setUp()).company).toBe(true);
    const { db } = app.platform.database;
    const free = (archived_at: Date | null) => db.updateTable('tariffs').set({ archived_at });
    await free(app.clock.now()).where('id', '=', tariffId).execute();
    expect((await setUp()).prices).toBe(false);
    await free(null).where('id', '=', tariffId).execute();
  });

  it.each([
    [30, 'day'],
    [90, 'week'],
    [365, 'month'],
  ])('looks back %i days by %s', async (days, step) => {
    const { from, to, step: given, sign_ups, top_ups } = await summary(days);
    expect(given).toBe(step);
    expect(Math.round((Date.parse(to) - Date.parse(from)) / (day * 1000))).toBe(days - 1);
    expect(sign_ups.steps[0]?.from).toBe(from);
    expect(top_ups.steps.map((one) => [one.from, one.to])).toEqual(
      sign_ups.steps.map((one) => [one.from, one.to]),
    );
  });

  it('adds up top-ups by service, without those that were reversed', async () => {
    const before = await summary();
    const client = await customerWithCabinet(app);
    await topUp(client, 500);
    await topUp(client, 700, 'card');
    const wrong = await topUp(client, 90_000);
    const reversal = { ...admin, body: { note: 'A mistake' } };
    const path = `/api/admin/clients/${client.id}/ledger/${wrong.id}/reverse`;
    expect((await app.call('POST', path, reversal)).status).toBeLessThan(300);
    const { top_ups } = await summary();
    expect(top_ups.sum).toBe(before.top_ups.sum + 1200);
    expect(top_ups.count).toBe(before.top_ups.count + 2);
    expect(top_ups.by_service.cash).toBe((before.top_ups.by_service.cash ?? 0) + 500);
    expect(top_ups.steps.at(-1)?.by_service.card).toBe(
      (before.top_ups.steps.at(-1)?.by_service.card ?? 0) + 700,
    );
  });

  it('compares with as many days before, to the day', async () => {
    const { db } = app.platform.database;
    const first = await summary();
    const client = await customerWithCabinet(app);
    await topUp(client, 300);
    const startOf = (dayName: string) => startOfDay(dayName, kyiv).getTime();
    /** Moves the client's beginning and the top-up there, and looks. */
    const movedTo = async (moment: number) => {
      const at = new Date(moment);
      await sql`update clients set created_at = ${at} where id = ${client.id}`.execute(db);
      await sql`alter table ledger_entries disable trigger user`.execute(db);
      await sql`update ledger_entries set created_at = ${at} where client_id = ${client.id}`.execute(db);
      await sql`alter table ledger_entries enable trigger user`.execute(db);
      const { sign_ups, top_ups } = await summary();
      return [sign_ups.before, top_ups.before];
    };
    const none = [first.sign_ups.before, first.top_ups.before].map(Number);
    const one = [(none[0] ?? 0) + 1, (none[1] ?? 0) + 300];
    const from = startOf(first.from);
    const before = addDays(new Date(from), -30, kyiv).getTime();
    expect(await movedTo(from)).toEqual(none);
    expect(await movedTo(from - 1)).toEqual(one);
    expect(await movedTo(before)).toEqual(one);
    expect(await movedTo(before - 1)).toEqual(none);
  });

  it('takes revenue from active clients and those in grace, by what they paid for a month', async () => {
    const { db } = app.platform.database;
    const people = await Promise.all([1, 2, 3].map(() => customerWithCabinet(app)));
    const before = await summary();
    const become = async (person: Person | undefined, status: string, worth: number) => {
      await sql`update clients set status = ${status}, monthly_worth = ${worth} where id = ${person?.id}`.execute(
        db,
      );
      await moveRevenue(db, [{ id: person?.id ?? '', day: dayOf(app.clock.now(), kyiv) }]);
    };
    await become(people[0], 'active', 10_000);
    await become(people[1], 'grace', 8_333);
    await become(people[2], 'blocked', 10_000);
    const { revenue } = await summary();
    expect(revenue.monthly - before.revenue.monthly).toBe(18_333);
    expect(revenue.clients - before.revenue.clients).toBe(2);
    expect(revenue.tariffs.find(({ id }) => id === tariffId)?.name).toBe('Крамниця');
  });

  it('tells what recurred when its first day began', async () => {
    const { db } = app.platform.database;
    const { id } = await customerWithCabinet(app);
    await sql`update clients set status = 'active', monthly_worth = 7000 where id = ${id}`.execute(db);
    await moveRevenue(db, [{ id, day: dayOf(app.clock.now(), kyiv) }]);
    const { from, revenue: now } = await summary();
    const movedTo = async (moment: Date) => {
      await sql`update revenue_moves set at = ${moment} where client_id = ${id}`.execute(db);
      return (await summary()).revenue;
    };
    const first = startOfDay(from, kyiv);
    expect(await movedTo(first)).toEqual(now);
    const earlier = await movedTo(new Date(first.getTime() - 1));
    expect(earlier).toEqual({ ...now, before: Number(now.before) + 7_000 });
  });

  it('tells what went wrong, and the proof of the ledger', async () => {
    const { db } = app.platform.database;
    const before = await summary();
    const { id } = await registeredCustomer(app);
    await sql`update clients set cabinet_status = 'failed' where id = ${id}`.execute(db);
    await verifyLedger(app.platform, app.clock.now());
    const after = await summary();
    expect(after.failed_cabinets).toBe(before.failed_cabinets + 1);
    expect(after.proof).toMatchObject({ broken_client_ids: [] });
    expect(after.proof?.lines).toBeGreaterThan(0);
  });

  it('is counted once within a minute, and says when', async () => {
    const first = await summary();
    await later(minute - 2);
    expect((await ask('summary?days=30')).body.data.at).toBe(first.at);
    expect((await ask('summary')).body.data.at).toBe(first.at);
    await later(2);
    expect((await ask('summary')).body.data.at).not.toBe(first.at);
  });

  it.each(['days=31', 'days=-1', 'days=', 'since=2026-01-01'])('refuses %s', async (query) => {
    expect((await ask(`summary?${query}`)).status).toBe(422);
  });
});

describe('the forecast of all clients', () => {
  const forecast = async (days: number): Promise<ReportForecast> =>
    (await ask(`forecast?days=${days}`)).body.data;

  it('adds up what each client’s own forecast says', async () => {
    const paying = await customerWithCabinet(app);
    await customerWithCabinet(app);
    await topUp(paying, 100_000_000);
    await topUp(await customerWithCabinet(app), 15_000);
    await later(5 * minute);
    const { days, total, until } = await forecast(90);
    expect(days).toHaveLength(90);
    const { db } = app.platform.database;
    const { rows } = await sql<{ id: string }>`
      select id from clients where deleted_at is null and blocked_from is null and trial_ends is not null`.execute(
      db,
    );
    const own = await Promise.all(
      rows.map(({ id }) => forecastSubscription(app.platform.subscriptions, id, app.clock.now())),
    );
    const end = addDays(startOfDay(days.at(-1)?.day ?? '', kyiv), 1, kyiv);
    expect(until).toBe(end.toISOString());
    const events = own.flat().filter(({ date }) => date < end);
    const charges = events.filter(({ event }) => event === 'charge');
    expect(total.charges).toEqual({
      count: charges.length,
      sum: charges.reduce((sum, { amount = 0 }) => sum + amount, 0),
    });
    expect(charges.length).toBeGreaterThan(0);
    expect(total.graces).toBe(events.filter(({ event }) => event === 'grace').length);
    expect(total.blocks).toBe(events.filter(({ event }) => event === 'block').length);
    expect(total.deletions).toBe(events.filter(({ event }) => event === 'deletion').length);
  });

  it('is computed once within five minutes, for all who ask', async () => {
    const [first, second] = await Promise.all([forecast(30), forecast(30)]);
    expect(second).toEqual(first);
    await later(5 * minute);
    expect((await forecast(30)).at).not.toBe(first.at);
  });

  it.each(['0', '91', '1.5', 'x'])('refuses %s days', async (days) => {
    const { status, body } = await ask(`forecast?days=${days}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['days']]);
  });
});
