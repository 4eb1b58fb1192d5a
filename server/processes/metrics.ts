import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { addDatabaseGauges, type GaugesDeps } from './database-gauges.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { hashToken } from '#server/keys/secrets.ts';
import { tokenOf } from '#server/http/routes.ts';

/** The metrics of one process, the same on every port with `/metrics`. */
export interface Metrics {
  /** Also measures an app's answers. */
  observe(app: FastifyInstance): void;
  /** In Prometheus's format. */
  read(): Promise<{ contentType: string; text: string }>;
}

/** Durations by route and status, the process itself, and gauges from the database. */
export function createMetrics(deps: GaugesDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refresh = addDatabaseGauges(registry, deps);
  return {
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown';
        const labels = { method: request.method, route, status: String(reply.statusCode) };
        durations.observe(labels, reply.elapsedTime / 1000);
      });
    },
    async read() {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/**
 * Serves `/metrics` for Prometheus: to loopback peers only or, when a token is set, to those who send it (DESIGN
 * section 3).
 */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    requireReader(request, token);
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

const forwarding = [
  'forwarded',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

function requireReader(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = tokenOf(request.headers.authorization);
    if (given === null || !timingSafeEqual(hashToken(given), hashToken(token)))
      throw new AppError('unauthorized');
    return;
  }
  // A proxy on this machine is a loopback peer too; its headers give it away.
  if (forwarding.some((name) => request.headers[name] !== undefined)) throw new AppError('forbidden');
  const peer = request.socket.remoteAddress ?? '';
  if (!/^(127\.|::1$|::ffff:127\.)/.test(peer)) throw new AppError('forbidden');
}
