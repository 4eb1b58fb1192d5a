import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { HeldStep } from '#contract/clients/subscription.ts';
import { databaseAwayLog, isDatabaseAway } from '#server/db/database-away.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import type { AskedFrom } from '#server/kernel/caller.ts';
import { countJobs, hasJobs, type QueueCount } from './queue-store.ts';
import { createQueueDatabase, type QueueDatabase } from './queue-database.ts';
import { createWorkers, wakeForDue, type Workers } from './wake-workers.ts';

/** Every job and its data. A job calls one function of a use; each may run twice. */
export interface Jobs {
  'make-cabinet': { clientId: string };
  'settle-cabinet': { clientId: string };
  'send-email': { emailId: string };
  /** Gives new jobs to what a dead worker left behind. */
  'recover-lost-work': Record<string, never>;
  /** Looks at the domains of customers' own that are due. */
  'check-own-domains': Record<string, never>;
  /** Looks at one client's domain, and tells the cabinet. */
  'check-own-domain': { clientId: string };
  /** Compares all cabinets with their wanted state. */
  'compare-cabinets': Record<string, never>;
  /** Helps with a comparison under way; `helper`: which of them it is. */
  'compare-parts': { comparisonId: string; helper: number };
  'clean-up': Record<string, never>;
  /** Forgets personal data that are older than the settings allow. */
  'forget-old': Record<string, never>;
  /** Asks a gateway for a payment; `check`: which of its times, or `card`. */
  'check-payment': { paymentId: string; check: string };
  /** Finds the saved cards that are to be charged now. */
  'run-auto-top-ups': Record<string, never>;
  /** One try of an automatic top-up. */
  'charge-card': { chargeId: string };
  'note-expiring-cards': Record<string, never>;
  /** Asks a gateway to send money back; `question`: which of them it is. */
  'send-refund': { refundId: string; question: string };
  /** Runs every subscription for which something is due. */
  'billing-run': Record<string, never>;
  /** Helps with a billing run under way: with its day's `moment`, in ISO text like `now`; `helper`: which of them it is. */
  'help-billing': { runId: string; moment: string; now: string; held: HeldStep[]; helper: number };
  /** Runs the lifecycle of all clients whom a changed term concerns. */
  reschedule: { since: string; tariffId?: string; withoutOwn?: OwnDays };
  'verify-ledger': Record<string, never>;
  /** Issues the documents of months that are over, or of payments. */
  'issue-documents': Record<string, never>;
  /** Issues proformas before ends that balances can't cover. */
  'issue-due-proformas': Record<string, never>;
  /** Asks VIES about buyers' VAT numbers. */
  'check-vat-numbers': Record<string, never>;
  /** Takes a backup if one is due and the files of the cabinets are here. */
  'take-backup': Record<string, never>;
  /** Chains the entries of the audit log. */
  'seal-audit': Record<string, never>;
  /** Emails views to those who asked for them. */
  'mail-views': Record<string, never>;
  /** Emails announcements to those they are for. */
  'mail-announcements': Record<string, never>;
  /** Makes a client's file of all its data. */
  'make-data-export': { exportId: string };
  /** Erases what an erased client has outside of its rows. */
  'finish-erasure': { clientId: string };
  /** Raises and closes alarms, and emails the new ones. */
  'watch-alarms': Record<string, never>;
  /** Tells a tariff's clients who are over its new limits. */
  'notify-limits': { tariffId: string };
  /** Tells a tariff's clients of a coming price, or that it does not come. */
  'notify-price': { priceId: string };
  /** Acts on the rows of a bulk run, some at a time. */
  'run-bulk': { runId: string };
  /** Tells an account's owner, if there is one, about failed logins. */
  'notify-failed-logins': { kind: AccountKind; email: string };
  /**
   * Writes an email that somebody requested for an address, if an account has that address. `from`: who requested it,
   * for the audit log. `at`: when it was requested, as ISO text.
   */
  'write-requested-email': { what: RequestedEmail; email: string; from?: AskedFrom; at?: string };
}
/** Emails that anybody may request for an address. */
type RequestedEmail = 'staff_reset' | 'reset' | 'cabinet_address' | 'confirm';
type OwnDays = 'term_without_payment_days' | 'database_retention_days';
export type JobName = keyof Jobs;

/** At most one job waits for each client or email, however often it is enqueued. */
const policy = 'short';

/**
 * A job is begun again when its worker has said nothing for two minutes, which is when that is dead, and never while it
 * works (decision 320). `expireInSeconds`: work that takes longer has stopped getting on. It goes on all the same and may
 * meet its second try, so no work comes near it.
 */
