import type { Logger } from 'pino';
import { lookForAlarms, type LookDeps } from './look-for-alarms.ts';

const everyMs = 60_000;

/**
 * The panel's own look, every minute: a worker that is gone, or whose jobs stand still, can't raise the alarm about
 * itself. Emails wait for the worker.
 */
export function watchWithoutWorker(
  deps: LookDeps & { clock: { now(): Date }; log: Pick<Logger, 'warn' | 'error'> },
): {
  stop(): Promise<void>;
} {
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= lookForAlarms(deps, deps.clock.now())
      .catch((error: unknown) => deps.log.warn({ err: error }, 'alarms could not be looked for'))
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(look, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
