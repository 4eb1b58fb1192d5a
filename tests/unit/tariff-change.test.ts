import { describe, expect, it } from 'vitest';
import type { Outcome, Plan, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import { advance } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { changePlan, type PaidPeriod, previewOf } from '#server/subscriptions/lifecycle/tariff-change.ts';
import {
  at,
  dearer,
  free,
  happened,
  mailsOf,
  monthly,
  subscriptionOf,
  termsOf,
  yearly,
} from '#tests/support/subscriptions/subscriptions.ts';

const paid: PaidPeriod = {
  amount: 10_000,
  start: at('2026-05-15T09:00:00Z'),
  end: at('2026-06-15T09:00:00Z'),
};
const active: Partial<Subscription> = {
  status: 'active',
  trialEnds: paid.end,
  anchor: at('2026-03-15T10:00:00Z'),
  settledAt: paid.start,
};

interface Change {
  plan?: Plan;
  when?: 'now' | 'period_end';
  paid?: PaidPeriod | null;
  subscription?: Partial<Subscription>;
  terms?: Partial<Terms>;
}

function change(now: string, { subscription = active, terms = {}, ...choice }: Change) {
  const wanted = { plan: dearer, when: 'now' as const, paid, ...choice };
  return changePlan(subscriptionOf(subscription), termsOf(terms), wanted, at(now));
}

function changed(now: string, options: Change): Outcome {
  const outcome = change(now, options);
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome;
}

describe('a change now, while a paid period runs', () => {
  it('refunds the unused whole days, charges a full period, and sets a new anchor', () => {
    const now = '2026-05-25T15:00:00Z'; // 20 whole days of 31 are left
    const { subscription, plan, effects } = changed(now, { subscription: { ...active, balance: 40_000 } });
    expect(effects).toEqual([
      {
        kind: 'refund',
        at: at(now),
        amount: 6_451,
        periodStart: at(now),
        periodEnd: paid.end,
        plan: monthly,
      },
      {
        kind: 'charge',
        at: at(now),
        amount: 30_000,
        discount: 0,
        periodStart: at(now),
        periodEnd: at('2026-06-25T15:00:00Z'),
        plan: dearer,
      },
    ]);
    expect(plan).toEqual(dearer);
    expect(subscription).toMatchObject({
      status: 'active',
      balance: 40_000 + 6_451 - 30_000,
      anchor: at(now),
      trialEnds: at('2026-06-25T15:00:00Z'),
    });
  });

  it.each([
    ['2026-05-15T09:00:00Z', 10_000],
    ['2026-05-15T09:00:01Z', Math.floor((10_000 * 30) / 31)],
    ['2026-06-14T09:00:00Z', Math.floor(10_000 / 31)],
    ['2026-06-14T09:00:01Z', 0],
  ])('at %s refunds %i', (now, refund) => {
    expect(previewOf(changed(now, { subscription: { ...active, balance: 30_000 } })).refund).toBe(refund);
  });

  it('refunds what was really charged, not what the plan costs today', () => {
    const { refund } = previewOf(
      changed('2026-05-31T09:00:00Z', {
        paid: { ...paid, amount: 6_200 },
        subscription: { ...active, balance: 30_000 },
      }),
    );
    expect(refund).toBe((6_200 * 15) / 31);
  });

  it('refunds nothing for a period that was free', () => {
    const { effects } = changed('2026-05-25T15:00:00Z', {
      paid: null,
      terms: { plan: free },
      subscription: { ...active, balance: 30_000 },
    });
    expect(happened(effects)).toEqual(['charge 2026-05-25T15:00Z']);
  });

  it('to a plan that costs nothing refunds, and writes no charge', () => {
    const { subscription, effects } = changed('2026-05-25T15:00:00Z', { plan: free });
    expect(happened(effects)).toEqual(['refund 2026-05-25T15:00Z', 'renewal 2026-05-25T15:00Z']);
    expect(subscription.balance).toBe(6_451);
  });

  it('from year to month gives back most of a year', () => {
    const year = { amount: 100_000, start: at('2026-03-15T10:00:00Z'), end: at('2027-03-15T10:00:00Z') };
    const { refund, balanceAfter } = previewOf(
      changed('2026-04-14T12:00:00Z', {
        plan: monthly,
        paid: year,
        terms: { plan: yearly },
        subscription: { ...active, trialEnds: year.end, settledAt: year.start },
      }),
    );
    expect(refund).toBe(Math.floor((100_000 * 334) / 365));
    expect(balanceAfter).toBe(refund - 10_000);
  });

  it('counts days on the calendar, across a change of clocks', () => {
    const march = { amount: 31_000, start: at('2026-03-15T10:00:00Z'), end: at('2026-04-15T09:00:00Z') };
    const { refund } = previewOf(
      changed('2026-03-29T12:00:00Z', {
        paid: march,
        plan: free,
        subscription: { ...active, trialEnds: march.end, settledAt: march.start },
      }),
    );
    expect(refund).toBe(16_000);
  });

  it('refunds at most what was paid when a restored period ends later', () => {
    const { refund } = previewOf(
      changed('2026-05-15T09:00:00Z', {
        plan: free,
        subscription: { ...active, trialEnds: at('2026-07-15T09:00:00Z') },
      }),
    );
    expect(refund).toBe(10_000);
  });

  it('is refused when balance and refund do not cover the new price, and changes nothing', () => {
    const now = '2026-05-25T15:00:00Z';
    expect(change(now, { subscription: { ...active, balance: 30_000 - 6_452 } })).toEqual({
      refused: 'balance_too_low',
      refund: 6_451,
      price: 30_000,
      missing: 1,
    });
    expect(change(now, { subscription: { ...active, balance: 30_000 - 6_451 } })).toMatchObject({
      subscription: { balance: 0 },
    });
  });

  it('takes the place of a change that was chosen for the end', () => {
    const { plan, nextPlan } = changed('2026-05-25T15:00:00Z', {
      plan: free,
      terms: { nextPlan: dearer },
    });
    expect({ plan, nextPlan }).toEqual({ plan: free, nextPlan: null });
  });

  it('to the plan that one has changes nothing but cancels what was chosen', () => {
    const { subscription, nextPlan, effects } = changed('2026-05-25T15:00:00Z', {
      plan: monthly,
      terms: { nextPlan: dearer },
    });
    expect(nextPlan).toBeNull();
    expect(effects).toEqual([]);
    expect(subscription.trialEnds).toEqual(paid.end);
  });

  it('while the clock is set back counts at the moment that was reached', () => {
    const settledAt = at('2026-05-20T09:00:00Z');
    const { subscription } = changed('2026-05-16T00:00:00Z', {
      subscription: { ...active, balance: 30_000, settledAt },
    });
    expect(subscription).toMatchObject({ anchor: settledAt, settledAt });
  });

  it('just after a period began by itself refunds that one', () => {
    const { effects } = changed('2026-06-15T09:00:00Z', {
      plan: free,
      subscription: { ...active, balance: 10_000 },
      paid: { ...paid, amount: 99_999 },
    });
    expect(effects).toMatchObject([
      { kind: 'charge', amount: 10_000 },
      { kind: 'refund', amount: 10_000 },
      { kind: 'renewal' },
    ]);
  });
});

describe("a change at the period's end", () => {
  it('keeps period, balance and anchor until then', () => {
    const { subscription, plan, nextPlan, effects } = changed('2026-05-25T15:00:00Z', { when: 'period_end' });
    expect(subscription).toMatchObject({ trialEnds: paid.end, anchor: active.anchor, balance: 0 });
    expect({ plan, nextPlan, effects }).toEqual({ plan: monthly, nextPlan: dearer, effects: [] });
  });

  it('a second one replaces the first, the present plan cancels it', () => {
    const terms = { nextPlan: dearer };
    const when = 'period_end';
    expect(changed('2026-05-25T15:00:00Z', { when, terms, plan: yearly }).nextPlan).toEqual(yearly);
    expect(changed('2026-05-25T15:00:00Z', { when, terms, plan: monthly }).nextPlan).toBeNull();
  });

  it('to another billing period of the same tariff is a change', () => {
    expect(changed('2026-05-25T15:00:00Z', { when: 'period_end', plan: yearly }).nextPlan).toEqual(yearly);
  });
});

describe('a change where no paid period runs', () => {
  it.each(['now', 'period_end'] as const)('in the free period holds at once, chosen for %s', (when) => {
    const { subscription, plan, nextPlan, effects } = changed('2026-03-05T00:00:00Z', {
      when,
      paid: null,
      subscription: {},
    });
    expect({ plan, nextPlan, effects }).toEqual({ plan: dearer, nextPlan: null, effects: [] });
    expect(subscription).toMatchObject({ status: 'trial', trialEnds: at('2026-03-15T10:00:00Z') });
  });

  const grace: Partial<Subscription> = { ...active, status: 'grace', settledAt: paid.end };

  it('in grace is charged from the old end once the balance covers it', () => {
    const terms = { plan: dearer };
    const { subscription, effects } = changed('2026-06-18T00:00:00Z', {
      plan: monthly,
      terms,
      subscription: { ...grace, balance: 10_000 },
    });
    expect(effects).toMatchObject([{ kind: 'charge', periodStart: paid.end, amount: 10_000 }]);
    expect(subscription).toMatchObject({ status: 'active', anchor: active.anchor });
    const dear = changed('2026-06-18T00:00:00Z', { subscription: { ...grace, balance: 9_999 } });
    expect(dear).toMatchObject({
      plan: dearer,
      effects: [],
      subscription: { status: 'grace', balance: 9_999 },
    });
  });

  it.each([
    ['blocked', ['renewal 2026-07-01T00:00Z', 'resume 2026-07-01T00:00Z']],
    ['archived', ['renewal 2026-07-01T00:00Z', 'return 2026-07-01T00:00Z']],
  ] as const)('when %s begins now', (status, expected) => {
    const blockedAt = at('2026-06-22T09:00:00Z');
    const { subscription, effects } = changed('2026-07-01T00:00:00Z', {
      plan: free,
      subscription: { ...active, status, blockedAt, settledAt: blockedAt },
    });
    expect(happened(effects)).toEqual(expected);
    expect(subscription).toMatchObject({ status: 'active', anchor: at('2026-07-01T00:00:00Z') });
  });

  it('meets the state that time has led to', () => {
    const { subscription, effects } = changed('2026-06-16T00:00:00Z', {});
    expect(subscription.status).toBe('grace');
    expect(mailsOf(effects)).toEqual(['grace:2026-06-15T09:00Z']);
  });
});

describe('the preview', () => {
  it('says what then happens', () => {
    const outcome = changed('2026-05-25T15:00:00Z', { subscription: { ...active, balance: 40_000 } });
    expect(previewOf(outcome)).toEqual({
      refund: 6_451,
      charge: 30_000,
      discount: 0,
      balanceAfter: outcome.subscription.balance,
      trialEnds: outcome.subscription.trialEnds,
      status: 'active',
      holdsFrom: at('2026-05-25T15:00:00Z'),
    });
  });

  it("for the period's end says from when on it holds", () => {
    const outcome = changed('2026-05-25T15:00:00Z', {
      when: 'period_end',
      subscription: { ...active, balance: 40_000 },
    });
    expect(previewOf(outcome)).toMatchObject({
      refund: 0,
      charge: 0,
      balanceAfter: 40_000,
      holdsFrom: paid.end,
    });
    const then = advance(
      outcome.subscription,
      termsOf({ plan: outcome.plan, nextPlan: outcome.nextPlan }),
      paid.end,
    );
    expect(then).toMatchObject({ plan: dearer, subscription: { balance: 10_000 } });
  });
});
