import { describe, expect, it } from 'vitest';
import { amountOf } from '#cabinet/format.ts';
import { goodsLimit } from '#cabinet/pages/limits.ts';
import { knownMetrics } from '#cabinet/store/own-metrics.ts';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';

const numbers = { sales_count: 7, storage_bytes: 4096 };
const metric = (
  unit: 'count' | 'bytes' | 'money',
  period: 'now' | 'month',
): Entitlements['metrics'][string] => ({
  unit,
  period,
  name: {},
});

describe('the metrics that the reference cabinet reports by their keys', () => {
  it.each<[string, Entitlements['metrics'], object]>([
    ['no metric of the operator', {}, {}],
    ['one', { sales_count: metric('count', 'month'), visits: metric('count', 'now') }, { sales_count: 7 }],
    [
      'both',
      { sales_count: metric('count', 'month'), storage_bytes: metric('bytes', 'now') },
      { sales_count: 7, storage_bytes: 4096 },
    ],
    ['one of the same key that means something else', { sales_count: metric('money', 'month') }, {}],
    ['one of another period', { storage_bytes: metric('bytes', 'month') }, {}],
  ])('with %s', (_, known, sent) => expect(knownMetrics(numbers, known)).toEqual(sent));
});

describe('a limit', () => {
  it.each([
    [{ monthly_turnover: null, goods_quantity: 5, goods_count: 5 }, 5],
    [{ monthly_turnover: null, goods_quantity: 5 }, 5],
    [{ monthly_turnover: null, goods_quantity: null, goods_count: null }, null],
  ])('of goods is read by its metric, else by its older name: %o', (limits, most) =>
    expect(goodsLimit({ limits })).toBe(most),
  );

  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [1_250_000, '1.3 MB'],
    [5_000_000_000, '5 GB'],
    [7e16, '70,000 TB'],
  ])('of %i bytes is %s', (bytes, words) =>
    expect(amountOf(bytes, { unit: 'bytes', currency: 'EUR', locale: 'en' })).toBe(words),
  );

  it('is in the unit of its metric', () => {
    const inUnit = (unit: 'count' | 'minutes' | 'money') =>
      amountOf(1500, { unit, currency: 'EUR', locale: 'en' });
    expect([inUnit('count'), inUnit('minutes'), inUnit('money')]).toEqual(['1,500', '1,500 min', '€15.00']);
  });
});
