import { expect, it } from 'vitest';
import { lastsUntilOf } from '#web/ui/customer/account/lasts-until.ts';
import {
  isEndUnpaid,
  isUnlikely,
  isYearCheaper,
  chargeDue,
  missingOf,
  priceWithin,
  suggestedAmounts,
} from '#contract/clients/suggested-amounts.ts';

/** Charges of a plan, one a month or a year. */
const charged = (...amounts: number[]) => ({
  next_tariff: null,
  coming_charges: amounts.map((amount, at) => ({ date: dayOf(at), price: amount, discount: 0, amount })),
});
const dayOf = (month: number) => new Date(Date.UTC(2026, 11 + month, 7)).toISOString();
const times = (count: number, amount: number) => Array.from({ length: count }, () => amount);

it('calls the next period’s what one period lacks, however many days the tariff recommends', () => {
  const monthly = { ...charged(...times(12, 49_900)), balance: 10_000, billing_period: 'month' } as const;
  expect(missingOf({ ...monthly, next_charge: null })).toBe(39_900);
  expect(suggestedAmounts(monthly)).toEqual([
    { periods: 1, price: 49_900, amount: 39_900 },
    { periods: 3, price: 149_700, amount: 139_700 },
    { periods: 6, price: 299_400, amount: 289_400 },
    { periods: 12, price: 598_800, amount: 588_800 },
  ]);
});

it('suggests nothing that the balance covers, and pays a debt first', () => {
  const yearly = { ...charged(100_000, 100_000), balance: 150_000, billing_period: 'year' } as const;
  expect(suggestedAmounts(yearly)).toEqual([{ periods: 2, price: 200_000, amount: 50_000 }]);
  expect(suggestedAmounts({ ...yearly, ...charged(0, 0) })).toEqual([]);
  expect(suggestedAmounts({ ...yearly, ...charged() })).toEqual([]);
  expect(missingOf({ ...charged(), next_charge: null, balance: -500 })).toBe(500);
});

it('counts a price from the period that is charged at it, and each discount while it lasts', () => {
  const dearerFromThird = charged(8_000, 10_000, ...times(10, 15_000));
  const monthly = { ...dearerFromThird, balance: 0, billing_period: 'month' } as const;
  expect(suggestedAmounts(monthly).map(({ price }) => price)).toEqual([8_000, 33_000, 78_000, 168_000]);
});

it('counts in the periods of the tariff that comes', () => {
  const next_tariff = { id: 'shop', name: 'Shop', billing_period: 'year' } as const;
  const planned = { ...charged(90_000, 100_000), next_tariff, balance: 0, billing_period: 'month' } as const;
  expect(suggestedAmounts(planned).map(({ periods, price }) => [periods, price])).toEqual([
    [1, 90_000],
    [2, 190_000],
  ]);
});

it('names a new price that begins with one of the periods', () => {
  const { coming_charges } = charged(...times(12, 10_000));
  const from = (month: number) => ({ coming_charges, coming_price: { price: 15_000, from: dayOf(month) } });
  expect([0, 11, 12].map((month) => priceWithin(from(month))?.price)).toEqual([15_000, 15_000, undefined]);
  expect(priceWithin({ coming_charges, coming_price: null })).toBeNull();
  expect(priceWithin({ ...from(0), coming_charges: [] })).toBeNull();
});

it('knows a year that costs less than twelve months of who pays by the month', () => {
  const monthly = { price: 19_900, billing_period: 'month', next_tariff: null } as const;
  const year = (price_year: number) => isYearCheaper({ ...monthly, tariff: { price_year } });
  expect([0, 199_000, 12 * 19_900].map(year)).toEqual([false, true, false]);
  const tariff = { price_year: 199_000 };
  expect(isYearCheaper({ ...monthly, tariff, billing_period: 'year', price: 199_000 })).toBe(false);
  const next_tariff = { id: 'shop', name: 'Shop', billing_period: 'month' } as const;
  expect(isYearCheaper({ ...monthly, tariff, next_tariff })).toBe(false);
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
  coming_charges: [],
} as const;

it('asks for the next payment with its discount, whether it comes by itself or begins a period', () => {
  expect(missingOf(ending)).toBe(40_000);
  expect(missingOf({ ...ending, balance: 50_000 })).toBe(0);
  const blocked = { ...ending, next_charge: null, coming_charges: [ending.next_charge] };
  expect(missingOf(blocked)).toBe(40_000);
  expect(chargeDue(blocked)).toBe(ending.next_charge);
  expect(missingOf({ ...ending, next_charge: null })).toBe(0);
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
  expect(lastsUntilOf({ ...ending, status: 'blocked', balance: 40_000, next_charge: null })).toBeNull();
});
