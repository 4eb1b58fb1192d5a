import { constants } from 'node:os';

let stop: (() => Promise<void>) | undefined;
let isListening = false;
let isStopping = false;

/**
 * The first signal stops in order what `stopInOrder` was given; a second one, or one before that, ends the process at
 * once, with the status that a shell gives it.
 */
export function listenForSignals(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping || !stop) process.exit(128 + constants.signals[signal]);
      isStopping = true;
      // A failure to stop is printed, with status 1, as whatever nobody catches.
      void stop().then(() => process.exit(0));
    });
  }
}

/** What a signal does from now on. */
export function stopInOrder(how: () => Promise<void>): void {
  stop = how;
}
