import { Gauge, type Registry } from 'prom-client';
import { countCabinets } from '#server/cabinets/cabinet-store.ts';
import { countFindings } from '#server/cabinets/comparison/finding-store.ts';
import { latestComparison } from '#server/cabinets/comparison/comparison-store.ts';
import { readHosts } from '#server/cabinets/hosts/read-hosts.ts';
import { countOwnDomains } from '#server/cabinets/own-domain/own-domain-store.ts';
import type { ClockGuard } from '#server/db/clock-guard.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { countWaiting } from '#server/subscriptions/billing/brake-store.ts';
import { countEmails } from '#server/mail/mail-store.ts';
import { lastSuccesses } from './last-successes.ts';
import { countUnowned } from './unowned-payment-store.ts';
import { seenProcesses, type SeenProcesses } from './seen-processes.ts';
import { within } from './within.ts';

export interface GaugesDeps {
  config: Pick<Config, 'roles' | 'cabinets'> & { backups?: object | undefined };
  database: { db: Db };
  clock: Clock;
  clockGuard: Pick<ClockGuard, 'offset'>;
  queue: Pick<Queue, 'counts'>;
}

type Value = [labels: Record<string, string>, value: number];

interface DatabaseGauge {
  name: string;
  help: string;
  labelNames?: string[];
  /** No values when it has nothing to report. */
  read(seen: SeenProcesses): Promise<Value[]>;
}

/** How long a scrape waits for a database that doesn't answer. */
const patienceMs = 3000;

/**
 * Adds gauges that are read from the database (GROWTH section 20, "Metrics' names"); the returned function reads them
 * again. Without the database they are absent, `tenantry_database_up` is 0, and all other metrics stay.
 */
export function addDatabaseGauges(registry: Registry, deps: GaugesDeps): () => Promise<void> {
  const gauges = [...saidByAll(deps), ...saidByWorkers(deps)].map(({ read, ...options }) => ({
    gauge: new Gauge({ ...options, registers: [registry] }),
    isPlain: options.labelNames === undefined,
    read,
  }));
  const up = new Gauge({
    name: 'tenantry_database_up',
    help: '1 when the database answered this scrape',
    registers: [registry],
  });
  // One after the other: a scrape takes one connection.
  const readAll = async () => {
    const seen = await seenProcesses(deps.database.db);
    const read = [];
    for (const one of gauges) read.push({ gauge: one.gauge, values: await one.read(seen) });
    return read;
  };
  return async () => {
    let read: Awaited<ReturnType<typeof readAll>> = [];
    const answered = await within(patienceMs, async () => {
      read = await readAll();
    });
    for (const { gauge, isPlain } of gauges) clear(gauge, isPlain);
    for (const { gauge, values } of read) for (const [labels, value] of values) gauge.set(labels, value);
    up.set(answered ? 1 : 0);
  };
}

/** Removes the value; a gauge without labels would become 0. */
function clear(gauge: Gauge, isPlain: boolean): void {
  gauge.reset();
  if (isPlain) gauge.remove();
}

/** Reported by every process, so that they exist without a worker. Use the largest value, not the sum. */
function saidByAll({ queue, clockGuard }: GaugesDeps): DatabaseGauge[] {
  return [
    {
      name: 'tenantry_clock_offset_seconds',
      help: "How far this process's own clock is ahead of the database's; negative when behind",
      read: async () => [[{}, await clockGuard.offset()]],
    },
    {
      name: 'tenantry_worker_last_seen_timestamp_seconds',
      help: 'When a process with the role worker was last seen, by the clock of the database',
      async read(seen) {
        const { seenAt } = seen.worker;
        return seenAt ? [[{}, seenAt.getTime() / 1000]] : [];
      },
    },
    {
      name: 'tenantry_jobs',
      help: 'Jobs by queue and state; delayed ones are not due yet',
      labelNames: ['queue', 'state'],
      read: async () =>
        (await queue.counts()).flatMap(({ name, oldestAgeSeconds: _, ...states }) =>
          Object.entries(states).map(([state, count]): Value => [{ queue: name, state }, count]),
        ),
    },
    {
      name: 'tenantry_job_oldest_age_seconds',
      help: 'How long the oldest job of a queue has been due without a worker; 0 when none waits',
      labelNames: ['queue'],
      read: async () =>
        (await queue.counts()).map(({ name, oldestAgeSeconds }) => [{ queue: name }, oldestAgeSeconds]),
    },
  ];
}

