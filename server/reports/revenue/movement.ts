import type { Movement, Moves, RevenueMove, RevenueReport, Trials, Worth } from '#contract/panel/revenue.ts';
import type { CohortGroup, MoveGroup, TrialGroup } from './revenue-store.ts';

/** Makes the report of what the database counted. Pure. */

/** By kind; what didn't happen is 0. */
export function movesOf(groups: readonly MoveGroup[], place: number | null): Moves {
  const of = (kind: RevenueMove) => {
    const found = groups.find((one) => one.place === place && one.kind === kind);
    return { clients: found?.clients ?? 0, amount: found?.amount ?? 0 };
  };
  return { new: of('new'), back: of('back'), more: of('more'), less: of('less'), lost: of('lost') };
}

interface Days {
  from: string;
  to: string;
}

/**
 * Each span from what recurred before it to what recurs at its end. A client who left and came back within a span is in
 * both figures, so how many pay at the end is counted apart from them.
 */
export function movementsOf(days: readonly Days[], groups: readonly MoveGroup[], start: Worth): Movement[] {
  let last = start;
  return days.map(({ from, to }, place) => {
    const moved = groups.filter((one) => one.place === place);
    const end = {
      clients: moved.reduce((sum, one) => sum + one.payers, last.clients),
      monthly: moved.reduce((sum, one) => sum + one.amount, last.monthly),
    };
    const movement = { from, to, start: last, moves: movesOf(groups, place), end };
    last = end;
    return movement;
  });
}

/** All spans as one. */
export function totalOf(months: readonly Movement[], groups: readonly MoveGroup[], start: Worth): Movement {
  return {
    from: months[0]?.from ?? '',
    to: months.at(-1)?.to ?? '',
    start,
    moves: movesOf(groups, null),
    end: months.at(-1)?.end ?? start,
  };
}

export function worthOf<Group extends Worth>(
  groups: readonly Group[],
  is: (one: Group) => boolean = () => true,
): Worth {
  return groups.reduce(
    (sum, one) =>
      is(one) ? { clients: sum.clients + one.clients, monthly: sum.monthly + one.monthly } : sum,
    { clients: 0, monthly: 0 },
  );
}

export function trialsOf(groups: readonly TrialGroup[], is: (one: TrialGroup) => boolean): Trials {
  return groups.reduce(
    (sum, one) =>
      is(one)
        ? {
            came: sum.came + one.came,
            tried: sum.tried + one.tried,
            trying: sum.trying + one.trying,
            paid: sum.paid + one.paid,
          }
        : sum,
    { came: 0, tried: 0, trying: 0, paid: 0 },
  );
}

/** How many of each month's clients paid at its end and at those of the later months. */
export function cohortsOf(
  months: readonly { month: string; tried: number }[],
  groups: readonly CohortGroup[],
): RevenueReport['cohorts'] {
  return months.map(({ month, tried }, place) => {
    let paying = 0;
    const kept = months.slice(place).map((_, age) => {
      const change = groups.find((one) => one.place === place && one.moved === place + age)?.change ?? 0;
      return (paying += change);
    });
    return { month, tried, kept };
  });
}
