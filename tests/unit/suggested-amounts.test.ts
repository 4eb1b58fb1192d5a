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
    { periods: 1, amount: 39_900 },
    { periods: 3, amount: 139_700 },
    { periods: 6, amount: 289_400 },
    { periods: 12, amount: 588_800 },
  ]);
});

it('suggests nothing that the balance covers, and pays a debt first', () => {
  const yearly = { price: 100_000, balance: 150_000, billing_period: 'year' } as const;
  expect(suggestedAmounts(yearly)).toEqual([{ periods: 2, amount: 50_000 }]);
  expect(suggestedAmounts({ ...yearly, price: 0 })).toEqual([]);
  expect(lackingFor({ price: 0, balance: -500 }, 1)).toBe(500);
});