const jobLimits = {
  notify: true,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  heartbeatSeconds: 120,
  expireInSeconds: 3600,
  deleteAfterSeconds: 86_400,
};

/** For work on all clients, on all lines of the ledger or on all files. */
const long = { expireInSeconds: 12 * 3600 };
/** Every queue, with what differs from the limits of all. */
const ownLimits = {
  'make-cabinet': {},
  'settle-cabinet': {},
  'send-email': {},
  'recover-lost-work': {},
  'compare-cabinets': {},
  'compare-parts': {},
  'check-own-domains': {},
  'check-own-domain': {},
  'clean-up': {},
  'forget-old': long,
  'check-payment': {},
  'run-auto-top-ups': {},
  'charge-card': {},
  'note-expiring-cards': {},
  'send-refund': {},
  'billing-run': long,
  'help-billing': long,
  reschedule: long,
  'verify-ledger': long,
  'issue-documents': long,
  'issue-due-proformas': {},
  'check-vat-numbers': {},
  // A backup says itself when it failed.
  'take-backup': { ...long, retryLimit: 0 },
  'seal-audit': {},
  'watch-alarms': {},
  'mail-views': {},
  'mail-announcements': {},
  'make-data-export': {},
  'finish-erasure': {},
  'notify-limits': {},
  'notify-price': {},
  'run-bulk': long,
  'notify-failed-logins': {},
  'write-requested-email': {},
} satisfies Record<JobName, Partial<typeof jobLimits>>;
const jobNames = Object.keys(ownLimits) as JobName[]; // `keys` loses the type

/** Names of jobs in earlier versions, whose processes may still run or have left jobs waiting. */
const formerNames: { [Name in JobName]?: string } = {
  'recover-lost-work': 'take-up',
  reschedule: 'look-again',
  'verify-ledger': 'prove-ledger',
  'notify-limits': 'tell-limits',
  'notify-failed-logins': 'tell-failed-logins',
  'write-requested-email': 'write-asked-mail',
};

/** How often each worker looks for a job by itself: `wakeOne` wakes it when there is one. */
const pollSeconds = { listening: 60, notListening: 1 };

interface Running {
  boss: PgBoss;
  database: QueueDatabase;
  former: ReadonlySet<string>;
  workers: Workers;
  /** Once there are workers. */
  waking?: ReturnType<typeof wakeForDue>;
}

interface QueueOptions {
  connection: pg.PoolConfig;
  log: Logger;
  /** How many ask for jobs; one more listens. */
  connections?: number | undefined;
}

/** Jobs in PostgreSQL by pg-boss, woken by NOTIFY. */
export function createQueue({ connection, log, connections = 4 }: QueueOptions) {
  let running: Running | undefined;
  const started = () => {
    if (!running) throw new Error('the queue is not started');
    return running;
  };
  return {
    /** Creates the queues and begins to listen. `supervise` on processes that run jobs. */
    async start({ supervise }: { supervise: boolean }): Promise<void> {
      const database = createQueueDatabase(connection, { connections, log });
      const workers = createWorkers((id) => boss.notifyWorker(id));
      const boss = bossOn(wakingOne(database, workers), { supervise, log });
      running = { boss, database, former: new Set(), workers };
      await boss.start();
      await setUpQueues(boss);
      if (supervise) running.former = await formerQueues(boss, database);
    },
    /** Writes a job in the caller's transaction: no commit, no job (DESIGN section 11). */
    async enqueue<Name extends JobName>(
      tx: Db,
      name: Name,
      data: Jobs[Name],
      { afterSeconds }: { afterSeconds?: number } = {},
    ): Promise<void> {
      await started().boss.send(name, data, {
        db: fromKysely(tx),
        // Without a key the policy would keep one waiting job for all of them, and drop the others.
        singletonKey: keyOf(data),
        ...(afterSeconds && { startAfter: afterSeconds }),
      });
    },
    /** The same for many at once. */
    async enqueueAll<Name extends JobName>(tx: Db, name: Name, data: readonly Jobs[Name][]): Promise<void> {
      if (data.length === 0) return;
      const jobs = data.map((one) => ({ data: one, singletonKey: keyOf(one) }));
      await started().boss.insert(name, jobs, { db: fromKysely(tx) });
    },
    async work<Name extends JobName>(
      name: Name,
      handle: (data: Jobs[Name]) => Promise<unknown>,
      { concurrency = 1 }: { concurrency?: number } = {},
    ): Promise<void> {
      const { boss, database, former, workers } = started();
      for (const queue of [name, formerNames[name]]) {
        if (queue === undefined || (queue !== name && !former.has(queue))) continue;
        for (let number = 0; number < concurrency; number += 1)
          await workOn(boss, { queue, workers, handle });
      }
      started().waking ??= wakeForDue(database, workers);
    },
    /** `cron` is in UTC. */
    async schedule(name: JobName, cron: string): Promise<void> {
      await started().boss.schedule(name, cron, {});
    },
    /** Counts every queue in the database, whichever process works on it. */
    counts: (): Promise<QueueCount[]> => countJobs(started().database, jobNames),
    /** Throws unless jobs can be written and read. */
    async check(): Promise<void> {
      await started().database.executeSql('select 1', []);
    },
    /** Waits for running jobs, then puts the rest back. */
    async stop(timeoutMs: number): Promise<void> {
      running?.waking?.stop();
      if (running) await stopBoss(running.boss, running.workers.queues(), timeoutMs);
      await running?.database.close();
      running = undefined;
    },
  };
}
export type Queue = ReturnType<typeof createQueue>;

