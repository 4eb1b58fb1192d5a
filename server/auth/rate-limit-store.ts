import { sql } from 'kysely';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Limit } from '#server/kernel/config.ts';

/**
 * SQL for limits that all servers share and that survive restarts (DESIGN section 13). A window begins with its first
 * use, and attempts during a lock never lengthen it.
 */
export interface Use {
  key: string;
  limit: Limit;
  /** Instead of `too_many_requests`, where nobody has tried too often. */
  refusal?: ErrorCode;
}

/** Refuses with 429 and `Retry-After` when a key is used up; counts nothing. */
export async function checkUses(db: Db, now: Date, uses: readonly Use[]): Promise<void> {
  const rows = await db
    .selectFrom('rate_limits')
    .selectAll()
    .where('key', 'in', keysOf(uses))
    .where('resets_at', '>', now)
    .execute();
  for (const use of uses) {
    const row = rows.find(({ key }) => key === use.key);
    if (row && row.used >= use.limit.count) throw tooMany(use, row.resets_at, now);
  }
}

/** Counts one for each key, or refuses and counts none. Two at once cannot both take the last. */
export async function takeUses(db: Db, now: Date, uses: readonly Use[]): Promise<void> {
  for (const [index, use] of uses.entries()) {
    if (await takeUse(db, now, use)) continue;
    if (index > 0) await giveBackUses(db, uses.slice(0, index));
    throw tooMany(use, await resetOf(db, use, now), now);
  }
}

/** Counts one, and says what is left of the window; where nothing was left it counts none. */
export async function takeRated(
  db: Db,
  now: Date,
  use: Use,
): Promise<{ limit: number; left: number; resetsAt: Date; isTaken: boolean }> {
  const limit = use.limit.count;
  const row = await takeUse(db, now, use);
  if (!row) return { limit, left: 0, resetsAt: await resetOf(db, use, now), isTaken: false };
  return { limit, left: limit - row.used, resetsAt: row.resets_at, isTaken: true };
}

/** Undefined when the key is used up. */
function takeUse(db: Db, now: Date, use: Use): Promise<{ used: number; resets_at: Date } | undefined> {
  const resetsAt = new Date(now.getTime() + use.limit.seconds * 1000);
  return db
    .insertInto('rate_limits')
    .values({ key: use.key, used: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          used: sql`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.used + 1 end`,
          resets_at: sql`case when rate_limits.resets_at <= ${now} then ${resetsAt} else rate_limits.resets_at end`,
        })
        .where(sql<boolean>`rate_limits.resets_at <= ${now} or rate_limits.used < ${use.limit.count}`),
    )
    .returning(['used', 'resets_at'])
    .executeTakeFirst();
}

/** Uncounts one for each key: the attempt did not count after all. */
export async function giveBackUses(db: Db, uses: readonly Use[]): Promise<void> {
  const used = sql<number>`greatest(used - 1, 0)`;
  await db.updateTable('rate_limits').set({ used }).where('key', 'in', keysOf(uses)).execute();
}

/** Forgets a key: after a login that succeeded. */
export async function forgetUse(db: Db, { key }: Use): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

export async function deleteOldUses(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute();
}

async function resetOf(db: Db, { key }: Use, now: Date): Promise<Date> {
  const row = await db
    .selectFrom('rate_limits')
    .select('resets_at')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.resets_at ?? now; // deleted since then: at once
}

function keysOf(uses: readonly Use[]): string[] {
  return uses.map(({ key }) => key);
}

function tooMany({ refusal = 'too_many_requests' }: Use, resetsAt: Date, now: Date): AppError {
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return new AppError(refusal, { retryAfter });
}
