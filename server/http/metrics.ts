import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Refused } from '#server/refused.ts';
import { hashToken } from '#server/secrets.ts';
import { tokenOf } from './routes.ts';

interface MetricsDeps {
  token: string | undefined;
  jobs(): Promise<{ name: string; queued: number; active: number; failed: number }[]>;
  /** How many mails and cabinets there are by status. */
  emails(): Promise<Record<string, number>>;
  cabinets(): Promise<Record<string, number>>;
  /** Confirmed differences by kind, and when all cabinets were last compared. */
  findings(): Promise<Record<string, number>>;
  comparison(): Promise<{ seconds: number; ageSeconds: number } | null>;
}

/**
 * `/metrics` for Prometheus: durations by route and status, jobs, mails, cabinets. Loopback peers only, or whoever
 * has the token when one is set (DESIGN section 3).
 */
export function serveMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  gauge(registry, 'tenantry_jobs', 'Jobs by queue and state', ['queue', 'state'], async (set) => {
    for (const { name, queued, active, failed } of await deps.jobs()) {
      set({ queue: name, state: 'queued' }, queued);
      set({ queue: name, state: 'active' }, active);
      set({ queue: name, state: 'failed' }, failed);
    }
  });
  gauge(registry, 'tenantry_emails', 'E-mails by status', ['status'], async (set) => {
    for (const [status, count] of Object.entries(await deps.emails())) set({ status }, count);
  });
  gauge(registry, 'tenantry_cabinets', 'Cabinets by status', ['status'], async (set) => {
    for (const [status, count] of Object.entries(await deps.cabinets())) set({ status }, count);
  });
  gauge(registry, 'tenantry_cabinet_findings', 'Cabinets that differ, by kind', ['kind'], async (set) => {
    for (const [kind, count] of Object.entries(await deps.findings())) set({ kind }, count);
  });
  gauge(registry, 'tenantry_cabinet_comparison_seconds', 'The last comparison', ['measure'], async (set) => {
    const last = await deps.comparison();
    if (!last) return;
    set({ measure: 'duration' }, last.seconds);
    set({ measure: 'age' }, last.ageSeconds);
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (request, reply) => {
    requireReader(request, deps.token);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

type SetGauge = (labels: Record<string, string>, value: number) => void;

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  collect: (set: SetGauge) => Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      await collect((labels, value) => this.set(labels, value));
    },
  });
}

function requireReader(request: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = tokenOf(request.headers.authorization);
    if (given === null || !timingSafeEqual(hashToken(given), hashToken(token)))
      throw new Refused('unauthorized');
    return;
  }
  const peer = request.socket.remoteAddress ?? '';
  if (!/^(127\.|::1$|::ffff:127\.)/.test(peer)) throw new Refused('forbidden');
}
