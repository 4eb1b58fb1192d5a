import type { Plan, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import { derived, upcoming } from '#server/subscriptions/lifecycle/forecast.ts';
import { advance } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { addDays, addMonths } from '#server/kernel/periods.ts';
import type { Figure } from './figure.ts';

const timeZone = 'Europe/Kyiv';
const now = new Date('2026-03-14T10:00:00Z');
const monthly: Plan = { tariffId: 'start', price: 10_000, billingPeriod: 'month' };
const terms: Terms = {
  plan: monthly,
  nextPlan: null,
  graceDays: 7,
  retentionDays: 30,
  reminderDays: [7, 3, 1],
  deletionWarningDays: [7, 1],
  timeZone,
};

/** What the pure rules cost a run and a forecast over all clients, without the database. */
export async function* lifecycle(): AsyncIterable<Figure> {
  const until = addDays(now, 30, timeZone);
  const everybody = Array.from({ length: 1_000_000 }, (_, index) => subscription(index));
  const due = everybody.slice(0, 100_000);
  const rounds = 3;
  const forecasts = [];
  const advances = [];
  for (let round = 0; round < rounds; round += 1) {
    forecasts.push(measured(everybody, (one) => upcoming(one, terms, until)));
    advances.push(
      measured(due, (one) => {
        const outcome = advance(one, terms, until);
        derived(outcome.subscription, { ...terms, plan: outcome.plan, nextPlan: outcome.nextPlan });
      }),
    );
    await Promise.resolve();
  }
  yield {
    what: 'forecast of 30 days, reckoned for 1,000,000 clients',
    samples: forecasts,
    unit: 'ms',
    goal: 3000,
  };
  yield {
    what: 'a month of the lifecycle, reckoned for 100,000 clients',
    samples: advances,
    unit: 'ms',
    goal: 2000,
  };
}

function measured(all: readonly Subscription[], act: (one: Subscription) => void): number {
  const begun = performance.now();
  for (const one of all) act(one);
  return performance.now() - begun;
}

/**
 * Of twenty clients fourteen pay, two are on trial, one is in grace and three are blocked; their ends are spread over
 * a month.
 */
function subscription(index: number): Subscription {
  const spread = (index * 7919) % 44_640; // minutes
  const end = new Date(now.getTime() + spread * 60_000);
  const one: Subscription = {
    status: 'active',
    trialEnds: end,
    anchor: addMonths(end, -5, timeZone),
    blockedAt: null,
    deletionNotBefore: null,
    balance: (index % 7) * 5_000,
    discounts: [],
    closesAt: null,
    since: now,
    settledAt: now,
  };
  const kind = index % 20;
  if (kind < 14) return one;
  if (kind < 16) return { ...one, status: 'trial', anchor: null };
  const past = new Date(now.getTime() - (spread % 8_640) * 60_000);
  if (kind === 16) return { ...one, status: 'grace', trialEnds: past, balance: 0 };
  return { ...one, status: 'blocked', trialEnds: addDays(past, -7, timeZone), blockedAt: past, balance: 0 };
}
