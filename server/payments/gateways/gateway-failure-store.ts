import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for the calls that a gateway did not answer, since the last one that it did. */

/** Counts one more and returns how many there are. */
export async function countFailure(tx: Db, gateway: string, by: number, now: Date): Promise<number> {
  const { count } = await tx
    .insertInto('gateway_failures')
    .values({ gateway, count: by, since: now })
    .onConflict((conflict) =>
      conflict.column('gateway').doUpdateSet({ count: sql`gateway_failures.count + ${by}` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether there were any. */
export async function clearFailures(tx: Db, gateway: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('gateway_failures')
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
