import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Movement, revenueMoves, type RevenueReport } from '#contract/panel/revenue.ts';
import { dayOf, localDay } from '#server/kernel/periods.ts';
import { countRevenue } from '#server/reports/revenue/read-revenue.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Draw, draws } from '#tests/support/draws.ts';
import {
  password,
  type Person,
  registeredCustomer,
  registration,
  staffMember,
} from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import {
  clientsCame,
  clientsKept,
  clientsMoved,
  clientsPayingFor,
  clientsPayingOn,
  clientsTried,
} from '#web/pages/home/reports/revenue-links.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
/** 100 a month or 1,000 a year; 300 or 4,000; nothing. */
let tariffs: string[];
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['reports.read'] });
  tariffs = [
    await newTariff(app, { month: 10_000, year: 100_000 }),
    await newTariff(app, { month: 30_000, year: 400_000 }),
    await newTariff(app, { month: 0, year: 0 }),
  ];
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const timeZone = 'Europe/Kyiv';
const now = () => app.clock.now();
const running = () => localDay(now(), timeZone).slice(0, 7);

/** Time passes and billing runs; sessions end meanwhile. */
async function later(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(86_400);
    await runBilling(app.platform.subscriptions);
  }
  for (const person of [admin, reader]) {
    const body = { email: person.email, password };
    person.token = (await app.call('POST', '/api/admin/auth/login', { body })).body.access_token;
  }
}

const call = (method: string, path: string, body?: unknown, person = admin) =>
  app.call(method, `/api/admin/${path}`, { ...person, locale: 'en', ...(body !== undefined && { body }) });

async function report(period = 'last:12m'): Promise<RevenueReport> {
  app.clock.advance(61);
  const { status, body } = await call('GET', `reports/revenue?period=${period}`, undefined, reader);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** The ids in a link's list; its total says the same. */
async function listed(link: string): Promise<string[]> {
  const { search } = new URL(link, 'http://localhost');
  const { status, body } = await call('GET', `clients?${search.slice(1)}&limit=200`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: string }) => id);
}

async function movesOf(id: string) {
  const rows = await db()
    .selectFrom('revenue_moves')
    .selectAll()
    .where('client_id', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ kind, before, after }) => ({ kind, before, after }));
}

const pay = (id: string, amount: number) =>
  call('POST', `clients/${id}/replenish`, { service: 'cash', amount });
const client = (more: Partial<Parameters<typeof subscriber>[1]> = {}) =>
  subscriber(app, { tariffId: tariffs[0] ?? '', status: 'trial', endsIn: 1, ...more });

describe('what moves recurring revenue', () => {
  it('a first payment, a dearer tariff, a cheaper one, an end, and a return', async () => {
    const { id } = await client();
    await pay(id, 10_000);
    await later(2);
    await pay(id, 30_000);
    await call('POST', `clients/${id}/tariff`, {
      tariff_id: tariffs[1],
      billing_period: 'month',
      when: 'now',
    });
    await later(2);
    await pay(id, 70_000);
    const year = { tariff_id: tariffs[0], billing_period: 'year', when: 'now' };
    expect((await call('POST', `clients/${id}/tariff`, year)).status).toBe(200);
    await later(380);
    await pay(id, 100_000);
    expect(await movesOf(id)).toEqual([
      { kind: 'new', before: 0, after: 10_000 },
      { kind: 'more', before: 10_000, after: 30_000 },
      { kind: 'less', before: 30_000, after: 8_333 },
      { kind: 'lost', before: 8_333, after: 0 },
      { kind: 'back', before: 0, after: 8_333 },
    ]);
  });

  it('neither a renewal, nor grace, nor what is undone on the same day', async () => {
    const { id } = await client({ balance: 20_000 });
    await later(35);
    expect((await call('PUT', `clients/${id}`, { status: 'blocked', reason: 'A mistake' })).status).toBe(200);
    expect((await movesOf(id)).at(-1)).toEqual({ kind: 'lost', before: 10_000, after: 0 });
    await call('PUT', `clients/${id}`, { status: 'active' });
    await later(29);
    const { status } = (await call('GET', `clients/${id}`)).body.data;
    expect(status).toBe('grace');
    expect((await movesOf(id)).filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'new', before: 0, after: 10_000 },
    ]);
  });

  it('a block by hand, a deletion, and the end of either', async () => {
    const { id } = await client({ balance: 50_000 });
    await later(2);
    await call('PUT', `clients/${id}`, { status: 'blocked', reason: 'A debt' });
    await later(1);
    await call('PUT', `clients/${id}`, { status: 'active' });
    await later(1);
    await call('DELETE', `clients/${id}/delete`, { reason: 'Asked' });
    await later(1);
    await call('POST', `clients/${id}/restore`);
    expect((await movesOf(id)).map(({ kind }) => kind)).toEqual(['new', 'lost', 'back', 'lost', 'back']);
  });

  it('a discount, and its end', async () => {
    const { id } = await client({ balance: 50_000 });
    await call('POST', `clients/${id}/discounts`, { percent: 25, periods: 1, reason: 'Waited long' });
    await later(40);
    expect(await movesOf(id)).toEqual([
      { kind: 'new', before: 0, after: 7_500 },
      { kind: 'more', before: 7_500, after: 10_000 },
    ]);
  });
});

