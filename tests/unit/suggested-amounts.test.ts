import { expect, it } from 'vitest';
import { lastsUntilOf } from '#web/ui/customer/account/lasts-until.ts';
import {
  isEndUnpaid,
  lackingFor,
  isUnlikely,
  missingOf,
  suggestedAmounts,
} from '#contract/clients/suggested-amounts.ts';

it('calls the next period’s what one period lacks, however many days the tariff recommends', () => {
  const monthly = {
    price: 49_900,
    balance: 10_000,
    billing_period: 'month',
    recommended_amount: 139_700,
  } as const;
  expect(lackingFor(monthly, 1)).toBe(39_900);
  expect(suggestedAmounts(monthly)).toEqual([
    { periods: 1, price: 49_900, amount: 39_900, isYearly: false },
    { periods: 3, price: 149_700, amount: 139_700, isYearly: false },
    { periods: 6, price: 299_400, amount: 289_400, isYearly: false },
    { periods: 12, price: 598_800, amount: 588_800, isYearly: false },
  ]);
});

it('suggests nothing that the balance covers, and pays a debt first', () => {
  const yearly = { price: 100_000, balance: 150_000, billing_period: 'year' } as const;
  expect(suggestedAmounts(yearly)).toEqual([{ periods: 2, price: 200_000, amount: 50_000, isYearly: false }]);
  expect(suggestedAmounts({ ...yearly, price: 0 })).toEqual([]);
  expect(lackingFor({ price: 0, balance: -500 }, 1)).toBe(500);
});

it('suggests a year at the yearly price where that is less than twelve months', () => {
  const monthly = { price: 19_900, balance: 10_000, billing_period: 'month' } as const;
  const year = (price_year: number) => suggestedAmounts({ ...monthly, tariff: { price_year } }).at(-1);
  expect(year(199_000)).toEqual({ periods: 12, price: 199_000, amount: 189_000, isYearly: true });
  expect(year(12 * 19_900)).toEqual({ periods: 12, price: 238_800, amount: 228_800, isYearly: false });
  expect(year(0)).toMatchObject({ isYearly: false });
  expect(year(9_000)).toMatchObject({ periods: 6 });
});

it('questions an amount above what ten years cost, of what costs anything', () => {
  const monthly = { price: 19_900, billing_period: 'month' } as const;
  expect([120 * 19_900, 120 * 19_900 + 1].map((sum) => isUnlikely(sum, monthly))).toEqual([false, true]);
  expect(isUnlikely(1_990_001, { price: 199_000, billing_period: 'year' })).toBe(true);
  expect(isUnlikely(99_999_999, { ...monthly, price: 0 })).toBe(false);
});

const december = '2026-12-07T22:00:00.000Z';
/** Three days before the first payment of 499, with nothing on the balance. */
const ending = {
  status: 'trial',
  blocked_by_hand: false,
  auto_top_up: false,
  price: 49_900,
  balance: 0,
  remaining_days: 3,
  lasts_until: december,
  next_charge: { date: december, price: 49_900, discount: 9_900, amount: 40_000 },
} as const;

it('asks for the next payment with its discount, and for the full price where none is running', () => {
  expect(missingOf(ending)).toBe(40_000);
  expect(missingOf({ ...ending, balance: 50_000 })).toBe(0);
  expect(missingOf({ ...ending, next_charge: null })).toBe(49_900);
});

it('warns of an end within a week that neither the balance nor a card pays', () => {
  expect(isEndUnpaid(ending)).toBe(true);
  expect(isEndUnpaid({ ...ending, status: 'active', remaining_days: 7 })).toBe(true);
  const fine = [
    { remaining_days: 8 },
    { remaining_days: null },
    { balance: 40_000 },
    { auto_top_up: true },
    { blocked_by_hand: true },
    { status: 'grace' },
    { status: 'blocked' },
    { price: 0, next_charge: null },
  ] as const;
  expect(fine.filter((one) => isEndUnpaid({ ...ending, ...one }))).toEqual([]);
});

it('says until when a balance lasts only if it pays for the next period', () => {
  expect(lastsUntilOf({ ...ending, balance: 40_000 })).toBe(december);
  expect(lastsUntilOf(ending)).toBeNull();
  expect(
    lastsUntilOf({ ...ending, status: 'blocked', balance: 40_000, next_charge: null, price: 0 }),
  ).toBeNull();
});
