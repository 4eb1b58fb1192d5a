import { describe, expect, it } from 'vitest';
import type { Effect } from '#server/subscriptions/lifecycle/subscription.ts';
import { linesOf, type Money } from '#server/subscriptions/lifecycle/outcome-lines.ts';
import { at, free, monthly } from '#tests/support/subscriptions/subscriptions.ts';

const now = at('2026-05-20T12:00:00Z');
const period = { periodStart: at('2026-05-15T09:00:00Z'), periodEnd: at('2026-06-15T09:00:00Z') };
const charge = (amount: number, discount = 0): Effect => ({
  kind: 'charge',
  at: now,
  amount,
  discount,
  ...period,
  plan: monthly,
});
const refund = (amount: number): Effect => ({ kind: 'refund', at: now, amount, ...period, plan: monthly });
const renewal: Effect = { kind: 'renewal', at: now, ...period, plan: free };
const money = (amount: number): Money => ({ id: 'money', kind: 'top_up', amount });

function written(effects: readonly Effect[], balance: number, paidIn?: Money) {
  let made = 0;
  const newId = () => `line ${(made += 1)}`;
  return linesOf(effects, paidIn, { clientId: 'client', balance, now, today: '2026-05-20', newId });
}
const summed = (effects: readonly Effect[], balance: number, paidIn?: Money) =>
  written(effects, balance, paidIn).lines.map(({ kind, amount, balance_after }) => [
    kind,
    amount,
    balance_after,
  ]);

describe('the lines of an outcome', () => {
  it('say the balance that each leads to, and the moment of the run beside the period', () => {
    expect(written([charge(100)], 250).lines).toEqual([
      {
        id: 'line 1',
        client_id: 'client',
        kind: 'charge',
        amount: -100,
        balance_after: 150,
        created_at: now,
        value_date: '2026-05-20',
        tariff_id: monthly.tariffId,
        period_start: period.periodStart,
        period_end: period.periodEnd,
      },
    ]);
  });

  it('say what a discount took off, also where nothing is left to pay', () => {
    const { lines, paidEntryId } = written([charge(80, 20), charge(0, 100)], 80);
    expect(lines.map(({ amount, balance_after, discount }) => [amount, balance_after, discount])).toEqual([
      [-80, 0, 20],
      [-0, 0, 100],
    ]);
    expect(paidEntryId).toBe('line 2');
  });

  it('have money after what was due without it, and before what only it paid', () => {
    expect(summed([charge(100), charge(100)], 100, money(150))).toEqual([
      ['charge', -100, 0],
      ['top_up', 150, 150],
      ['charge', -100, 50],
    ]);
    expect(summed([charge(100)], 100, money(5))).toEqual([
      ['charge', -100, 0],
      ['top_up', 5, 5],
    ]);
    expect(summed([], -20, money(-30))).toEqual([['top_up', -30, -50]]);
  });
});

describe('the payment of the running period', () => {
  it('is the last charge; none is left by a period that is free, so that nothing is refunded twice', () => {
    expect(written([charge(100), charge(100)], 500).paidEntryId).toBe('line 2');
    expect(written([refund(40), renewal], 0).paidEntryId).toBeNull();
    expect(written([renewal, charge(100)], 100).paidEntryId).toBe('line 1');
  });

  it('stays as it was when no period began', () => {
    expect(written([{ kind: 'grace', at: now }], 0, money(5)).paidEntryId).toBeUndefined();
  });
});
