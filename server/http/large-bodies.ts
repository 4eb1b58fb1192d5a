import { setImmediate as othersFirst } from 'node:timers/promises';
import { AppError } from '#server/kernel/app-error.ts';

/** A body of this many bytes or more holds up everybody else while it is read. */
export const largeBodyBytes = 1024 * 1024;

/**
 * Work on large bodies, such as files of clients to import: one piece at a time, in the order of their coming, with
 * other requests let in before each. So several imports at once hold nobody up longer than one piece of one of them.
 *
 * `inTurn` throws AppError `busy` when too many wait already.
 */
export function createLargeBodies({ waitingAtMost = 4 } = {}) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async inTurn<Result>(work: () => Result): Promise<Result> {
      if (waiting > waitingAtMost) throw new AppError('busy', { retryAfter: 10 });
      waiting += 1;
      const turn = last.then(() => othersFirst()).then(work);
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
  };
}
export type LargeBodies = ReturnType<typeof createLargeBodies>;
