import { describe, expect, it } from 'vitest';
import { chargedBy } from '#web/resources/clients/wallet/top-up/charged-by.ts';
import { invoiceYear } from '#web/resources/clients/wallet/top-up/invoice-year.ts';

describe('the year of an invoice', () => {
  const open = [{ number: 'R-17', issued_on: '2025-12-30' }];
  it.each([
    ['PF-2026-000429', 2026],
    ['INV/12/2025', 2025],
    ['none, 28/11/2026, 02:33', 2026],
    ['R-17', 2025],
    [' R-17 ', 2025],
    ['R-18', undefined],
    ['000429', undefined],
    ['1999-4', undefined],
    ['2031-4', undefined],
    ['2025/2026-4', undefined],
    ['', undefined],
  ])('%s', (number, year) => {
    expect(invoiceYear(number, { open, latest: 2027 })).toBe(year);
  });
});

it('tells what was charged at once from the balance after the money and after everything', () => {
  expect(chargedBy({ entry: { balance_after: 19_900 }, client: { balance: 0 } })).toBe(19_900);
  expect(chargedBy({ entry: { balance_after: 19_900 }, client: { balance: 19_900 } })).toBe(0);
  // Somebody else topped up before a repeated answer came.
  expect(chargedBy({ entry: { balance_after: 100 }, client: { balance: 500 } })).toBe(0);
});
