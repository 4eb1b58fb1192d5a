import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePlan } from '#server/clients/plan/change-plan.ts';
import { endDiscount, giveDiscount } from '#server/clients/plan/give-discount.ts';
import { prolongPeriod } from '#server/clients/plan/prolong-period.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { addDays } from '#server/kernel/periods.ts';
import { replenishWallet } from '#server/payments/replenish-wallet.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { reschedule } from '#server/subscriptions/change-terms.ts';
import { forecastSubscription } from '#server/subscriptions/forecast-subscription.ts';
import { generalTerms } from '#server/subscriptions/general-terms.ts';
import { derived } from '#server/subscriptions/lifecycle/forecast.ts';
import { changeClosing } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { subscriptionOf, termsOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { readNextPayment } from '#server/subscriptions/prices/read-due-payment.ts';
import { readOwnPrices } from '#server/subscriptions/prices/read-own-prices.ts';
import { moveSubscription, settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { subscribedById } from '#server/subscriptions/subscription-store.ts';
import { newPrice, beginPrice } from '#server/tariffs/prices/new-price.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';
import { staffCaller } from '#tests/support/subscriptions/staff-caller.ts';
import { clientRow, linesOf, subscriber, threeTariffs } from '#tests/support/subscriptions/subscribers.ts';

/**
 * A client with a random history of discounts, prices, tariffs, closings and money. What is said at each step comes
 * true: the forecast's charges and states, the payment that is asked for, and the columns that lists and runs read.
 */
let app: TestApp;
let staffId: string;
let tariffs: string[];
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  staffId = (await staffMember(app)).id;
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const acts = {
  pay: fc.record({ do: fc.constant('pay what is asked' as const) }),
  topUp: fc.record({
    do: fc.constant('top up' as const),
    amount: fc.constantFrom(1, 9_999, 10_000, 45_000, 120_000),
  }),
  tariff: fc.record({
    do: fc.constant('change the tariff' as const),
    tariff: fc.nat({ max: 2 }),
    billing_period: fc.constantFrom('month' as const, 'year' as const),
    when: fc.constantFrom('now' as const, 'period_end' as const),
  }),
  discount: fc.record({
    do: fc.constant('give a discount' as const),
    off: fc.constantFrom(
      { percent: 10 },
      { percent: 33 },
      { percent: 100 },
      { amount: 4_567 },
      { amount: 20_000 },
    ),
    periods: fc.constantFrom(null, 1, 2, 3),
  }),
  noDiscount: fc.record({ do: fc.constant('end the latest discount' as const) }),
  price: fc.record({
    do: fc.constant('change the price' as const),
    tariff: fc.nat({ max: 2 }),
    month: fc.constantFrom(0, 5_000, 9_999, 12_000, 33_333),
    inDays: fc.constantFrom(0, 1, 5, 40),
    existing: fc.constantFrom('keep' as const, 'change' as const),
  }),
  prolong: fc.record({ do: fc.constant('prolong' as const), days: fc.constantFrom(1, 7, 31) }),
  close: fc.record({ do: fc.constant('close' as const), days: fc.constantFrom(2, 14, 45, null) }),
};
const act = fc.oneof(
  ...[acts.pay, acts.topUp, acts.discount, acts.price].map((arbitrary) => ({ weight: 3, arbitrary })),
  { weight: 2, arbitrary: acts.tariff },
  ...[acts.noDiscount, acts.prolong, acts.close].map((arbitrary) => ({ weight: 1, arbitrary })),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
const history = fc.array(fc.record({ act, daysAfter: fc.constantFrom(0, 1, 3, 10, 35, 70) }), {
  minLength: 3,
  maxLength: 9,
});

/** Does it; what is refused changes nothing. */
async function perform(id: string, one: Act, now: Date): Promise<void> {
  try {
    await performOrRefuse(id, one, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function performOrRefuse(id: string, one: Act, now: Date): Promise<void> {
  const { platform } = app;
  const caller = staffCaller(staffId, now);
  const target = { clientId: id, key: null };
  switch (one.do) {
    case 'pay what is asked':
      return payWhatIsAsked(id, now);
    case 'top up':
      return topUp(id, one.amount, now);
    case 'change the tariff': {
      const { billing_period, when } = one;
      const input = { tariff_id: tariffs[one.tariff] ?? '', billing_period, when };
      await changePlan(platform, caller, { ...target, input });
      return;
    }
    case 'give a discount':
      await giveDiscount(platform, caller, target, { ...one.off, periods: one.periods, reason: 'x' });
      return;
    case 'end the latest discount': {
      const given = db().selectFrom('client_discounts').select('id').where('client_id', '=', id);
      const discount = await given.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
      if (discount) await endDiscount(platform, caller, { clientId: id, id: discount.id });
      return;
    }
    case 'change the price':
      return changePrice(one, now);
    case 'prolong':
      return db()
        .transaction()
        .execute((tx) => prolongPeriod(platform, tx, caller, { id, days: one.days }));
    case 'close':
      return close(id, one.days === null ? null : addDays(now, one.days, platform.timeZone), now);
  }
}

async function topUp(id: string, amount: number, now: Date): Promise<void> {
  const target = { clientId: id, key: null };
  await replenishWallet(app.platform, staffCaller(staffId, now), target, { service: 'cash', amount });
}

/** It is enough, and a coin less is not. */
async function payWhatIsAsked(id: string, now: Date): Promise<void> {
  const asked = await readNextPayment(app.platform, db(), id, now);
  if (!asked || asked.missing === 0) return;
  const { status } = await clientRow(app, id);
  if (asked.missing > 1) await topUp(id, asked.missing - 1, now);
  expect((await clientRow(app, id)).status).toBe(status);
  await topUp(id, 1, now);
  const isRunning = status === 'trial' || status === 'active';
  const after = await clientRow(app, id);
  if (isRunning) expect((await readNextPayment(app.platform, db(), id, now))?.missing).toBe(0);
  else expect(after).toMatchObject({ status: 'active', balance: 0 });
}

/** As a colleague announces it, with what the jobs do then. */
async function changePrice(
  { tariff, month, inDays, existing }: Extract<Act, { do: 'change the price' }>,
  now: Date,
): Promise<void> {
  const { platform } = app;
  const { subscriptions, timeZone } = platform;
  const id = tariffs[tariff] ?? '';
  await db()
    .transaction()
    .execute(async (tx) => {
      const prices = tx.selectFrom('tariffs').select(['id', 'price_month', 'price_year']);
      const before = await prices.where('id', '=', id).executeTakeFirstOrThrow();
      const from = addDays(now, inDays, timeZone).toISOString().slice(0, '2026-03-14'.length);
      const input = {
        price_month: month,
        price_year: month * 10,
        existing,
        ...(inDays > 0 && { from }),
        updated_at: '',
      };
      const price = await newPrice(platform, tx, { before, input, caller: staffCaller(staffId, now) });
      if (!price) return;
      await beginPrice(platform, tx, price, now);
      if (price.begun)
        await tx
          .updateTable('tariffs')
          .set({ price_month: month, price_year: month * 10 })
          .where('id', '=', id)
          .execute();
    });
  await reschedule(subscriptions, { tariffId: id, since: now.toISOString() });
  await runBilling(subscriptions);
}

/** As a customer's closing does it, or taking it back; nothing ends the account here. */
async function close(id: string, closes_at: Date | null, now: Date): Promise<void> {
  const { subscriptions } = app.platform;
  await db()
    .transaction()
    .execute(async (tx) => {
      await moveSubscription(subscriptions, tx, { id, now }, (subscription, terms) =>
        changeClosing(subscription, terms, closes_at, now),
      );
      await tx.updateTable('clients').set({ closes_at }).where('id', '=', id).execute();
    });
}

/** What lists and runs read is what the row says. */
async function expectFreshColumns(id: string): Promise<void> {
  const row = await subscribedById(db(), id);
  const subscription = row && subscriptionOf(row);
  if (!row || !subscription) throw new Error('no subscription');
  const { lastsUntil, deletionAt, duePrice } = derived(
    subscription,
    termsOf(row, await generalTerms(app.platform, db())),
  );
  const { lasts_until, deletion_at, due_price } = await clientRow(app, id);
  expect({ lasts_until, deletion_at, due_price }).toEqual({
    lasts_until: lastsUntil,
    deletion_at: deletionAt,
    due_price: duePrice,
  });
}

/** The ways to say what comes next agree. */
async function expectOneAnswer(id: string, now: Date): Promise<void> {
  const { subscriptions } = app.platform;
  const { next, ahead } = await readOwnPrices(subscriptions, db(), id, now);
  const asked = await readNextPayment(subscriptions, db(), id, now);
  const { status } = await clientRow(app, id);
  if (status !== 'blocked' && status !== 'archived') expect(asked?.amount ?? null).toBe(next?.amount || null);
  if (next) expect(ahead[0]).toMatchObject({ amount: next.amount, price: next.price });
}

const stateAfter = { grace: 'grace', block: 'blocked', deletion: 'archived', charge: 'active' } as const;
type Changing = keyof typeof stateAfter;

/** Lives through some days, and compares them with what was said before. */
async function expectComesTrue(id: string, days: number, now: Date): Promise<void> {
  const { subscriptions } = app.platform;
  const said = await forecastSubscription(subscriptions, id, now, { months: 4 });
  const had = (await linesOf(app, id)).length;
  for (let day = 0; day < days; day += 1) {
    app.clock.advance(86_400);
    await runBilling(subscriptions);
  }
  const past = said.filter(({ date }) => date <= app.clock.now());
  const charged = (await linesOf(app, id)).slice(had).filter(({ kind }) => kind === 'charge');
  expect(
    charged.map(({ amount, period_start, period_end }) => [0 - amount, period_start, period_end]),
  ).toEqual(
    past
      .filter(({ event }) => event === 'charge')
      .map(({ amount, period }) => [amount, period?.start, period?.end]),
  );
  const last = past.findLast(({ event }) => event in stateAfter);
  // Periods that cost nothing are no events, and make a client active.
  const { status } = await clientRow(app, id);
  if (last && status !== 'active') expect(status).toBe(stateAfter[last.event as Changing]); // as filtered
}

describe('what is said of a client', () => {
  it('comes true, whatever happened before', async () => {
    const { subscriptions, database } = app.platform;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        // Of this history alone: prices that another one has changed would make a failure a different one when repeated.
        tariffs = await threeTariffs(app);
        const [tariffId = ''] = tariffs;
        const { id } = await subscriber(app, { tariffId, status: 'trial', endsIn: 5, balance: 15_000 });
        await database.db
          .transaction()
          .execute((tx) => settleSubscription(subscriptions, tx, id, app.clock.now()));
        for (const { act: one, daysAfter } of steps) {
          const now = app.clock.now();
          const { closes_at } = await clientRow(app, id);
          // The account would have ended.
          if (closes_at && closes_at <= now) break;
          await perform(id, one, now);
          await expectFreshColumns(id);
          await expectOneAnswer(id, now);
          await expectComesTrue(id, daysAfter, now);
          await expectFreshColumns(id);
        }
        await db().updateTable('clients').set({ next_event_at: null }).where('id', '=', id).execute();
      }),
      { numRuns: 10 },
    );
    const proof = await verifyLedger(app.platform, app.clock.now());
    expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
  });
});
