import { constants } from 'node:os';

let stop: ((signal: 'SIGTERM' | 'SIGINT') => Promise<void>) | undefined;
let isListening = false;
let stoppingSince: number | undefined;

/** npm passes on what a terminal has sent to everybody already: that is the same Ctrl+C. */
const sameSignalMs = 1000;

/**
 * The first signal stops in order what `stopInOrder` was given; a second one a second later, or one before that, ends the
 * process at once, with the status that a shell gives it.
 */
export function listenForSignals(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && performance.now() - stoppingSince < sameSignalMs) return;
      if (stoppingSince !== undefined || !stop) process.exit(128 + constants.signals[signal]);
      stoppingSince = performance.now();
      // A failure to stop is printed, with status 1, as whatever nobody catches.
      void stop(signal).then(() => process.exit(0));
    });
  }
}

/** What a signal does from now on. */
export function stopInOrder(how: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>): void {
  stop = how;
}
