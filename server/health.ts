import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { variants } from '#contract/variants.ts';
import { countCabinets } from '#server/cabinets/cabinet-store.ts';
import { countFindings } from '#server/cabinets/finding-store.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { serveMetrics } from '#server/http/metrics.ts';
import type { Platform } from '#server/platform.ts';

/** What `HEALTH_PORT` answers, whatever the roles of its process: health and metrics, and nothing else. */
export async function buildHealthApp(platform: Platform): Promise<FastifyInstance> {
  const { config, log } = platform;
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  handleErrors(app, { routes: [], localeOf: () => variants[config.variant].defaultLocale });
  serveHealth(app, platform);
  return app;
}

/** `/healthz`, `/readyz` and `/metrics` of a process (DESIGN sections 3 and 4). */
export function serveHealth(app: FastifyInstance, platform: Platform): void {
  const { config, database, clock, queue, mail, reconciler } = platform;
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const parts = {
      database: await answers(() => sql`select 1`.execute(database.db)),
      migrations: true, // the server listens only after them
      jobs: await answers(queue.counts),
    };
    const ready = Object.values(parts).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts });
  });
  serveMetrics(app, {
    token: config.metricsToken,
    jobs: queue.counts,
    emails: mail.counts,
    cabinets: () => countCabinets(database.db),
    findings: () => countFindings(database.db),
    comparison: async () => {
      const last = await reconciler.latest();
      if (!last) return null;
      const ageSeconds = (clock.now().getTime() - Date.parse(last.finished_at)) / 1000;
      return { seconds: last.seconds, ageSeconds };
    },
  });
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch {
    return false;
  }
}
