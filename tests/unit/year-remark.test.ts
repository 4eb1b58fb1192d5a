import { describe, expect, it } from 'vitest';
import { yearRemark } from '#web/resources/tariffs/prices/year-remark.ts';

/** A yearly price beside the monthly one (docs/decisions/0254). */

const prices = (price_month: number, price_year: number) => ({ price_month, price_year });
const before = prices(49_900, 499_000);

describe('the remark about a yearly price', () => {
  it('is made when a year is dearer than twelve months, and says by how much', () => {
    expect(yearRemark(before, prices(39_900, 499_000))).toEqual({ kind: 'dearer', more: 20_200 });
  });

  it('is made when the discount moves by more than three points, either way', () => {
    expect(yearRemark(before, prices(54_900, 499_000))).toEqual({ kind: 'other', before: 17, after: 24 });
    expect(yearRemark(before, prices(49_900, 549_000))).toEqual({ kind: 'other', before: 17, after: 8 });
    expect(yearRemark(before, prices(4_900, 499_000))).toMatchObject({ kind: 'dearer' });
    expect(yearRemark(prices(10_000, 120_000), prices(12_000, 120_000))).toMatchObject({
      before: 0,
      after: 17,
    });
  });

  it('is not made for prices that keep their distance, or were odd before', () => {
    expect(yearRemark(before, prices(54_900, 549_000))).toBeNull();
    expect(yearRemark(before, prices(59_900, 599_900))).toBeNull();
    expect(yearRemark(prices(10_000, 130_000), prices(12_000, 130_000))).toBeNull();
  });

  it('is not made where a price is nothing', () => {
    expect(yearRemark(prices(0, 0), prices(10_000, 100_000))).toBeNull();
    expect(yearRemark(before, prices(0, 0))).toBeNull();
  });
});
