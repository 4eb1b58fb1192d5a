import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  clientRow,
  daysAhead,
  linesOf,
  mailsOf,
  newTariff,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

/** A late run makes up for missed days one by one, in order (GROWTH section 20, "Clock and brake"). */
let app: TestApp;
let tariffId: string;
beforeAll(async () => {
  // Without workers, so that only the test runs billing.
  app = await startApp({ ROLES: 'web' });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const run = () => runBilling(app.platform.subscriptions);
const off = (days: number) => app.clock.advance(days * 86_400);
const db = () => app.platform.database.db;

describe('a run more than a day after the last one', () => {
  it('charges on the days on which the charges fell due, one day after the other', async () => {
    await run();
    const clients = [];
    for (const endsIn of [3, 1, 20, 2]) {
      clients.push(
        await subscriber(app, {
          tariffId,
          endsIn,
          balance: 35_000,
          more: { next_event_at: daysAhead(app, endsIn) },
        }),
      );
    }
    off(100);
    const now = app.clock.now();
    expect(await run()).toMatchObject({ charges: 12, failed: 0 });
    const lines = await db().selectFrom('ledger_entries').selectAll().orderBy('position').execute();
    const charges = lines.filter(({ kind }) => kind === 'charge');
    for (const { created_at, period_start } of charges) {
      const late = created_at.getTime() - (period_start?.getTime() ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(dayMs);
      expect(created_at <= now).toBe(true);
    }
    const moments = charges.map(({ created_at }) => created_at.getTime());
    expect(moments).toEqual([...moments].sort((one, other) => one - other));
    expect(new Set(moments).size).toBeGreaterThan(6);
    for (const { id } of clients) expect(await linesOf(app, id)).toHaveLength(4);
  });

  it('writes the email for the state now reached, and keeps the days in between', async () => {
    const before = await run();
    expect(before.clients).toBe(0);
    const { id } = await subscriber(app, {
      tariffId,
      endsIn: 2,
      balance: 10_000,
      more: { next_event_at: daysAhead(app, 2) },
    });
    off(2 + 31 + 7 + 5);
    await run();
    const row = await clientRow(app, id);
    expect(row.status).toBe('blocked');
    // By their nominal dates: grace on the day of the unpaid end, the block a week later.
    expect(row.blocked_at && row.trial_ends && +row.blocked_at - +row.trial_ends).toBeGreaterThan(
      6.9 * dayMs,
    );
    expect((await mailsOf(app, id)).map(({ kind }) => kind)).toEqual(['access_blocked']);
    const trail = await db()
      .selectFrom('audit_entries')
      .select(['action', 'at'])
      .where('client_id', '=', id)
      .orderBy('id')
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(['client.grace', 'client.block']);
    // An entry has the time when it was written; `due` in it has the nominal one.
    for (const { at } of trail) expect(daysAhead(app, -1) < at).toBe(true);
  });

  it('comes to the same when it is cut short and another one goes on', async () => {
    await run();
    const whole = await subscriber(app, { tariffId, endsIn: 1, balance: 45_000, more: dueIn(1) });
    off(40);
    await run();
    const { trial_ends, balance } = await clientRow(app, whole.id);
    // A run that died after some days leaves the day it had reached.
    const cut = await subscriber(app, { tariffId, endsIn: -39, balance: 45_000, more: dueIn(-39, -40) });
    await db()
      .updateTable('billing_progress')
      .set({ ran_until: daysAhead(app, -40) })
      .execute();
    await Promise.all([run(), run()]);
    const after = await clientRow(app, cut.id);
    expect(after.balance).toBe(balance);
    expect(Math.abs(+(after.trial_ends ?? 0) - +(trial_ends ?? 0))).toBeLessThan(2 * dayMs);
    const { ran_until } = await db().selectFrom('billing_progress').selectAll().executeTakeFirstOrThrow();
    expect(daysAhead(app, -0.01) < ran_until).toBe(true);
  });
});

function dueIn(days: number, settled = 0) {
  return { next_event_at: daysAhead(app, days), settled_at: daysAhead(app, settled) };
}
