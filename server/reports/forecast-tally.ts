import type { ForecastDay, ReportForecast } from '#contract/panel/report.ts';
import { upcoming } from '#server/subscriptions/lifecycle/forecast.ts';
import type { Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import { addDays, localDay, startOfDay } from '#server/kernel/periods.ts';

/** Adds forecasts of single subscriptions up by day. Pure. */

export interface Horizon {
  now: Date;
  /** Today is the first day. */
  days: number;
  timeZone: string;
}

/** The end of the last day. */
export function horizonEnd({ now, days, timeZone }: Horizon): Date {
  return addDays(startOfDay(localDay(now, timeZone), timeZone), days, timeZone);
}

/** Adds up one subscription after another. Overdue events count for today, because they will happen today. */
export function createTally(horizon: Horizon) {
  const { now, days: length, timeZone } = horizon;
  const start = startOfDay(localDay(now, timeZone), timeZone);
  // A moment before the end, because midnight belongs to the day that it begins.
  const until = new Date(horizonEnd(horizon).getTime() - 1);
  const starts = Array.from({ length }, (_, ahead) => addDays(start, ahead, timeZone).getTime());
  const days: ForecastDay[] = starts.map((begin) => ({
    day: localDay(new Date(begin), timeZone),
    ...nothing(),
  }));

  return {
    add(subscription: Subscription, terms: Terms): void {
      for (const { date, event, amount = 0 } of upcoming(subscription, terms, until)) {
        const day = days[placeOf(date.getTime())];
        if (!day) continue;
        if (event === 'charge') {
          day.charges.count += 1;
          day.charges.sum += amount;
        }
        if (event === 'grace') day.graces += 1;
        if (event === 'block') day.blocks += 1;
        if (event === 'deletion') day.deletions += 1;
      }
    },

    result(): Pick<ReportForecast, 'days' | 'total'> {
      return { days, total: days.reduce(together, nothing()) };
    },
  };

  function placeOf(time: number): number {
    // A day has 23 to 25 hours, so the guess is off by one day at most.
    let place = Math.max(0, Math.min(length - 1, Math.floor((time - start.getTime()) / 86_400_000)));
    while (place > 0 && time < (starts[place] ?? 0)) place -= 1;
    while (place < length - 1 && time >= (starts[place + 1] ?? Infinity)) place += 1;
    return place;
  }
}

type Expected = ReportForecast['total'];

function nothing(): Expected {
  return { charges: { count: 0, sum: 0 }, graces: 0, blocks: 0, deletions: 0 };
}

function together(one: Expected, other: Expected): Expected {
  return {
    charges: { count: one.charges.count + other.charges.count, sum: one.charges.sum + other.charges.sum },
    graces: one.graces + other.graces,
    blocks: one.blocks + other.blocks,
    deletions: one.deletions + other.deletions,
  };
}
