import { addDays } from '#server/kernel/periods.ts';
import { day, hour, later, localDay, minute, monthsLater } from './calendar.ts';
import type { Random } from './random.ts';

/** The situation of a client today. `free` is active on a tariff without a price. */
export const situations = {
  unconfirmed: 24,
  /** Just confirmed: the server makes this cabinet when it runs. */
  creating: 2,
  failed: 3,
  trial: 36,
  active: 204,
  free: 26,
  grace: 14,
  blocked: 27,
  archived: 64,
} as const;
export type Situation = keyof typeof situations;

export interface Timeline {
  createdAt: Date;
  confirmedAt: Date | null;
  readyAt: Date | null;
  /** The end of the free period, from which all others are counted. */
  anchor: Date | null;
  /** How many periods followed the free one. */
  periods: number;
  periodMonths: number;
  /** `trialEnds`: the end of the last of them. */
  ends: Date | null;
}

interface Options {
  random: Random;
  now: Date;
  timeZone: string;
  freeDays: number;
  periodMonths: number;
}

/** The age of the oldest client. */
const oldest = 540 * day;

/**
 * A past that leads to a situation under the general settings: 7 days of grace, 30 days until the database is deleted
 * (DESIGN section 7). It is made backwards from the end of the last period.
 */
export function timelineOf(situation: Situation, options: Options): Timeline {
  const { random, now, timeZone, freeDays } = options;
  switch (situation) {
    case 'unconfirmed':
      return begun(later(now, -random.between(5 * minute, 27 * day)), null);
    case 'creating':
      return begun(later(now, -random.between(10, 30) * minute), later(now, -random.between(1, 3) * minute));
    case 'failed': {
      const createdAt = later(now, -random.between(2 * hour, 4 * day));
      return begun(createdAt, later(createdAt, random.between(2, 40) * minute));
    }
    case 'trial': {
      const end = later(now, random.between(6 * hour, freeDays * day - 6 * hour));
      return told(end, 0, options);
    }
    case 'active':
    case 'free':
      return paid(() => later(now, random.between(0.5, options.periodMonths * 27) * day), options);
    case 'grace':
      return paid(() => later(now, -random.between(0.2, 6.5) * day), options);
    case 'blocked':
      return paid(() => later(now, -random.between(8, 36) * day), options);
    case 'archived':
      return paid(() => later(now, -random.between(39, 400) * day), options);
  }

  /** At least one period for clients who continue; others may never have paid. */
  function paid(someEnd: () => Date, { periodMonths }: Options): Timeline {
    for (;;) {
      const end = someEnd();
      // A day that every month has, so that counting back and forth leads to the same end.
      if (localDay(end, timeZone)[2] > 28) continue;
      const room = Math.floor((end.getTime() - now.getTime() + oldest - freeDays * day) / (31 * day));
      const most = Math.floor(room / periodMonths);
      const least = end > now ? 1 : 0;
      if (most < least) continue;
      // The company grows, so more of its clients are young.
      const periods = least + Math.floor((most - least + 1) * random.fraction() ** 1.5);
      return told(end, periods, options);
    }
  }
}

function begun(createdAt: Date, confirmedAt: Date | null): Timeline {
  return { createdAt, confirmedAt, readyAt: null, anchor: null, periods: 0, periodMonths: 1, ends: null };
}

function told(end: Date, periods: number, { random, timeZone, freeDays, periodMonths }: Options): Timeline {
  const readyAt = addDays(monthsLater(end, -periods * periodMonths, timeZone), -freeDays, timeZone);
  const anchor = addDays(readyAt, freeDays, timeZone);
  const confirmedAt = later(readyAt, -random.int(900, 3500));
  return {
    createdAt: later(confirmedAt, -random.between(0.5, 50) * minute),
    confirmedAt,
    readyAt,
    anchor,
    periods,
    periodMonths,
    ends: monthsLater(anchor, periods * periodMonths, timeZone),
  };
}
