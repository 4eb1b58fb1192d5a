import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterPeriod, discounted } from '#server/subscriptions/lifecycle/discount.ts';
import { derived, upcoming } from '#server/subscriptions/lifecycle/forecast.ts';
import { advance, changeDiscounts } from '#server/subscriptions/lifecycle/lifecycle.ts';
import type { Discount } from '#server/subscriptions/lifecycle/subscription.ts';
import { changePlan, previewOf } from '#server/subscriptions/lifecycle/tariff-change.ts';
import {
  at,
  dearer,
  free,
  happened,
  mailsOf,
  subscriptionOf,
  termsOf,
} from '#tests/support/subscriptions/subscriptions.ts';

const percent = (value: number, left: number | null = null): Discount => ({
  id: `${value} %`,
  kind: 'percent',
  value,
  left,
});
const amount = (value: number, left: number | null = null): Discount => ({
  id: `${value} off`,
  kind: 'amount',
  value,
  left,
});
const paid = (full: number, ...discounts: Discount[]) => discounted(full, discounts).price;

describe('a discounted price', () => {
  it('is less the percentages first, then the amounts, whatever came first', () => {
    expect(paid(10_000, amount(1_000), percent(20))).toBe(7_000);
    expect(paid(10_000, percent(20), amount(1_000))).toBe(7_000);
    expect(paid(10_000, percent(10), percent(10))).toBe(8_100);
  });

  it('is rounded down at each discount, and is never below zero', () => {
    expect(paid(999, percent(50))).toBe(499);
    expect(paid(99, percent(50), percent(50))).toBe(24);
    expect(paid(1, percent(1))).toBe(0);
    expect(paid(500, amount(501))).toBe(0);
    expect(paid(10_000, percent(100), amount(1))).toBe(0);
  });

  it('and the discount are the price together, exactly also for the highest', () => {
    const any = fc.record({
      id: fc.constant('one'),
      kind: fc.constantFrom('percent' as const, 'amount' as const),
      value: fc.integer({ min: 1, max: 100 }),
      left: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.array(any, { maxLength: 4 }), (full, discounts) => {
        const { price, discount } = discounted(full, discounts);
        let left = BigInt(full);
        for (const { kind, value } of discounts)
          if (kind === 'percent') left = (left * BigInt(100 - value)) / 100n;
        for (const { kind, value } of discounts)
          if (kind === 'amount') left = left > BigInt(value) ? left - BigInt(value) : 0n;
        expect(BigInt(price)).toBe(left);
        expect(price + discount).toBe(full);
      }),
    );
  });

  it('counts periods, but none of a tariff that costs nothing', () => {
    expect(afterPeriod([percent(20, 2), amount(5, 1), percent(1)], 10_000)).toEqual([
      percent(20, 1),
      percent(1),
    ]);
    expect(afterPeriod([percent(20, 2)], 0)).toEqual([percent(20, 2)]);
  });
});

describe('a subscription with a discount', () => {
  it('pays less for its periods only, and the forecast says price and discount', () => {
    const before = subscriptionOf({ balance: 100_000, discounts: [percent(20, 2)] });
    const charges = upcoming(before, termsOf(), at('2026-06-20T00:00:00Z'));
    expect(charges.map((one) => [one.amount, one.discount])).toEqual([
      [8_000, 2_000],
      [8_000, 2_000],
      [10_000, 0],
      [10_000, 0],
    ]);
    expect(advance(before, termsOf(), at('2026-06-20T00:00:00Z')).subscription).toMatchObject({
      balance: 64_000,
      discounts: [],
    });
  });

  it('lasts as long as its money does at the prices that will hold', () => {
    const lasts = (balance: number, ...discounts: Discount[]) =>
      derived(subscriptionOf({ balance, discounts }), termsOf()).lastsUntil;
    expect(lasts(26_000, percent(20, 2))).toEqual(at('2026-06-15T09:00:00Z'));
    expect(lasts(25_999, percent(20, 2))).toEqual(at('2026-05-15T09:00:00Z'));
    expect(lasts(0, percent(100, 2))).toEqual(at('2026-05-15T09:00:00Z'));
    expect(lasts(0, percent(100))).toBeNull();
    expect(derived(subscriptionOf({ discounts: [percent(20, 2)] }), termsOf()).duePrice).toBe(8_000);
    expect(derived(subscriptionOf(), termsOf()).duePrice).toBeNull();
    // On a tariff that costs nothing it waits, and nothing is searched for ever.
    const onFree = derived(subscriptionOf({ discounts: [percent(20, 2)] }), termsOf({ plan: free }));
    expect(onFree.lastsUntil).toBeNull();
  });

  it('whose period costs nothing by it, is charged nothing without an email, even with debts', () => {
    const before = subscriptionOf({ balance: -500, discounts: [percent(100, 1)] });
    const { effects, subscription } = advance(before, termsOf(), at('2026-03-16T00:00:00Z'));
    expect(happened(effects)).toEqual(['charge 2026-03-15T10:00Z']);
    expect(effects[0]).toMatchObject({ amount: 0, discount: 10_000 });
    expect(mailsOf(effects)).toEqual([]);
    expect(subscription).toMatchObject({ status: 'active', balance: -500, discounts: [] });
  });

  it('keeps it when its tariff changes, and what was paid is refunded', () => {
    const before = subscriptionOf({ balance: 60_000, discounts: [percent(50, 3)] });
    const { subscription } = advance(before, termsOf(), at('2026-03-15T10:00:00Z'));
    const paidPeriod = { amount: 5_000, start: at('2026-03-15T10:00:00Z'), end: subscription.trialEnds };
    const outcome = changePlan(
      subscription,
      termsOf(),
      { plan: dearer, when: 'now', paid: paidPeriod },
      at('2026-03-15T10:00:00Z'),
    );
    if ('refused' in outcome) throw new Error('refused');
    expect(previewOf(outcome)).toMatchObject({ refund: 5_000, charge: 15_000, balanceAfter: 45_000 });
    expect(outcome.subscription.discounts).toEqual([percent(50, 1)]);
  });

  it('begins a period at once when it makes one that is owed affordable', () => {
    const blocked = subscriptionOf({
      status: 'blocked',
      blockedAt: at('2026-03-22T10:00:00Z'),
      balance: 5_000,
      settledAt: at('2026-03-22T10:00:00Z'),
    });
    const now = at('2026-03-25T10:00:00Z');
    const { subscription, effects } = changeDiscounts(blocked, termsOf(), () => [percent(50, 1)], now);
    expect(happened(effects)).toEqual(['charge 2026-03-25T10:00Z', 'resume 2026-03-25T10:00Z']);
    expect(subscription).toMatchObject({ status: 'active', balance: 0, discounts: [] });
  });
});
