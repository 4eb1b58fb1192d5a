import { expect, it } from 'vitest';
import { lackingFor, suggestedAmounts } from '#web/ui/customer/account/suggested-amounts.ts';

it('calls the next period’s what one period lacks, however many days the tariff recommends', () => {
  const monthly = {
    price: 49_900,
    balance: 10_000,
    billing_period: 'month',
    recommended_amount: 139_700,
  } as const;
  expect(lackingFor(monthly, 1)).toBe(39_900);
  expect(suggestedAmounts(monthly)).toEqual([
    { periods: 1, amount: 39_900, isYearly: false },
    { periods: 3, amount: 139_700, isYearly: false },
    { periods: 6, amount: 289_400, isYearly: false },
    { periods: 12, amount: 588_800, isYearly: false },
  ]);
});

it('suggests nothing that the balance covers, and pays a debt first', () => {
  const yearly = { price: 100_000, balance: 150_000, billing_period: 'year' } as const;
  expect(suggestedAmounts(yearly)).toEqual([{ periods: 2, amount: 50_000, isYearly: false }]);
  expect(suggestedAmounts({ ...yearly, price: 0 })).toEqual([]);
  expect(lackingFor({ price: 0, balance: -500 }, 1)).toBe(500);
});

it('suggests a year at the yearly price where that is less than twelve months', () => {
  const monthly = { price: 19_900, balance: 10_000, billing_period: 'month' } as const;
  const year = (price_year: number) => suggestedAmounts({ ...monthly, tariff: { price_year } }).at(-1);
  expect(year(199_000)).toEqual({ periods: 12, amount: 189_000, isYearly: true });
  expect(year(12 * 19_900)).toEqual({ periods: 12, amount: 228_800, isYearly: false });
  expect(year(0)).toMatchObject({ isYearly: false });
  expect(year(9_000)).toMatchObject({ periods: 6 });
});