/** Of each cabinet host, where there are several. */
function hostGauges({ config, database }: Pick<GaugesDeps, 'config' | 'database'>): DatabaseGauge[] {
  const each = (valueOf: (host: Awaited<ReturnType<typeof readHosts>>[number]) => number) => async () =>
    (await readHosts({ config }, database.db)).map((host): Value => [{ host: host.name }, valueOf(host)]);
  return [
    {
      name: 'tenantry_cabinet_host_up',
      help: '1 while this cabinet host reports, where CABINET_HOSTS names several',
      labelNames: ['host'],
      read: each(({ state }) => (state === 'away' ? 0 : 1)),
    },
    {
      name: 'tenantry_cabinet_host_cabinets',
      help: 'Cabinets on this host',
      labelNames: ['host'],
      read: each(({ cabinets }) => cabinets),
    },
    {
      name: 'tenantry_cabinet_host_room',
      help: 'How many more cabinets this host takes; 0 while it is draining or its disk is full',
      labelNames: ['host'],
      read: each(({ state, room, cabinets }) =>
        state === 'draining' || state === 'full' ? 0 : Math.max(0, room - cabinets),
      ),
    },
  ];
}

/** Reported once per installation: by workers, and by other processes only while there is no worker. */
function saidByWorkers({ config, database, clock }: GaugesDeps): DatabaseGauge[] {
  const isWorker = config.roles.includes('worker');
  const counts =
    (label: string, count: () => Promise<Record<string, number>>) => async (): Promise<Value[]> =>
      Object.entries(await count()).map(([value, number]) => [{ [label]: value }, number]);
  const gauges: DatabaseGauge[] = [
    {
      name: 'tenantry_emails',
      help: 'E-mails by state',
      labelNames: ['state'],
      read: counts('state', () => countEmails(database.db)),
    },
    {
      name: 'tenantry_last_success_timestamp_seconds',
      help: 'When billing, comparison, proof, retention and backup last did their work; missing before the first time',
      labelNames: ['task'],
      read: async () =>
        Object.entries(await lastSuccesses(database.db)).flatMap(([task, at]): Value[] =>
          at ? [[{ task }, at.getTime() / 1000]] : [],
        ),
    },
    {
      name: 'tenantry_backups_scheduled',
      help: '1 while BACKUP_URL is set',
      read: async () => [[{}, config.backups ? 1 : 0]],
    },
    {
      name: 'tenantry_payments_unowned',
      help: 'Payments that wait for their client',
      read: async () => [[{}, await countUnowned(database.db)]],
    },
    {
      name: 'tenantry_cabinets',
      help: 'Cabinets by status',
      labelNames: ['status'],
      read: counts('status', () => countCabinets(database.db)),
    },
    ...hostGauges({ config, database }),
    {
      name: 'tenantry_own_domains',
      help: "Domains of customers' own by state; connecting ones have right records and do not answer yet",
      labelNames: ['state'],
      read: counts('state', () => countOwnDomains(database.db)),
    },
    {
      name: 'tenantry_cabinet_findings',
      help: 'Cabinets that differ, by kind',
      labelNames: ['kind'],
      read: counts('kind', () => countFindings(database.db)),
    },
    {
      name: 'tenantry_billing_waiting',
      help: 'Suspensions and deletions that are too many for one run and wait for approval',
      labelNames: ['step'],
      async read() {
        const { blocks, deletions } = await countWaiting(database.db, clock.now());
        return [
          [{ step: 'block' }, blocks],
          [{ step: 'deletion' }, deletions],
        ];
      },
    },
    comparisonGauge(database, clock),
  ];
  return gauges.map((gauge) => ({
    ...gauge,
    async read(seen) {
      return !isWorker && seen.worker.isAlive ? [] : gauge.read(seen);
    },
  }));
}

/** How long the last comparison took, and how long ago that was. */
function comparisonGauge({ db }: GaugesDeps['database'], clock: GaugesDeps['clock']): DatabaseGauge {
  return {
    name: 'tenantry_cabinet_comparison_seconds',
    help: 'The last comparison',
    labelNames: ['measure'],
    async read() {
      const last = await latestComparison(db);
      if (!last) return [];
      const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;
      return [
        [{ measure: 'duration' }, seconds(last.started_at, last.finished_at)],
        [{ measure: 'age' }, seconds(last.finished_at, clock.now())],
      ];
    },
  };
}
