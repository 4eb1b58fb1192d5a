import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { variants } from '#contract/kernel/variants.ts';
import type { Draining } from './draining.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { boundedServer } from '#server/http/server-timeouts.ts';
import type { Db } from '#server/db/tables.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { type Metrics, serveMetrics } from './metrics.ts';
import { onceInMs } from './once-in-ms.ts';
import { seenProcesses } from './seen-processes.ts';
import { within } from './within.ts';

/** What every port of a process reports about it. */
export interface ProcessHealth {
  metrics: Metrics;
  draining: Draining;
}

interface HealthDeps {
  config: Pick<Config, 'variant' | 'metricsToken'>;
  database: { db: Db };
  queue: Pick<Queue, 'check'>;
}

/** Shorter than the patience of most probes: a database that hangs counts as away. */
const patienceMs = 2500;

/** The app behind `HEALTH_PORT`, for any roles: health and metrics, and nothing else. */
export async function buildHealthApp(
  deps: HealthDeps & { log: FastifyBaseLogger },
  health: ProcessHealth,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    ...boundedServer(),
  });
  handleErrors(app, { routes: [], localeOf: () => variants[deps.config.variant].defaultLocale });
  serveHealth(app, deps, health);
  return app;
}

/** `/healthz`, `/readyz` and `/metrics` of a process (DESIGN sections 3 and 4). */
export function serveHealth(
  app: FastifyInstance,
  { config, database, queue }: HealthDeps,
  { metrics, draining }: ProcessHealth,
): void {
  metrics.observe(app);
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  // Anybody may ask at any rate; the database is asked once a second.
  const look = onceInMs(1000, async () => {
    let worker = false;
    const [isDatabaseThere, canQueue] = await Promise.all([
      within(patienceMs, async () => {
        worker = (await seenProcesses(database.db)).worker.isAlive;
      }),
      within(patienceMs, queue.check),
    ]);
    return { worker, isDatabaseThere, canQueue };
  });
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    draining.noteAsked();
    const { worker, isDatabaseThere, canQueue } = await look();
    const parts = {
      database: isDatabaseThere,
      migrations: true, // the server listens only after the migrations
      jobs: canQueue,
    };
    const isDraining = draining.isDraining();
    const ready = Object.values(parts).every(Boolean) && !isDraining;
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...parts,
      // Without a worker the process stays ready: what people ask for waits for the next worker.
      worker,
      ...(isDraining && { draining: true }),
    });
  });
  serveMetrics(app, metrics, config.metricsToken);
}
