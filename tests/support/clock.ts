import type { Clock } from '#server/kernel/clock.ts';

/** Time that runs as usual, from wherever the test puts it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  /** From now on it moves by `advance` alone. */
  hold(): void;
  /** Sets it wrong: unlike time that is moved on purpose, the clock guard sees it. */
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