function bossOn(database: QueueDatabase, { supervise, log }: { supervise: boolean; log: Logger }): PgBoss {
  const boss = new PgBoss({
    db: database,
    schema: 'jobs',
    useListenNotify: true,
    supervise,
    schedule: supervise,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 2,
  });
  const logAway = databaseAwayLog(log);
  boss.on('error', (error) =>
    isDatabaseAway(error) ? logAway(error) : log.error({ err: error }, 'job queue'),
  );
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  return boss;
}

/** Wakes one of our workers for an announced job, where pg-boss would wake all of its queue. */
function wakingOne(database: QueueDatabase, workers: Workers): QueueDatabase {
  return {
    ...database,
    listen: (channel, onNotification, onReconnect) =>
      database.listen(
        channel,
        (queue) => (workers.queues().includes(queue) ? workers.wakeOne(queue) : onNotification(queue)),
        onReconnect,
      ),
  };
}

/** One worker of a queue. */
async function workOn<Name extends JobName>(
  boss: PgBoss,
  {
    queue,
    workers,
    handle,
  }: { queue: string; workers: Workers; handle: (data: Jobs[Name]) => Promise<unknown> },
): Promise<void> {
  const options = {
    pollingIntervalSeconds: pollSeconds.notListening,
    notifyPollingIntervalSeconds: pollSeconds.listening,
  };
  let id = '';
  id = await boss.work<Jobs[Name]>(queue, options, async ([job]) =>
    workers.work(queue, id, async () => job && handle(job.data)),
  );
  workers.add(queue, id);
}

/**
 * Creates the queues that are not there yet, and gives those of an earlier version the limits of this one, which hold
 * for jobs written from now on. Where nothing differs nothing is written.
 */
async function setUpQueues(boss: PgBoss): Promise<void> {
  const there = new Map((await boss.getQueues([...jobNames])).map((queue) => [queue.name, queue]));
  for (const name of jobNames) {
    const limits = { ...jobLimits, ...ownLimits[name] };
    const queue = there.get(name);
    if (!queue) await boss.createQueue(name, { policy, ...limits });
    else if (entriesOf(limits).some(([limit, value]) => queue[limit] !== value))
      await boss.updateQueue(name, limits);
  }
}

const entriesOf = (limits: typeof jobLimits) => Object.entries(limits) as [keyof typeof jobLimits, unknown][]; // the object's own

/** Waits for the workers themselves: pg-boss looks only every half a second whether they have ended. */
async function stopBoss(boss: PgBoss, queues: readonly string[], timeoutMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined); // aborted
  await Promise.race([Promise.all(queues.map((queue) => boss.offWork(queue))), timeout]);
  timer.abort();
  await boss.stop({ graceful: false });
}

/**
 * Ends the schedules of former names, and returns their queues while they have any jobs, which are then done under
 * the new name. An older process writes one every minute, and jobs are kept for a day. The queues stay, so that such
 * a process can go on.
 */
async function formerQueues(boss: PgBoss, database: QueueDatabase): Promise<ReadonlySet<string>> {
  const queues = await boss.getQueues(Object.values(formerNames));
  const names = queues.map(({ name }) => name);
  for (const name of names) await boss.unschedule(name);
  return new Set((await hasJobs(database, names)) ? names : []);
}

/** What a job is for: all of its data. */
function keyOf(data: Jobs[JobName]): string | undefined {
  // Who requested an email, and when, makes it no other one.
  if ('what' in data) return `${data.what} ${data.email}`;
  if ('since' in data) return JSON.stringify(data);
  return Object.values(data).join(' ') || undefined;
}
