import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addDatabaseGauges, type GaugesDeps } from './database-gauges.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { hashToken } from '#server/keys/secrets.ts';
import { version } from '#server/kernel/version.ts';
import { tokenOf } from '#server/http/routes.ts';

/** The metrics of one process, the same on every port with `/metrics`. */
export interface Metrics {
  /** Also measures an app's answers. */
  observe(app: FastifyInstance): void;
  /** Measures an answer of the cabinet host. */
  observeCabinet(method: string, status: number, seconds: number): void;
  /** In Prometheus's format. */
  read(): Promise<{ contentType: string; text: string }>;
}

const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const loginRoutes: Readonly<Record<string, 'staff' | 'customer'>> = {
  '/api/admin/auth/login': 'staff',
  '/api/admin/auth/oidc': 'staff',
  '/api/auth/login': 'customer',
};
const loginResults = ['succeeded', 'failed', 'limited', 'error'] as const;

function resultOf(status: number): (typeof loginResults)[number] {
  if (status < 400) return 'succeeded';
  if (status === 429) return 'limited';
  return status < 500 ? 'failed' : 'error';
}

export interface MetricsDeps extends GaugesDeps {
  database: GaugesDeps['database'] & { pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> };
}

/** Durations by route and status, the process itself, and gauges from the database. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  const logins = new Counter({
    name: 'tenantry_logins_total',
    help: 'Logins by kind of account and result; limited: refused before the password was looked at',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  for (const kind of Object.values(loginRoutes))
    for (const result of loginResults) logins.inc({ kind, result }, 0);
  const cabinets = new Histogram({
    name: 'tenantry_cabinet_request_duration_seconds',
    help: 'Seconds to answer for all cabinets of this host, by status',
    labelNames: ['method', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  addProcessFacts(registry, deps);
  const refresh = addDatabaseGauges(registry, deps);
  return {
    observeCabinet(method, status, seconds) {
      cabinets.observe({ method, status: String(status) }, seconds);
    },
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown';
        const labels = { method: request.method, route, status: String(reply.statusCode) };
        durations.observe(labels, reply.elapsedTime / 1000);
        const kind = request.method === 'POST' && loginRoutes[route];
        if (kind) logins.inc({ kind, result: resultOf(reply.statusCode) });
      });
    },
    async read() {
      await refresh();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** What this process is, and how it uses the database. */
function addProcessFacts(registry: Registry, { config, database }: MetricsDeps): void {
  const info = new Gauge({
    name: 'tenantry_build_info',
    help: 'Always 1: the version of this process, and each of its roles',
    labelNames: ['version', 'role'],
    registers: [registry],
  });
  for (const role of config.roles) info.set({ version, role }, 1);
  const connections: Gauge = new Gauge({
    name: 'tenantry_db_pool_connections',
    help: "Connections of this process's pool; waiting: requests that wait for one",
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool;
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
    },
  });
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
