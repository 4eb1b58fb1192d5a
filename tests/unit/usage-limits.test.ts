import { describe, expect, it } from 'vitest';
import { exceededLimits, limitsOf } from '#server/subscriptions/lifecycle/usage-limits.ts';

const none = { monthlyTurnover: null, goods: null };

describe('the limits of a client', () => {
  it("are the tariff's where it has none of its own", () => {
    expect(limitsOf({ monthlyTurnover: 5, goods: null }, { monthlyTurnover: 10, goods: 20 })).toEqual({
      monthlyTurnover: 5,
      goods: 20,
    });
  });

  it('may be 0, which is a limit', () => {
    expect(limitsOf({ ...none, goods: 0 }, { ...none, goods: 20 }).goods).toBe(0);
  });

  it('may be above those of the tariff, or unlimited by it', () => {
    expect(limitsOf({ ...none, goods: 30 }, { ...none, goods: 20 }).goods).toBe(30);
    expect(limitsOf(none, none)).toEqual(none);
  });
});

describe('usage', () => {
  const limits = { monthlyTurnover: 1_000, goods: 50 };

  it.each([
    [1_000, 50, []],
    [1_001, 50, ['monthlyTurnover']],
    [0, 51, ['goods']],
    [1_001, 51, ['monthlyTurnover', 'goods']],
  ])('of %i and %i goods is over %j', (monthlyTurnover, goods, expected) => {
    expect(exceededLimits({ monthlyTurnover, goods }, limits)).toEqual(expected);
  });

  it('without limits is never over', () => {
    expect(exceededLimits({ monthlyTurnover: Number.MAX_SAFE_INTEGER, goods: 1e9 }, none)).toEqual([]);
  });

  it('of anything is over a limit of 0', () => {
    expect(exceededLimits({ monthlyTurnover: 1, goods: 0 }, { monthlyTurnover: 0, goods: 0 })).toEqual([
      'monthlyTurnover',
    ]);
  });
});
