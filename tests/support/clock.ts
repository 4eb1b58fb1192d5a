import type { Clock } from '#server/clock.ts';

/** Time that runs as usual, from wherever the test puts it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}
