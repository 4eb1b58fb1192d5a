import { describe, expect, it } from 'vitest';
import { heldPrice, priceAt, priceMomentsAfter } from '#server/subscriptions/lifecycle/price.ts';
import type { LaterPrice } from '#server/subscriptions/lifecycle/subscription.ts';
import { effectOn, monthlySum, planWith } from '#server/tariffs/prices/price-effect.ts';
import { at, monthly } from '#tests/support/subscriptions/subscriptions.ts';

const day = (text: string) => at(`${text}T00:00:00Z`);
const change = (price: number, from: string, presentFrom = from): LaterPrice => ({
  price,
  from: day(from),
  existing: 'change',
  presentFrom: day(presentFrom),
});
const keep = (price: number, from: string): LaterPrice => ({ ...change(price, from), existing: 'keep' });
const plan = (...later: LaterPrice[]) => ({ ...monthly, later });
/** For who came on a day: the price of a period that starts on each of these days. */
const prices = (of: ReturnType<typeof plan>, since: string, ...starts: string[]) =>
  starts.map((start) => priceAt(of, day(since), day(start)));

describe('the price that holds at the start of a period', () => {
  it('is the first one while there is no other', () => {
    expect(priceAt(monthly, day('2026-03-01'), day('2030-01-01'))).toBe(10_000);
  });

  it('is a higher one at once for who came with it or later, and after its notice for who was there', () => {
    const higher = plan(change(12_000, '2026-03-10', '2026-03-24'));
    const starts = ['2026-03-09', '2026-03-10', '2026-03-23', '2026-03-24', '2026-05-01'];
    expect(prices(higher, '2026-03-01', ...starts)).toEqual([10_000, 10_000, 10_000, 12_000, 12_000]);
    expect(prices(higher, '2026-03-10', '2026-03-10', '2026-03-20')).toEqual([12_000, 12_000]);
  });

  it('is a lower one from the next period, without any notice', () => {
    const lower = plan(change(8_000, '2026-03-10', '2026-03-24'));
    expect(prices(lower, '2026-03-01', '2026-03-09', '2026-03-10')).toEqual([10_000, 8_000]);
  });

  it('stays for who keeps it, until a later one says that it changes', () => {
    const kept = plan(keep(12_000, '2026-03-10'), change(15_000, '2026-06-01', '2026-06-15'));
    expect(prices(kept, '2026-03-01', '2026-03-20', '2026-06-01', '2026-06-15')).toEqual([
      10_000, 10_000, 15_000,
    ]);
    expect(prices(kept, '2026-04-01', '2026-04-01', '2026-06-14', '2026-06-15')).toEqual([
      12_000, 12_000, 15_000,
    ]);
  });

  it('is never one that another replaced before its notice was over', () => {
    const twice = plan(
      change(20_000, '2026-03-10', '2026-03-24'),
      change(12_000, '2026-03-12', '2026-03-26'),
    );
    expect(prices(twice, '2026-03-01', '2026-03-25', '2026-03-26')).toEqual([10_000, 12_000]);
    const back = plan(change(20_000, '2026-03-10', '2026-03-24'), change(10_000, '2026-03-12', '2026-03-26'));
    expect(prices(back, '2026-03-01', '2026-03-25', '2026-04-25')).toEqual([10_000, 10_000]);
  });

  it('of a period from before somebody came is the one of that moment', () => {
    expect(prices(plan(change(12_000, '2026-03-10')), '2026-03-12', '2026-03-01')).toEqual([12_000]);
  });

  it('may change at these moments', () => {
    const { later } = plan(change(12_000, '2026-03-10', '2026-03-24'));
    expect(priceMomentsAfter({ ...monthly, later }, day('2026-03-10'))).toEqual([day('2026-03-24')]);
    expect(heldPrice({ ...monthly, later }, day('2026-03-01'), day('2026-03-24'))).toBe(later[0]);
    expect(priceMomentsAfter(monthly, day('2026-03-10'))).toEqual([]);
  });
});

describe('what a new price means for who was there', () => {
  const row = (month: number, starts: string, existing: 'keep' | 'change' = 'change') => ({
    tariff_id: 'start',
    price_month: month,
    price_year: month * 10,
    starts_at: day(starts),
    existing,
    notice_days: 14,
  });
  const first = row(10_000, '2026-01-01');
  const effect = (version: ReturnType<typeof row>, since: string, others = [first]) =>
    effectOn(planWith(version, { others, billingPeriod: 'month', timeZone: 'UTC' }), day(since));

  it('is the difference from its notice on, and nothing for who comes later or keeps theirs', () => {
    expect(effect(row(12_000, '2026-03-10'), '2026-02-01')).toEqual({
      before: 10_000,
      after: 12_000,
      from: day('2026-03-24'),
    });
    expect(effect(row(8_000, '2026-03-10'), '2026-02-01')).toEqual({
      before: 10_000,
      after: 8_000,
      from: day('2026-03-10'),
    });
    expect(effect(row(12_000, '2026-03-10'), '2026-03-10')).toBeUndefined();
    expect(effect(row(12_000, '2026-03-10', 'keep'), '2026-02-01')).toBeUndefined();
    expect(effect(row(10_000, '2026-03-10'), '2026-02-01')).toBeUndefined();
  });

  it('counts what was announced already', () => {
    const announced = [first, row(11_000, '2026-03-01')];
    expect(effect(row(12_000, '2026-03-20'), '2026-02-01', announced)).toMatchObject({ before: 11_000 });
    // It comes before the other is held, and so replaces it.
    expect(effect(row(12_000, '2026-03-05'), '2026-02-01', announced)).toMatchObject({
      before: 11_000,
      from: day('2026-03-19'),
    });
  });

  it('is summed in twelfths of a year, rounded once and away from zero', () => {
    expect([monthlySum(100, 6), monthlySum(0, -6), monthlySum(0, 5), monthlySum(-100, -18)]).toEqual([
      101, -1, 0, -102,
    ]);
  });
});
