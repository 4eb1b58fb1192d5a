import { constants } from 'node:os';

let stop: ((signal: 'SIGTERM' | 'SIGINT') => Promise<void>) | undefined;
let isListening = false;
let stoppingSince: number | undefined;

/** npm repeats a signal that the terminal sent to everybody already: both are the same Ctrl+C. */
const sameSignalMs = 1000;

/**
 * The first signal stops in order what was given to `stopInOrder`. A second one a second later, or any before that,
 * ends the process at once, with the exit status that a shell expects.
 */
export function listenForSignals(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined && performance.now() - stoppingSince < sameSignalMs) return;
      if (stoppingSince !== undefined || !stop) process.exit(128 + constants.signals[signal]);
      stoppingSince = performance.now();
      // A failure to stop is printed like any uncaught error, with status 1.
      void stop(signal).then(() => process.exit(0));
    });
  }
}

/** The same as SIGTERM, with an exit status of its own. */
export function stopNow(status: number): void {
  if (stoppingSince !== undefined) return;
  stoppingSince = performance.now();
  if (stop) void stop('SIGTERM').then(() => process.exit(status));
  else process.exit(status);
}

/** Sets what a signal does from now on. */
export function stopInOrder(how: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>): void {
  stop = how;
}
