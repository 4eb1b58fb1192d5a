import { setImmediate as othersFirst } from 'node:timers/promises';
import { AppError } from '#server/kernel/app-error.ts';

/** Reading a body of this size or more delays everybody else. */
export const largeBodyBytes = 1024 * 1024;

/**
 * Works on large bodies, such as imported files, one piece at a time in the order in which they came, and lets other
 * requests in before each. So several imports at once delay others by one piece at most. `inTurn` throws AppError
 * `busy` when too many wait already.
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
