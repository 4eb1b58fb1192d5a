import { describe, expect, it } from 'vitest';
import { chargeAmount, nextTry, type Wish } from '#server/subscriptions/lifecycle/charge-amount.ts';

const price = 10_000;
const atEnd: Wish = { when: 'period_end', threshold: null, amount: null };
const below: Wish = { when: 'below', threshold: 5_000, amount: null };

describe('what a saved card is charged', () => {
  it.each([
    ['what the period lacks', atEnd, 4_000, 6_000],
    ['a debt with it', atEnd, -1_000, 11_000],
    ['nothing for a period that is covered', atEnd, 10_000, 0],
    ['the chosen amount, however little is lacking', { ...atEnd, amount: 30_000 }, 9_999, 30_000],
    ['nothing, though an amount was chosen', { ...atEnd, amount: 30_000 }, 10_000, 0],
    ['no less than a gateway takes', atEnd, 9_999, 100],
    ['the whole price below a threshold', below, 4_999, 10_000],
    ['nothing at the threshold', below, 5_000, 0],
    ['the chosen amount below a threshold', { ...below, amount: 500 }, 4_999, 500],
    ['no less than a gateway takes of a chosen amount', { ...below, amount: 50 }, 0, 100],
  ] as const)('is %s', (_what, wish, balance, amount) => {
    expect(chargeAmount(wish, { price, balance })).toBe(amount);
  });

  it('is nothing where the period costs nothing', () => {
    expect(chargeAmount(below, { price: 0, balance: 0 })).toBe(0);
  });

  it('is tried again after one, three and five days, and then no more', () => {
    const at = (day: string) => new Date(`2026-03-${day}T10:00:00Z`);
    const tries = [1, 2, 3, 4].map((count) => nextTry(at('02'), count));
    expect(tries).toEqual([at('03'), at('05'), at('07'), null]);
  });
});
