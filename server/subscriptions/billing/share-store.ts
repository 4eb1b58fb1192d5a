import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import type { RunResult } from './run-result.ts';

/** SQL for what helpers did in billing runs (decision 243). */

/** In the transaction of the batch itself, so that each batch is counted once. */
export async function putShare(tx: Db, runId: string, result: RunResult, now: Date): Promise<void> {
  await tx
    .insertInto('billing_shares')
    .values({ id: newId(now), run_id: runId, result: JSON.stringify(result), created_at: now })
    .execute();
}

/** Takes out what the helpers of a run did, and what was left by runs that died. */
export async function takeShares(
  db: Db,
  runId: string,
  { dropBefore }: { dropBefore: Date },
): Promise<Partial<RunResult>[]> {
  const taken = await db
    .deleteFrom('billing_shares')
    .where('run_id', '=', runId)
    .returning('result')
    .execute();
  await db.deleteFrom('billing_shares').where('created_at', '<', dropBefore).execute();
  return taken.map(({ result }) => result);
}

/** A day of a run, which helpers may share. */
interface SharedDay {
  runId: string;
  moment: Date;
}

/** Held by the worker that began a run, while others may help with this day of it. */
export const dayLock = ({ runId, moment }: SharedDay) => `billing run ${runId} ${moment.toISOString()}`;

/** Whether that worker has ended the day, or died. For the transaction of a batch. */
export async function isDayOver(tx: Db, day: SharedDay): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${dayLock(day)}, 0)) as free`.execute(tx);
  return rows[0]?.free ?? true;
}
