import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Tables } from '#server/db/tables.ts';
import { createQueueDatabase, type QueueDatabase } from './queue-database.ts';

/** Every job and what it carries. A job calls one service function; each may run twice. */
export interface Jobs {
  'make-cabinet': { clientId: string };
  'settle-cabinet': { clientId: string };
  'send-email': { emailId: string };
  /** Takes up what a dead worker left behind. */
  'take-up': Record<string, never>;
  /** Compares all cabinets with what is wanted. */
  'compare-cabinets': Record<string, never>;
  'clean-up': Record<string, never>;
  /** Lets time pass for every subscription whose time has come. */
  'billing-run': Record<string, never>;
  /** Has the lifecycle look at everybody whom a changed term concerns. */
  'look-again': { since: string; tariffId?: string; withoutOwn?: OwnDays };
  'prove-ledger': Record<string, never>;
  /** Tells a tariff's clients who are over its new limits. */
  'tell-limits': { tariffId: string };
}
type OwnDays = 'term_without_payment_days' | 'database_retention_days';
export type JobName = keyof Jobs;

const jobNames: readonly JobName[] = [
  'make-cabinet',
  'settle-cabinet',
  'send-email',
  'take-up',
  'compare-cabinets',
  'clean-up',
  'billing-run',
  'look-again',
  'prove-ledger',
  'tell-limits',
];

export interface Queue {
  /** Creates the queues and begins to listen. `supervise` on processes that run jobs. */
  start(options: { supervise: boolean }): Promise<void>;
  /** Written in the caller's transaction: no commit, no job (DESIGN section 11). */
  enqueue<Name extends JobName>(
    tx: Kysely<Tables> | Transaction<Tables>,
    name: Name,
    data: Jobs[Name],
    options?: { afterSeconds?: number },
  ): Promise<void>;
  /** The same for many at once. */
  enqueueAll<Name extends JobName>(
    tx: Kysely<Tables> | Transaction<Tables>,
    name: Name,
    data: readonly Jobs[Name][],
  ): Promise<void>;
  work<Name extends JobName>(
    name: Name,
    handle: (data: Jobs[Name]) => Promise<unknown>,
    options?: { concurrency?: number },
  ): Promise<void>;
  /** `cron` is in UTC. */
  schedule(name: JobName, cron: string): Promise<void>;
  counts(): Promise<{ name: string; queued: number; active: number; failed: number }[]>;
  /** Waits for what runs, then hands the rest back. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Jobs in PostgreSQL by pg-boss, woken by NOTIFY; polling only catches what a lost connection missed.
 */
export function createQueue({ connection, log }: { connection: pg.PoolConfig; log: Logger }): Queue {
  let boss: PgBoss | undefined;
  let database: QueueDatabase | undefined;
  const started = () => {
    if (!boss) throw new Error('the queue is not started');
    return boss;
  };
  return {
    async start({ supervise }) {
      database = createQueueDatabase(connection, log);
      boss = new PgBoss({
        db: database,
        schema: 'jobs',
        useListenNotify: true,
        supervise,
        schedule: supervise,
        cronMonitorIntervalSeconds: 15,
        cronWorkerIntervalSeconds: 2,
      });
      boss.on('error', (error) => log.error({ err: error }, 'job queue'));
      boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
      await boss.start();
      for (const name of jobNames) {
        await boss.createQueue(name, {
          // At most one waits for each client or mail, whoever asks how often.
          policy: 'short',
          notify: true,
          retryLimit: 5,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: 120,
          deleteAfterSeconds: 86_400,
        });
      }
    },
    async enqueue(tx, name, data, { afterSeconds } = {}) {
      await started().send(name, data, {
        db: fromKysely(tx),
        // Without a key the policy would keep one waiting job for all of them together, and drop the rest.
        singletonKey: keyOf(data),
        ...(afterSeconds && { startAfter: afterSeconds }),
      });
    },
    async enqueueAll(tx, name, data) {
      if (data.length === 0) return;
      const jobs = data.map((one) => ({ data: one, singletonKey: keyOf(one) }));
      await started().insert(name, jobs, { db: fromKysely(tx) });
    },
    async work(name, handle, { concurrency = 1 } = {}) {
      await started().work<Jobs[typeof name]>(
        name,
        { localConcurrency: concurrency, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
        async ([job]) => {
          if (job) await handle(job.data);
        },
      );
    },
    async schedule(name, cron) {
      await started().schedule(name, cron, {});
    },
    async counts() {
      const queues = await started().getQueues(jobNames as string[]);
      return queues.map(({ name, readyCount, activeCount, failedCount }) => ({
        name,
        queued: readyCount,
        active: activeCount,
        failed: failedCount,
      }));
    },
    async stop(timeoutMs) {
      await boss?.stop({ graceful: true, close: true, timeout: timeoutMs });
      await database?.close();
      [boss, database] = [undefined, undefined];
    },
  };
}

/** Whom a job is for. */
function keyOf(data: Jobs[JobName]): string | undefined {
  if ('emailId' in data) return data.emailId;
  if ('since' in data) return JSON.stringify(data);
  if ('tariffId' in data) return data.tariffId;
  return 'clientId' in data ? data.clientId : undefined;
}
