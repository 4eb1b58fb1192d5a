import { describe, expect, it } from 'vitest';
import { subscriptionOf } from '#server/subscriptions/lifecycle/stored-subscription.ts';
import { at } from '#tests/support/subscriptions/subscriptions.ts';

const row = {
  status: 'active' as const,
  blocked_from: null,
  trial_ends: at('2026-03-15T10:00:00Z'),
  balance: 5,
  settled_at: at('2026-03-01T10:00:00Z'),
  anchor: null,
  blocked_at: null,
  deletion_not_before: null,
  created_at: at('2026-03-01T10:00:00Z'),
  tariff_since: null,
  discounts: null,
  closes_at: null,
  tariff_id: 'start',
  billing_period: 'month' as const,
  price_month: 10_000,
  price_year: 100_000,
  next_tariff_id: null,
  next_billing_period: null,
  next_price_month: null,
  next_price_year: null,
  term_without_payment_days: null,
  database_retention_days: null,
};

describe('the subscription of a row', () => {
  it('is the one below a block by hand', () => {
    expect(subscriptionOf(row)).toMatchObject({ status: 'active', trialEnds: row.trial_ends, balance: 5 });
    expect(subscriptionOf({ ...row, status: 'blocked', blocked_from: 'trial' })).toMatchObject({
      status: 'trial',
    });
  });

  it('is not there before the free period', () => {
    expect(subscriptionOf({ ...row, status: 'unconfirmed' })).toBeUndefined();
    expect(subscriptionOf({ ...row, trial_ends: null })).toBeUndefined();
    expect(subscriptionOf({ ...row, status: 'blocked', blocked_from: 'unconfirmed' })).toBeUndefined();
  });
});
