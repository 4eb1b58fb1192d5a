import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClient } from '#server/clients/change-client.ts';
import { changeClientSettings } from '#server/clients/change-client-settings.ts';
import { changePlan, previewPlan } from '#server/clients/plan/change-plan.ts';
import { removeClient } from '#server/clients/remove-client.ts';
import { restoreClient } from '#server/clients/restore-client.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { addDays } from '#server/kernel/periods.ts';
import { changeClosing } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { moveSubscription, settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { previewReplenish, replenishWallet } from '#server/payments/replenish-wallet.ts';
import { reverseLine } from '#server/payments/reverse-line.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { staffMember } from '#tests/support/people.ts';
import { staffCaller } from '#tests/support/subscriptions/staff-caller.ts';
import {
  clientRow,
  likeThis,
  linesOf,
  threeTariffs,
  subscriber,
} from '#tests/support/subscriptions/subscribers.ts';

/**
 * Two equal clients with the same random history. For one a server runs every day, for the other only when somebody
 * acts: both must end in the same state, every preview must be what then happens, nobody pays for a period after a
 * closing, and no wallet may be wrong.
 */
let app: TestApp;
let staffId: string;
let tariffs: string[];
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  staffId = (await staffMember(app)).id;
  tariffs = await threeTariffs(app);
});
afterAll(() => app.close());

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('top up' as const),
      amount: fc.constantFrom(1, 9_999, 10_000, 45_000, 120_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change the tariff' as const),
      tariff: fc.nat({ max: 2 }),
      billing_period: fc.constantFrom('month' as const, 'year' as const),
      when: fc.constantFrom('now' as const, 'period_end' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), line: fc.nat({ max: 20 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change the terms' as const),
      term_without_payment_days: fc.constantFrom(0, 3, 14),
      database_retention_days: fc.constantFrom(0, 10, 40),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      days: fc.constantFrom(0, 2, 14, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('block' as const, 'unblock' as const, 'delete' as const, 'restore' as const),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;
const history = fc.array(fc.record({ act, daysBefore: fc.constantFrom(0, 1, 3, 10, 35) }), {
  minLength: 4,
  maxLength: 9,
});

/** Does it, and returns what the preview said, or the reason of the refusal. */
async function perform(id: string, one: Act, now: Date): Promise<unknown> {
  const { platform } = app;
  const caller = staffCaller(staffId, now);
  try {
    switch (one.do) {
      case 'top up': {
        const body = { service: 'cash' as const, amount: one.amount };
        const preview = await previewReplenish(platform, caller, id, body);
        await replenishWallet(platform, caller, { clientId: id, key: null }, body);
        return expectAs(id, preview);
      }
      case 'change the tariff': {
        const input = {
          tariff_id: tariffs[one.tariff] ?? '',
          billing_period: one.billing_period,
          when: one.when,
        };
        const preview = await previewPlan(platform, caller, { clientId: id, input });
        await changePlan(platform, caller, { clientId: id, input, key: null });
        return expectAs(id, preview);
      }
      case 'reverse': {
        const lines = (await linesOf(app, id)).filter(({ kind }) => kind !== 'reversal');
        const line = lines[one.line % Math.max(1, lines.length)];
        const target = { clientId: id, entry: line?.id ?? '', key: null };
        if (line) await reverseLine(platform, caller, target, { note: 'x' });
        return;
      }
      case 'change the terms': {
        const { do: _, ...terms } = one;
        await changeClientSettings(platform, caller, id, terms);
        return;
      }
      case 'close':
        return await close(id, one.days === null ? null : addDays(now, one.days, platform.timeZone), now);
      case 'block':
      case 'unblock':
        await changeClient(platform, caller, id, { status: one.do === 'block' ? 'blocked' : 'active' });
        return;
      case 'delete':
        return await removeClient(platform, caller, id);
      case 'restore':
        await restoreClient(platform, caller, id);
        return;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code;
  }
}

/** As a customer's closing does it, or taking it back; nothing ends the account here. */
async function close(id: string, closes_at: Date | null, now: Date): Promise<void> {
  const { database, subscriptions } = app.platform;
  await database.db.transaction().execute(async (tx) => {
    await moveSubscription(subscriptions, tx, { id, now }, (subscription, terms) =>
      changeClosing(subscription, terms, closes_at, now),
    );
    await tx.updateTable('clients').set({ closes_at }).where('id', '=', id).execute();
  });
}

async function expectAs(
  id: string,
  preview: { balance_after: number; status: string; trialEnds: string | null; lasts_until?: string | null },
): Promise<void> {
  const { balance, status, trial_ends, lasts_until } = await clientRow(app, id);
  expect({ balance_after: balance, status, trialEnds: trial_ends?.toISOString() ?? null }).toEqual({
    balance_after: preview.balance_after,
    status: preview.status,
    trialEnds: preview.trialEnds,
  });
  if (preview.lasts_until !== undefined) expect(lasts_until?.toISOString() ?? null).toBe(preview.lasts_until);
}

/** A period that begins after a closing can only be one that was there before it was asked for. */
async function expectNothingAfterClosing(id: string, now: Date): Promise<void> {
  const { closes_at, settled_at } = await clientRow(app, id);
  if (!closes_at || closes_at > now || (settled_at && settled_at < closes_at)) return;
  const after = (await linesOf(app, id)).filter(
    ({ kind, period_start, created_at }) =>
      kind === 'charge' && created_at >= closes_at && period_start && period_start >= closes_at,
  );
  expect(after).toEqual([]);
}

/** A client after time and money. */
async function whatBecameOf(id: string) {
  const { status, balance, trial_ends, anchor, blocked_at, blocked_from, settled_at, ...row } =
    await clientRow(app, id);
  const { tariff_id, billing_period, next_tariff_id, next_billing_period, lasts_until, deletion_at } = row;
  return {
    status,
    balance,
    trial_ends,
    anchor,
    blocked_at,
    blocked_from,
    settled_at,
    lasts_until,
    deletion_at,
    tariff_id,
    billing_period,
    next_tariff_id,
    next_billing_period,
    deletion: row.deletion_not_before,
    lines: (await linesOf(app, id)).map(({ kind, amount, balance_after, period_start, period_end }) => ({
      kind,
      amount,
      balance_after,
      period_start,
      period_end,
    })),
  };
}

/** Keeps runs away from this client until somebody acts. */
async function leaveAlone(id: string): Promise<void> {
  const { db } = app.platform.database;
  await db.updateTable('clients').set({ next_event_at: null }).where('id', '=', id).execute();
}

describe('a history of any acts', () => {
  it('comes to the same with and without a server in between, as previewed, and its sums are right', async () => {
    const { database, subscriptions } = app.platform;
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const watched = await subscriber(app, {
          tariffId: tariffs[0] ?? '',
          status: 'trial',
          endsIn: 5,
          balance: 15_000,
        });
        const [alone = ''] = await likeThis(app, watched, 1);
        const both = [watched.id, alone];
        for (const { act: one, daysBefore } of steps) {
          await leaveAlone(alone);
          for (let day = 0; day < daysBefore; day += 1) {
            app.clock.advance(86_400);
            await runBilling(subscriptions);
          }
          const now = app.clock.now();
          for (const id of both) {
            await database.db.transaction().execute((tx) => settleSubscription(subscriptions, tx, id, now));
          }
          expect(await whatBecameOf(alone)).toEqual(await whatBecameOf(watched.id));
          const told = [];
          for (const id of both) told.push(await perform(id, one, now));
          expect(told[1]).toEqual(told[0]);
          expect(await whatBecameOf(alone)).toEqual(await whatBecameOf(watched.id));
          await expectNothingAfterClosing(alone, now);
        }
        for (const id of both) await leaveAlone(id);
      }),
      { numRuns: 12 },
    );
    const proof = await verifyLedger(app.platform, app.clock.now());
    expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
  });
});