describe('random histories', () => {
  it.each([1, 2, 3])(
    'add up, and are listed behind every figure (%i)',
    async (seed) => {
      const draw = draws(seed);
      const clients: string[] = [];
      for (let turn = 0; turn < 40; turn += 1) {
        if (clients.length < 8 || draw.below(4) === 0) clients.push(await newClient(draw));
        await act(draw, draw.from(clients));
        if (draw.below(2) === 0) await later(draw.from([1, 3, 8, 16]));
      }
      await proveChains();
      await proveReport('last:4m');
      await proveReport('last:12m');
    },
    300_000,
  );

  async function newClient(draw: Draw): Promise<string> {
    const { id } = await client({
      tariffId: draw.from(tariffs),
      billingPeriod: draw.from(['month', 'month', 'year']),
      endsIn: draw.below(10),
      balance: draw.from([0, 10_000, 60_000, 500_000]),
      more: {
        created_at: now(),
        source: draw.from(['direct', 'partner', 'promo', 'staff', 'import']),
        term_without_payment_days: draw.from([null, 0, 3]),
      },
    });
    return id;
  }

  async function act(draw: Draw, id: string): Promise<void> {
    switch (
      draw.from(['pay', 'pay', 'tariff', 'tariff', 'block', 'unblock', 'delete', 'restore', 'discount'])
    ) {
      case 'pay':
        await pay(id, draw.from([5_000, 10_000, 40_000, 410_000]));
        return;
      case 'tariff': {
        const tariff = { tariff_id: draw.from(tariffs), billing_period: draw.from(['month', 'year']) };
        await call('POST', `clients/${id}/tariff`, { ...tariff, when: draw.from(['now', 'period_end']) });
        return;
      }
      case 'block':
        await call('PUT', `clients/${id}`, { status: 'blocked', reason: 'A reason' });
        return;
      case 'unblock':
        await call('PUT', `clients/${id}`, { status: 'active' });
        return;
      case 'delete':
        await call('DELETE', `clients/${id}/delete`, { reason: 'A reason' });
        return;
      case 'restore':
        await call('POST', `clients/${id}/restore`);
        return;
      case 'discount': {
        const given = draw.from([{ percent: 100 }, { percent: 33 }, { amount: 2_500 }]);
        await call('POST', `clients/${id}/discounts`, {
          ...given,
          periods: draw.from([1, 2]),
          reason: 'Waited',
        });
      }
    }
  }
});

