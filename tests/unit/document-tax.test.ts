import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaxRegime } from '#contract/company/settings.ts';
import { regimeOn, splitTotal, taxOf } from '#server/documents/paper/tax.ts';

const vat = (from: string, rate_bp: number): TaxRegime => ({ regime: 'vat', rate_bp, vat_number: 'X', from });

describe('a total that includes its tax', () => {
  it.each([
    [12_000, 2000, 10_000, 2000],
    [49_900, 2000, 41_583, 8317],
    [49_900, 0, 49_900, 0],
    [12_100, 2100, 10_000, 2100],
    [1, 2000, 1, 0],
    [3, 2000, 2, 1],
    [-49_900, 2000, -41_583, -8317],
    [100_000_000_000, 2000, 83_333_333_333, 16_666_666_667],
  ])('of %i at %i hundredths of a per cent is %i and %i', (total, rate, net, tax_amount) => {
    expect(splitTotal(total, rate)).toEqual({ net, tax_amount });
  });

  it('is net and tax to the cent, and the tax is less than half a cent off', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.integer({ min: 0, max: 10_000 }),
        (total, rate) => {
          const { net, tax_amount } = splitTotal(total, rate);
          expect(net + tax_amount).toBe(total);
          // |tax − total × rate ÷ (100 % + rate)| ≤ ½
          const off = BigInt(tax_amount) * BigInt(10_000 + rate) - BigInt(total) * BigInt(rate);
          expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(BigInt(10_000 + rate));
        },
      ),
    );
  });

  it('is taken back as it was given', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 10_000 }), (total, rate) => {
        const [given, back] = [splitTotal(total, rate), splitTotal(-total, rate)];
        expect([given.net + back.net, given.tax_amount + back.tax_amount]).toEqual([0, 0]);
      }),
    );
  });
});

describe('the regime of a day', () => {
  const regimes = [vat('2026-03-01', 2000), vat('2027-01-01', 2200), vat('2026-01-01', 700)];

  it.each([
    ['2025-12-31', 'none', 0],
    ['2026-01-01', 'vat', 700],
    ['2026-02-28', 'vat', 700],
    ['2026-03-01', 'vat', 2000],
    ['2026-12-31', 'vat', 2000],
    ['2027-01-01', 'vat', 2200],
  ])('%s is %s at %i', (day, regime, rate_bp) => {
    expect(regimeOn(regimes, day)).toMatchObject({ regime, rate_bp });
  });

  it('ends with a later one', () => {
    const none: TaxRegime = { regime: 'none', rate_bp: 0, vat_number: '', from: '2028-01-01' };
    expect(regimeOn([...regimes, none], '2028-05-05')).toEqual(none);
  });

  it('is no tax for a buyer who owes it', () => {
    const reversed = { regime: 'vat', rate_bp: 0, reverse_charge: true };
    expect(taxOf(vat('2026-01-01', 2100), { isReversed: true })).toEqual(reversed);
  });

  it('has nothing to reverse without a tax', () => {
    const none = { regime: 'none', rate_bp: 0, reverse_charge: false };
    expect(taxOf(regimeOn([], '2026-01-01'), { isReversed: true })).toEqual(none);
  });
});
