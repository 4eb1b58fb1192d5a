import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  churnOf,
  conversionOf,
  monthsOf,
  type RevenueMove,
  revenueMoves,
  revenueQuery,
} from '#contract/panel/revenue.ts';
import { cohortsOf, movementsOf, movesOf, totalOf } from '#server/reports/revenue/movement.ts';
import type { MoveGroup } from '#server/reports/revenue/revenue-store.ts';
import { monthlyWorth } from '#server/subscriptions/lifecycle/monthly-worth.ts';
import type { Effect } from '#server/subscriptions/lifecycle/subscription.ts';
import { free, monthly, yearly } from '#tests/support/subscriptions/subscriptions.ts';

const at = new Date('2026-03-01');
const charge = (plan: typeof monthly, amount: number): Effect => ({
  kind: 'charge',
  at,
  amount,
  discount: 0,
  periodStart: at,
  periodEnd: at,
  plan,
});
const renewal: Effect = { kind: 'renewal', at, periodStart: at, periodEnd: at, plan: free };
const grace: Effect = { kind: 'grace', at };

describe('what a period is worth a month', () => {
  it.each([
    ['a month: what was charged', [charge(monthly, 9_999)], 9_999],
    ['a year: a twelfth, rounded to the nearest', [charge(yearly, 100_000)], 8_333],
    ['a twelfth and a half rounds up', [charge(yearly, 18)], 2],
    ['a discount that took everything', [charge(monthly, 0)], 0],
    ['a tariff that costs nothing', [charge(monthly, 100), renewal], 0],
    ['the last of several', [renewal, charge(monthly, 100), charge(yearly, 1_200)], 100],
    ['nothing began', [grace], undefined],
  ])('%s', (_, effects, worth) => {
    expect(monthlyWorth(effects)).toBe(worth);
  });
});

describe('the months of a period', () => {
  it.each([
    ['this:month', { from: '2026-02', to: '2026-02' }],
    ['last:1m', { from: '2026-02', to: '2026-02' }],
    ['last:3m', { from: '2025-12', to: '2026-02' }],
    ['last:14m', { from: '2025-01', to: '2026-02' }],
    ['2025-11..2026-01', { from: '2025-11', to: '2026-01' }],
    ['2025-11..2025-11', { from: '2025-11', to: '2025-11' }],
    ['2025-12..2025-11', undefined],
    ['last:0m', undefined],
    ['last:3d', undefined],
    ['2025-13..2026-01', undefined],
    ['2025-11', undefined],
  ])('%s', (period, months) => {
    expect(monthsOf(period, '2026-02')).toEqual(months);
  });

  it.each([
    [undefined, true],
    ['last:36m', true],
    ['last:37m', false],
    ['2023-01..2025-12', true],
    ['2022-12..2025-12', false],
    ['', false],
  ])('may be %s: %s', (period, isGood) => {
    expect(revenueQuery.safeParse(period === undefined ? {} : { period }).success).toBe(isGood);
  });
});

/** What a client was worth at the end of each day, and a plain count of what moved. */
const histories = fc.array(fc.array(fc.constantFrom(0, 0, 100, 250, 999), { minLength: 12, maxLength: 12 }), {
  minLength: 1,
  maxLength: 8,
});
const spanDays = 3;

describe('movements', () => {
  it('lead from each start to each end, whatever happened', () => {
    fc.assert(
      fc.property(histories, (clients) => {
        const groups = counted(clients);
        const days = [1, 2, 3].map((place) => ({ from: `${place}`, to: `${place}` }));
        const start = worthAt(clients, spanDays - 1);
        const months = movementsOf(days, groups, start);
        for (const [place, month] of months.entries()) {
          expect(month.start).toEqual(worthAt(clients, spanDays * (place + 1) - 1));
          expect(month.end).toEqual(worthAt(clients, spanDays * (place + 2) - 1));
          const sum = revenueMoves.reduce((all, kind) => all + month.moves[kind].amount, 0);
          expect(month.start.monthly + sum).toBe(month.end.monthly);
          for (const kind of ['new', 'back', 'more'] as const)
            expect(month.moves[kind].amount).toBeGreaterThanOrEqual(0);
          for (const kind of ['less', 'lost'] as const)
            expect(month.moves[kind].amount).toBeLessThanOrEqual(0);
        }
        const total = totalOf(months, groups, start);
        const sum = revenueMoves.reduce((all, kind) => all + total.moves[kind].amount, 0);
        expect(total.start.monthly + sum).toBe(total.end.monthly);
        for (const kind of revenueMoves) {
          const parts = months.map(({ moves }) => moves[kind]);
          expect(total.moves[kind].amount).toBe(parts.reduce((all, one) => all + one.amount, 0));
          expect(total.moves[kind].clients).toBeGreaterThanOrEqual(
            Math.max(...parts.map((one) => one.clients)),
          );
        }
      }),
    );
  });

  it('are all nothing where nothing happened', () => {
    const start = { clients: 2, monthly: 300 };
    const [month] = movementsOf([{ from: '2026-01-01', to: '2026-01-31' }], [], start);
    expect(month?.end).toEqual(start);
    expect(revenueMoves.map((kind) => month?.moves[kind])).toEqual(
      revenueMoves.map(() => ({ clients: 0, amount: 0 })),
    );
  });
});