/** Each row continues the one before, and the last one is what the client is worth. */
async function proveChains(): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from (
      select m.*, lag(after) over w as was, lead(at) over w as next, lag(after, 0) over w as own,
        coalesce(max(after) over (w rows between unbounded preceding and 1 preceding), 0) as had
      from revenue_moves m window w as (partition by client_id order by at)
    ) m where before <> coalesce(was, 0) or until is distinct from next or first <> (had = 0)`.execute(db());
  expect(rows).toEqual([{ wrong: 0 }]);
  const worth = sql`case when c.deleted_at is null and c.status in ('active', 'grace') then c.monthly_worth else 0 end`;
  const now = await sql<{ id: string }>`
    select c.id from clients c left join revenue_moves m on m.client_id = c.id and m.until is null
    where coalesce(m.after, 0) <> ${worth} or (m.after > 0 and m.tariff_after <> c.tariff_id)`.execute(db());
  expect(now.rows).toEqual([]);
  const charged = await sql<{ id: string }>`
    select c.id from clients c join ledger_entries l on l.id = c.paid_entry_id
    where c.monthly_worth <> round(-l.amount::numeric / case c.billing_period when 'year' then 12 else 1 end)
      and l.tariff_id = c.tariff_id`.execute(db());
  expect(charged.rows).toEqual([]);
}

/** Every figure adds up and has as many clients in its list. */
async function proveReport(period: string): Promise<void> {
  const found = await report(period);
  const { months, total, before, tariffs: byTariff, sources, sign_ups, cohorts } = found;
  for (const one of [...months, total, before]) addsUp(one);
  for (const [place, month] of months.entries())
    expect(months[place + 1]?.start ?? total.end).toEqual(month.end);
  expect(months[0]?.start).toEqual(total.start);
  const { rows } = await sql<{ clients: number; monthly: number }>`
    select count(*) as clients, coalesce(sum(monthly_worth), 0)::bigint as monthly from clients
    where deleted_at is null and status in ('active', 'grace') and monthly_worth > 0`.execute(db());
  expect(total.end).toEqual(rows[0]);
  for (const parts of [byTariff, sources]) {
    expect(parts.reduce((sum, { end }) => sum + end.monthly, 0)).toBe(total.end.monthly);
    expect(parts.reduce((sum, { start }) => sum + start.clients, 0)).toBe(total.start.clients);
  }

  for (const one of [months.at(-2), months.at(-1), total, before]) {
    if (!one) continue;
    for (const kind of revenueMoves)
      expect(await listed(clientsMoved(kind, one)), kind).toHaveLength(one.moves[kind].clients);
    expect(await listed(clientsPayingOn(one.to))).toHaveLength(one.end.clients);
  }
  for (const { id, end } of byTariff)
    expect(await listed(clientsPayingFor(id, total.to))).toHaveLength(end.clients);
  for (const { source, end, trials } of sources) {
    expect(await listed(clientsPayingOn(total.to, source))).toHaveLength(end.clients);
    expect(await listed(clientsCame(total, source))).toHaveLength(trials.came);
    expect(await listed(clientsTried.paid(total, source))).toHaveLength(trials.paid);
  }
  expect(await listed(clientsCame(total))).toHaveLength(sign_ups.total.came);
  for (const kind of ['tried', 'trying', 'paid'] as const)
    expect(await listed(clientsTried[kind](total)), kind).toHaveLength(sign_ups.total[kind]);
  for (const [place, { kept }] of cohorts.entries()) {
    const month = months[place];
    const last = months[place + kept.length - 1];
    if (month && last) expect(await listed(clientsKept(month, last.to))).toHaveLength(kept.at(-1) ?? 0);
  }
}

function addsUp({ start, moves, end }: Movement): void {
  expect(revenueMoves.reduce((sum, kind) => sum + moves[kind].amount, start.monthly)).toBe(end.monthly);
}

describe('the past', () => {
  it('is told from the ledger as it was written down day by day', async () => {
    const kept = () =>
      sql<object>`select client_id, at, until, before, after, first from revenue_moves m
        where not exists (select from clients c where c.id = m.client_id and (c.blocked_from is not null
          or c.deleted_at is not null)) order by client_id, at`.execute(db());
    const { id } = await client({ balance: 20_000 });
    await later(80);
    await pay(id, 10_000);
    await later(5);
    const before = (await kept()).rows.filter((row) => 'client_id' in row && row.client_id === id);
    expect(before).toHaveLength(3);
    const worth = async () =>
      (
        await sql`select id, monthly_worth from clients where paid_entry_id is not null order by id`.execute(
          db(),
        )
      ).rows;
    const was = await worth();
    await sql`update clients set monthly_worth = 0 where status not in ('blocked', 'archived')`.execute(db());
    await sql`select fill_revenue(${now()})`.execute(db());
    expect((await kept()).rows.filter((row) => 'client_id' in row && row.client_id === id)).toEqual(before);
    expect(await worth()).toEqual(was);
    await proveChains();
  });
});

describe('how clients came', () => {
  it('is written down when they come', async () => {
    const partner = await call('POST', 'partners', {
      kind: 'bank',
      code: 'source',
      name: 'Банк',
    });
    const code = await call('POST', 'promo-codes', {
      code: 'SOURCE',
      effect: { kind: 'free_days', days: 3 },
    });
    expect([partner.status, code.status]).toEqual([201, 201]);
    const sourceOf = async (id: string) => (await call('GET', `clients/${id}`)).body.data.source;
    expect(await sourceOf((await registeredCustomer(app)).id)).toBe('direct');
    expect(await sourceOf((await registeredCustomer(app, { promo_code: 'SOURCE' })).id)).toBe('promo');
    const both = { partner: 'source', promo_code: 'SOURCE' };
    expect(await sourceOf((await registeredCustomer(app, both)).id)).toBe('partner');
    const { password: _, password_confirmation: __, terms: ___, ...contact } = registration();
    const made = await call('POST', 'clients', contact);
    expect(await sourceOf(made.body.data.id)).toBe('staff');
    const { password: _a, password_confirmation: _b, terms: _c, ...row } = registration();
    const imported = await call('POST', 'clients/imports', { rows: [row], send_invitations: false });
    expect(imported.status, JSON.stringify(imported.body)).toBe(201);
    const found = await listed(`/?filter[source][eq]=import&filter[email][eq]=${row.email}`);
    expect(found).toHaveLength(1);
    expect(await sourceOf(found[0] ?? '')).toBe('import');
  });
});

describe('the report', () => {
  it('compares a month that runs with the same days of the one before', async () => {
    const { total, before, months } = await report('this:month');
    expect(months.map(({ month }) => month)).toEqual([running()]);
    expect(total.to).toBe(localDay(now(), timeZone));
    expect(before.from.slice(0, 7)).toBe(before.to.slice(0, 7));
    expect(Math.abs(Number(before.to.slice(8)) - Number(total.to.slice(8)))).toBeLessThanOrEqual(3);
    const { before: year } = await report('last:12m');
    expect(year.to.slice(0, 7)).toBe(`${Number(running().slice(0, 4)) - 1}${running().slice(4)}`);
  });

  it('is what is counted, for a minute', async () => {
    const first = await report();
    app.clock.advance(30);
    expect((await call('GET', 'reports/revenue', undefined, reader)).body.data.at).toBe(first.at);
    const counted = await countRevenue({ db: db(), timeZone }, `${running()}..${running()}`, now());
    expect(counted.total.end).toEqual(first.total.end);
    expect(dayOf(now(), timeZone) <= now()).toBe(true);
  });

  it.each(['moves', 'sign_ups', 'cohorts', 'tariffs', 'sources'])(
    'writes its %s to a file',
    async (table) => {
      const found = await report('last:3m');
      const file = await call(
        'GET',
        `reports/revenue/csv?period=last:3m&table=${table}&delimiter=semicolon`,
        undefined,
        reader,
      );
      expect(file.status).toBe(200);
      const lines = String(file.body).trim().split('\r\n');
      const rows = { moves: 3, sign_ups: 3, cohorts: 3, tariffs: found.tariffs.length, sources: 5 };
      expect(lines).toHaveLength(1 + (rows[table as keyof typeof rows] ?? 0)); // the names above
      expect(String(file.body)).not.toContain('revenue.');
      const widths = new Set(lines.map((line) => line.split(';').length));
      expect(widths.size).toBe(1);
    },
  );

  it('is for staff who may read reports alone', async () => {
    const other = await staffMember(app, { permissions: ['clients.read'] });
    const customer = await registeredCustomer(app);
    for (const path of ['reports/revenue', 'reports/revenue/csv?table=moves']) {
      expect((await app.call('GET', `/api/admin/${path}`)).status).toBe(401);
      expect((await call('GET', path, undefined, customer)).status).toBe(401);
      expect((await call('GET', path, undefined, other)).status).toBe(403);
      expect((await call('GET', path, undefined, reader)).status).toBe(200);
    }
  });

  it.each([
    ['period=last:99m', 'period'],
    ['period=2026-05..2026-04', 'period'],
    ['period=2098-01..2099-01', 'period'],
    ['period=', 'period'],
    ['months=3', 'months'],
    ['table=moves', 'table'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await call('GET', `reports/revenue?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it.each([
    ['', 'table'],
    ['table=all', 'table'],
    ['table=moves&delimiter=tab', 'delimiter'],
  ])('refuses a file with %s', async (query, field) => {
    const { status, body } = await call('GET', `reports/revenue/csv?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});
