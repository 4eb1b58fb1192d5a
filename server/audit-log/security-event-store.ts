import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

const windowSeconds = 60;

/** Adds one to a key's count, and returns the count of this minute. */
export async function countInMinute(tx: Db, key: string, now: Date): Promise<number> {
  const resetsAt = new Date(now.getTime() + windowSeconds * 1000);
  const { used } = await tx
    .insertInto('rate_limits')
    .values({ key, used: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        used: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end`,
        resets_at: sql`case when rate_limits.resets_at <= ${now} then ${resetsAt} else rate_limits.resets_at end`,
      }),
    )
    .returning('used')
    .executeTakeFirstOrThrow();
  return used;
}
