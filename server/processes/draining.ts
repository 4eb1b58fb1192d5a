import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long a question about readiness shows that somebody watches. */
const watchedMs = 60_000;

/**
 * The moment between the signal to stop and the end of listening (GROWTH section 20, "Draining"): not ready any more,
 * everything still answered, connections given up after each answer.
 */
export interface Draining {
  isDraining(): boolean;
  /** Somebody asked whether the process is ready, and so will learn that it isn't. */
  noteAsked(): void;
  /** Ends connections with their next answer from then on. */
  observe(app: FastifyInstance): void;
  /** Not ready from now on; resolves when those who watch have had the time to see it. */
  drain(): Promise<void>;
}

interface DrainingOptions {
  /** Undefined: five where somebody watches, none otherwise. */
  seconds: number | undefined;
  /** People or cabinets send requests here; without them there is nobody to wait for. */
  isServing: boolean;
  /** The configuration says that something stands before this process. */
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
