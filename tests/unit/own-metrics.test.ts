import { describe, expect, it } from 'vitest';
import { goodsLimit, limitList } from '#cabinet/pages/limits.ts';
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
    ['bytes', 1_250_000, '1.25 MB'],
    ['bytes', 7e16, '70,000 TB'],
    ['count', 1500, '1,500'],
    ['minutes', 1500, '1,500 mins'],
    ['money', 1500, '€15.00'],
  ] as const)('of %s is in its unit, as in the account', (unit, most, words) => {
    const list = limitList({
      entitlements: {
        features: [],
        currency: 'EUR',
        limits: { monthly_turnover: null, goods_quantity: null, room: most },
        metrics: { room: { unit, period: 'now', name: { en: 'Room' } } },
      },
      locale: 'en',
      defaultLocale: 'uk',
      t: String,
    });
    expect(list && list.text.replace(/\s+/g, ' ')).toContain(`<dt>Room</dt> <dd>${words}</dd>`);
  });
});