function worthAt(clients: readonly (readonly number[])[], day: number) {
  const worths = clients.map((days) => days[day] ?? 0);
  return {
    clients: worths.filter((worth) => worth > 0).length,
    monthly: worths.reduce((sum, worth) => sum + worth, 0),
  };
}

function kindOf(before: number, after: number, hadPaid: boolean): RevenueMove {
  if (before === 0) return hadPaid ? 'back' : 'new';
  if (after === 0) return 'lost';
  return after > before ? 'more' : 'less';
}

/** The model: each day's change is a movement; spans of three days begin on the fourth. */
function counted(clients: readonly (readonly number[])[]): MoveGroup[] {
  const moved = clients.flatMap((days, client) =>
    days.flatMap((after, day) => {
      const before = days[day - 1] ?? 0;
      if (after === before || day < spanDays) return [];
      const hadPaid = days.slice(0, day).some((worth) => worth > 0);
      const kind = kindOf(before, after, hadPaid);
      return [{ client, place: Math.floor(day / spanDays) - 1, kind, before, after }];
    }),
  );
  const group = (place: number | null): MoveGroup[] =>
    revenueMoves.map((kind) => {
      const own = moved.filter((one) => one.kind === kind && (place === null || one.place === place));
      return {
        place,
        kind,
        clients: new Set(own.map(({ client }) => client)).size,
        amount: own.reduce((sum, { before, after }) => sum + after - before, 0),
        payers: own.reduce((sum, { before, after }) => sum + Number(after > 0) - Number(before > 0), 0),
      };
    });
  return [0, 1, 2, null].flatMap(group);
}

describe('parts of a hundred', () => {
  const month = (start: number, lost: number, had: number, left: number) => ({
    from: '',
    to: '',
    start: { clients: had, monthly: start },
    end: { clients: had - left, monthly: start - lost },
    moves: {
      ...movesOf([], null),
      lost: { clients: left, amount: -lost },
    },
  });

  it('weigh each month’s churn by what it began with', () => {
    expect(churnOf([month(100, 10, 4, 1)])).toEqual({ clients: 0.25, revenue: 0.1 });
    expect(churnOf([month(100, 10, 4, 1), month(300, 0, 12, 1)])).toEqual({ clients: 0.125, revenue: 0.025 });
    expect(churnOf([month(0, 0, 0, 0)])).toEqual({ clients: null, revenue: null });
    expect(churnOf([])).toEqual({ clients: null, revenue: null });
  });

  it('leave out whose free period runs', () => {
    expect(conversionOf({ came: 9, tried: 8, trying: 4, paid: 1 })).toBe(0.25);
    expect(conversionOf({ came: 9, tried: 4, trying: 4, paid: 0 })).toBeNull();
    expect(conversionOf({ came: 0, tried: 0, trying: 0, paid: 0 })).toBeNull();
  });
});

describe('cohorts', () => {
  it('add up who began, left and came back', () => {
    const months = ['2026-01', '2026-02', '2026-03'].map((month, place) => ({
      month,
      tried: 10 * (place + 1),
    }));
    const changes = [
      { place: 0, moved: 0, change: 3 },
      { place: 0, moved: 2, change: -2 },
      { place: 1, moved: 2, change: 5 },
    ];
    expect(cohortsOf(months, changes)).toEqual([
      { month: '2026-01', tried: 10, kept: [3, 3, 1] },
      { month: '2026-02', tried: 20, kept: [0, 5] },
      { month: '2026-03', tried: 30, kept: [0] },
    ]);
  });
});
