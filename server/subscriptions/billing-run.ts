import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Tables } from '#server/db/tables.ts';
import { advance, type Effect } from './lifecycle.ts';
import type { Change, OutcomeWriter } from './outcome-writer.ts';
import { type GeneralTerms, isRunning, subscriptionOf, termsOf } from './stored-subscription.ts';
import {
  countDue,
  dueAfter,
  lockDue,
  postpone,
  subscribedById,
  type SubscribedRow,
} from './subscription-store.ts';

interface RunDeps {
  db: Kysely<Tables>;
  clock: Clock;
  write: OutcomeWriter;
  generalTerms(tx: Kysely<Tables>): Promise<GeneralTerms>;
  /** Keeps a client at whom the lifecycle failed in sight of the staff. */
  report(tx: Kysely<Tables>, row: SubscribedRow, error: unknown, now: Date): Promise<void>;
  log: Pick<BaseLogger, 'info' | 'error'>;
}

/** What a run did, or would do. Amounts in minor units. */
export interface RunResult {
  /** Clients that were looked at. */
  clients: number;
  charges: number;
  charged: number;
  graces: number;
  blocks: number;
  archived: number;
  mails: number;
  failed: number;
}

const batchSize = 500;
/** So that this process reckons one batch while the database writes another. */
const lanes = 2;
const putOffMs = 3_600_000;

/**
 * Lets time pass for everybody whose time has come (DESIGN section 7, "Runs"): in batches, each a transaction of its
 * own, beside any other run. Killed anywhere, the next one goes on; run again, it finds nothing to do.
 */
export function createBillingRun({ db, clock, write, generalTerms, report, log }: RunDeps) {
  return {
    /** Until nobody is due. `onBatch` hears how many clients were looked at so far. */
    async run({ onBatch }: { onBatch?: (clients: number) => void } = {}): Promise<RunResult> {
      const result = noResult();
      const lane = async () => {
        for (;;) {
          const clients = await batch(result);
          if (clients === 0) return;
          result.clients += clients;
          onBatch?.(result.clients);
        }
      };
      // A lane that fails must not leave another one at work unseen.
      const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
      const failure = ended.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
      if (result.clients > 0) log.info(result, 'billing run');
      return result;
    },

    /** What a run would do now; changes nothing. */
    async dryRun({ onBatch }: { onBatch?: (clients: number) => void } = {}): Promise<RunResult> {
      const result = noResult();
      const now = clock.now();
      const general = await generalTerms(db);
      for (let last = firstId; ;) {
        const rows = await dueAfter(db, now, last, batchSize);
        for (const row of rows) count(result, changeOf(row, general, now)?.outcome.effects ?? []);
        result.clients += rows.length;
        onBatch?.(result.clients);
        last = rows.at(-1)?.id ?? last;
        if (rows.length < batchSize) return result;
      }
    },

    /** How many clients wait for a run. */
    due: () => countDue(db, clock.now()),
  };

  async function batch(result: RunResult): Promise<number> {
    let rows: SubscribedRow[] = [];
    try {
      const now = clock.now();
      const counted = noResult();
      await db.transaction().execute(async (tx) => {
        const general = await generalTerms(tx);
        rows = await lockDue(tx, now, batchSize);
        if (rows.length === 0) return;
        const changes = rows.flatMap((row) => changeOf(row, general, now) ?? []);
        for (const { outcome } of changes) count(counted, outcome.effects);
        const written = await write(tx, now, changes);
        await putOffStuck(tx, rows, written, now);
      });
      add(result, counted);
    } catch (error) {
      if (rows.length === 0) throw error; // not one client's fault
      log.error(
        { err: error, clients: rows.length },
        'billing batch failed; its clients are taken one by one',
      );
      for (const { id } of rows) await alone(id, result);
    }
    return rows.length;
  }

  /**
   * One client of a failed batch: whoever fails again is put off, and stops nobody else. Another lane may have been
   * there meanwhile.
   */
  async function alone(id: string, result: RunResult): Promise<void> {
    const now = clock.now();
    try {
      await db.transaction().execute(async (tx) => {
        const row = await subscribedById(tx, id, { lock: true });
        if (!row || !isDue(row, now)) return;
        const change = changeOf(row, await generalTerms(tx), now);
        if (!change) return;
        await write(tx, now, [change]);
        count(result, change.outcome.effects);
      });
    } catch (error) {
      log.error({ err: error, clientId: id }, 'the lifecycle of a client failed');
      await db.transaction().execute(async (tx) => {
        const row = await subscribedById(tx, id, { lock: true });
        if (!row || !isDue(row, now)) return;
        await postpone(tx, id, new Date(now.getTime() + putOffMs));
        await report(tx, row, error, now);
        result.failed += 1;
      });
    }
  }

  /** Whoever would be due again at once would keep the run going for ever. */
  async function putOffStuck(
    tx: Kysely<Tables>,
    rows: readonly SubscribedRow[],
    written: readonly { id: string; next_event_at: Date | null }[],
    now: Date,
  ): Promise<void> {
    const done = new Set(
      written.flatMap(({ id, next_event_at }) => (next_event_at && next_event_at <= now ? [] : [id])),
    );
    for (const row of rows.filter(({ id }) => !done.has(id))) {
      await postpone(tx, row.id, new Date(now.getTime() + putOffMs));
      await report(tx, row, new Error('the lifecycle of a client makes no progress'), now);
    }
  }
}

const firstId = '00000000-0000-0000-0000-000000000000';

function changeOf(row: SubscribedRow, general: GeneralTerms, now: Date): Change | undefined {
  const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
  if (!subscription) return undefined;
  const terms = termsOf(row, general);
  return { row, terms, outcome: advance(subscription, terms, now) };
}

function isDue({ next_event_at }: SubscribedRow, now: Date): boolean {
  return next_event_at !== null && next_event_at <= now;
}

function noResult(): RunResult {
  return { clients: 0, charges: 0, charged: 0, graces: 0, blocks: 0, archived: 0, mails: 0, failed: 0 };
}

function count(result: RunResult, effects: readonly Effect[]): void {
  for (const effect of effects) {
    switch (effect.kind) {
      case 'charge':
        result.charges += 1;
        result.charged += effect.amount;
        break;
      case 'grace':
        result.graces += 1;
        break;
      case 'block':
        result.blocks += 1;
        break;
      case 'archive':
        result.archived += 1;
        break;
      case 'mail':
        result.mails += 1;
        break;
    }
  }
}

function add(result: RunResult, more: RunResult): void {
  for (const key of Object.keys(more) as (keyof RunResult)[]) result[key] += more[key]; // keys forgets what they are
}
