import type { Clock } from '#server/kernel/clock.ts';

/** A clock that runs as usual from wherever the test sets it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  /** From now on only `advance` moves it. */
  hold(): void;
  /** Makes it wrong: unlike time that is moved on purpose, the clock guard notices. */
  drift(seconds: number): void;
}

export function testClock(): TestClock {
  let ahead = 0;
  let wrong = 0;
  let held: number | undefined;
  return {
    now: () => new Date((held ?? Date.now()) + ahead + wrong),
    movedMs: () => ahead,
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
    hold: () => {
      held = Date.now();
    },
    drift: (seconds) => {
      wrong += seconds * 1000;
    },
  };
}
