import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isClosable,
  monthAfter,
  type MonthReport,
  monthsBetween,
  previousMonth,
} from '#contract/money/month.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { newId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import { giveBonus } from '#server/payments/give-bonus.ts';
import { matchPayment } from '#server/payments/matching/match-payment.ts';
import { ignorePayment, unmatchPayment } from '#server/payments/matching/unmatch-payment.ts';
import { refundPayment } from '#server/payments/refunds/refund-payment.ts';
import { replenishWallet } from '#server/payments/replenish-wallet.ts';
import { reverseLine } from '#server/payments/reverse-line.ts';
import { closeMonth, reopenMonth } from '#server/reports/month/close-month.ts';
import { readMonth } from '#server/reports/month/read-month.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { staffMember } from '#tests/support/people.ts';
import { staffCaller } from '#tests/support/subscriptions/staff-caller.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/**
 * Random histories of top-ups with days and documents, bank lines, charges, bonuses, money paid back, reversals, and months that are
 * closed and opened again. A model says for which day each line counts and which months may be closed; afterwards every
 * month must add up and nothing may be found by the proof.
 */
let app: TestApp;
let staffId: string;
let tariffId: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  staffId = (await staffMember(app)).id;
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const client = fc.nat({ max: 1 });
const amount = fc.constantFrom(1, 9_999, 10_000, 45_000);
const back = fc.constantFrom(0, 1, 10, 35, 70);
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('top up' as const),
      client,
      amount,
      back,
      document: fc.constantFrom('none' as const, 'whole' as const, 'half' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('bank line' as const),
      client,
      amount,
      back,
      end: fc.constantFrom('wait' as const, 'match' as const, 'unmatch' as const, 'ignore' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bonus' as const), client, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), line: fc.nat({ max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay back' as const), line: fc.nat({ max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('days' as const), days: fc.constantFrom(1, 9, 40) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close' as const), ago: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), ago: fc.nat({ max: 3 }) }) },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Line {
  id: string;
  client: string;
  kind: string;
  amount: number;
  day: string;
}
/** What a line is expected to be; its id is not known before. */
type Expected = Omit<Line, 'id'> & { /** For a payout: the top-up that it gives back. */ of?: string };

/** The model: every line of the database, and the latest closed month. */
const model: {
  lines: Line[];
  reversed: Set<string>;
  paidBack: { topUp: string; payout: string }[];
  closed: string | null;
} = {
  lines: [],
  reversed: new Set(),
  paidBack: [],
  closed: null,
};

const today = () => localDay(app.clock.now(), app.platform.timeZone);
const running = () => today().slice(0, 7);
const daysAgo = (days: number) =>
  localDay(new Date(app.clock.now().getTime() - days * 86_400_000), app.platform.timeZone);
const monthsAgo = (months: number): string =>
  months === 0 ? running() : previousMonth(monthsAgo(months - 1));
/** The day for which a line counts whose own day is this one. */
const booked = (day: string) => {
  const from = model.closed === null ? day : `${monthAfter(model.closed)}-01`;
  return day < from ? from : day;
};

const caller = () => staffCaller(staffId, app.clock.now());

/** The code of the refusal; null when it was done. */
async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Does it, checks the refusal that the model expects, and answers the lines that it expects. */
async function perform(one: Act, clients: readonly string[]): Promise<Expected[]> {
  const { platform } = app;
  const own = clients['client' in one ? one.client : 0] ?? '';
  const target = { clientId: own, key: null };
  switch (one.do) {
    case 'top up': {
      const day = daysAgo(one.back);
      const total = one.document === 'half' ? one.amount * 2 : one.amount;
      const document =
        one.document === 'none' ? undefined : (await openProforma(app, own, { amount: total })).id;
      const input = { service: 'cash' as const, amount: one.amount, value_date: day, document_id: document };
      const code = await codeOf(replenishWallet(platform, caller(), target, input));
      expect(code).toBe(booked(day) === day ? null : 'month_closed');
      return code === null ? [{ client: own, kind: 'top_up', amount: one.amount, day }] : [];
    }
    case 'bank line': {
      const day = daysAgo(one.back);
      const payment = { paymentId: await waitingLine(day, one.amount), key: null };
      if (one.end === 'ignore') await ignorePayment(platform, caller(), payment, { reason: 'Interest' });
      if (one.end === 'wait' || one.end === 'ignore') return [];
      await matchPayment(platform, caller(), payment, { client_id: own });
      const line = { client: own, kind: 'top_up', amount: one.amount, day: booked(day) };
      if (one.end === 'match') return [line];
      await unmatchPayment(platform, caller(), payment, { reason: 'Not theirs' });
      return [line, { ...line, kind: 'reversal', amount: -one.amount }];
    }
    case 'bonus':
      await giveBonus(platform, caller(), target, { amount: one.amount, note: 'Thanks' });
      return [{ client: own, kind: 'bonus', amount: one.amount, day: today() }];
    case 'reverse': {
      const open = model.lines.filter(
        (line) => line.kind !== 'reversal' && clients.includes(line.client) && !model.reversed.has(line.id),
      );
      const line = open[one.line % Math.max(1, open.length)];
      if (!line) return [];
      const wrong = { clientId: line.client, entry: line.id, key: null };
      const code = await codeOf(reverseLine(platform, caller(), wrong, { note: 'A mistake' }));
      const isPaidBack = model.paidBack.some(
        (one) => one.topUp === line.id && !model.reversed.has(one.payout),
      );
      expect(code).toBe(isPaidBack ? 'payment_refunded' : null);
      if (code !== null) return [];
      return [{ client: line.client, kind: 'reversal', amount: -line.amount, day: booked(line.day) }];
    }
    case 'pay back': {
      const open = model.lines.filter(
        (line) => line.kind === 'top_up' && clients.includes(line.client) && !model.reversed.has(line.id),
      );
      const line = open[one.line % Math.max(1, open.length)];
      if (!line) return [];
      const back = model.paidBack.filter(
        ({ topUp, payout }) => topUp === line.id && !model.reversed.has(payout),
      );
      const payment = { paymentId: await paymentOf(line.id), key: null };
      const input = { amount: 1, reason: 'Asked', reference: 'By hand', below_zero: true };
      const code = await codeOf(refundPayment(platform, caller(), payment, input));
      // Of a payment that went back whole nothing is left.
      if (back.length >= line.amount) expect(code).not.toBeNull();
      else expect(code).toBeNull();
      if (code !== null) return [];
      return [{ client: line.client, kind: 'payout', amount: -1, day: today(), of: line.id }];
    }
    case 'days':
      app.clock.advance(one.days * 86_400);
      await runBilling(platform.subscriptions);
      return [];
    case 'close': {
      const month = monthsAgo(one.ago);
      const state = model.closed !== null && month <= model.closed ? 'closed' : 'open';
      const code = await codeOf(closeMonth(platform, caller(), { month }));
      if (month >= running()) expect(code).toBe('month_running');
      else if (state === 'closed') expect(code).toBe('month_is_closed');
      else if (isClosable({ month, state, latest_closed: model.closed })) {
        expect(code).toBeNull();
        model.closed = month;
      } else expect(code).toBe('month_not_next');
      return [];
    }
    case 'reopen': {
      const month = monthsAgo(one.ago);
      const code = await codeOf(reopenMonth(platform, caller(), { month, reason: 'A late invoice' }));
      expect(code).toBe(month === model.closed ? null : 'month_not_last');
      if (code === null) model.closed = await latestClosed();
      return [];
    }
  }
}

/** The first closing closed those before it as well: their number is not the model's business. */
async function latestClosed(): Promise<string | null> {
  const { latest_closed } = await readMonth(app.platform, caller(), running());
  return latest_closed;
}

async function paymentOf(entryId: string): Promise<string> {
  const { db } = app.platform.database;
  const found = db.selectFrom('payments').select('id').where('ledger_entry_id', '=', entryId);
  return (await found.executeTakeFirstOrThrow()).id;
}

/** A line of a bank statement that waits for its client. */
async function waitingLine(day: string, sum: number): Promise<string> {
  const now = app.clock.now();
  const [statement, payment] = [newId(now), newId(now)];
  const { db } = app.platform.database;
  await sql`insert into bank_statements (id, name, format, account, first_day, last_day, lines, new_lines,
      known_lines, outgoing, foreign_lines, total, created_at)
    values (${statement}, 'x.csv', 'csv', 'UA21', ${day}, ${day}, 1, 1, 0, 0, 0, ${sum}, ${now})`.execute(db);
  await sql`insert into payments (id, status, method, amount, value_date, statement_id, created_at, updated_at)
    values (${payment}, 'unmatched', 'bank', ${sum}, ${day}, ${statement}, ${now}, ${now})`.execute(db);
  return payment;
}

/** Takes the lines that were written since into the model: those expected, and charges. */
async function takeNew(expected: readonly Expected[]): Promise<void> {
  const { rows } = await sql<Line & { reverses: string | null }>`
    select id, client_id as client, kind, amount, value_date as day, reverses_id as reverses
    from ledger_entries order by position offset ${model.lines.length}`.execute(app.platform.database.db);
  const added = rows.map(({ id: _id, reverses: _reverses, ...line }) => line);
  const charges = added.filter(({ kind }) => kind === 'charge');
  expect(added.filter(({ kind }) => kind !== 'charge')).toEqual(expected.map(({ of: _of, ...line }) => line));
  // Charges have the days on which they were due, in open months.
  expect(charges.filter(({ day }) => day > today() || booked(day) !== day)).toEqual([]);
  for (const { reverses, ...line } of rows) {
    model.lines.push(line);
    if (reverses !== null) model.reversed.add(reverses);
    const topUp = expected.find(({ kind }) => kind === 'payout')?.of;
    if (line.kind === 'payout' && topUp) model.paidBack.push({ topUp, payout: line.id });
  }
}

const movesOf = ({ top_ups, bonuses, charges, refunds, reversals, payouts }: MonthReport) =>
  Object.values(top_ups).reduce((sum, one) => sum + one, 0) +
  bonuses +
  charges +
  refunds +
  reversals +
  payouts;

async function expectInOrder(): Promise<void> {
  const { first_month } = await readMonth(app.platform, caller(), running());
  let before = 0;
  for (const month of monthsBetween(first_month, running()).toReversed()) {
    const report = await readMonth(app.platform, caller(), month);
    expect(report.opening).toBe(before);
    expect(report.closing).toBe(report.opening + movesOf(report));
    const until = model.lines.filter(({ day }) => day.slice(0, 7) <= month);
    expect(report.closing).toBe(until.reduce((sum, line) => sum + line.amount, 0));
    expect(report.state === 'closed').toBe(model.closed !== null && month <= model.closed);
    before = report.closing;
  }
  const proof = await verifyLedger(app.platform, app.clock.now());
  expect(proof).toMatchObject({ broken_client_ids: [], findings: [], total: before });
}

it('every month adds up, whatever is booked, taken back, closed and opened again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16 }), async (history) => {
      const clients = [
        (await subscriber(app, { tariffId, status: 'trial', endsIn: 3 })).id,
        (await subscriber(app, { tariffId, status: 'active', endsIn: 20 })).id,
      ];
      for (const one of history) await takeNew(await perform(one, clients));
      await expectInOrder();
    }),
    { numRuns: 5 },
  );
});
