import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** For how long a request to `/readyz` shows that something watches. */
const watchedMs = 60_000;

/**
 * The time between the signal to stop and the end of listening (GROWTH section 20, "Draining"): no longer ready,
 * everything still answered, and connections closed after each answer.
 */
export interface Draining {
  isDraining(): boolean;
  /** Something asked whether the process is ready, so it will notice when it isn't. */
  noteAsked(): void;
  /** Closes connections with their next answer while draining. */
  observe(app: FastifyInstance): void;
  /** Not ready from now on; resolves when watchers have had time to notice. */
  drain(): Promise<void>;
}

interface DrainingOptions {
  /** Undefined: five if something watches, otherwise none. */
  seconds: number | undefined;
  /** People or cabinets send requests here; without them nothing has to wait. */
  isServing: boolean;
  /** The configuration says that a proxy stands before this process. */
  isBehindProxy: boolean;
}

const defaultSeconds = 5;

export function createDraining({ seconds, isServing, isBehindProxy }: DrainingOptions): Draining {
  let isDraining = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  const waited = () => {
    if (!isServing) return 0;
    const isWatched = isBehindProxy || performance.now() - askedAt < watchedMs;
    return seconds ?? (isWatched ? defaultSeconds : 0);
  };
  return {
    isDraining: () => isDraining,
    noteAsked() {
      askedAt = performance.now();
    },
    observe(app) {
      app.addHook('onSend', (_request, reply, _payload, done) => {
        if (isDraining) void reply.header('connection', 'close');
        done();
      });
    },
    async drain() {
      isDraining = true;
      await delay(waited() * 1000);
    },
  };
}
