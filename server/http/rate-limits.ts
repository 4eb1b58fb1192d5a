import { isIPv6 } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { Limit } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { Refused } from '#server/refused.ts';

/**
 * Limits that several servers and restarts share (DESIGN section 13). A window begins with its first use and is
 * never lengthened by tries during a lock.
 */
export interface RateLimits {
  /** Refuses with 429 and `Retry-After` when a key is used up; takes nothing. */
  check(now: Date, ...uses: Use[]): Promise<void>;
  /** Takes one of each key, or refuses and takes none. Two at once cannot both take the last. */
  take(now: Date, ...uses: Use[]): Promise<void>;
  /** Gives one of each key back: the attempt did not count after all. */
  giveBack(...uses: Use[]): Promise<void>;
  /** Forgets a key: after a login that succeeded. */
  forget(...uses: Use[]): Promise<void>;
  cleanUp(now: Date): Promise<void>;
}

export interface Use {
  key: string;
  limit: Limit;
  /** Instead of `too_many_requests`, where nobody has tried too often. */
  refusal?: ErrorCode;
}

export function createRateLimits(db: Kysely<Tables>): RateLimits {
  const giveBack = async (...uses: Use[]) => {
    await db
      .updateTable('rate_limits')
      .set({ used: sql`greatest(used - 1, 0)` })
      .where(
        'key',
        'in',
        uses.map(({ key }) => key),
      )
      .execute();
  };
  const resetOf = async ({ key }: Use, now: Date) => {
    const row = await db
      .selectFrom('rate_limits')
      .select('resets_at')
      .where('key', '=', key)
      .executeTakeFirst();
    return row?.resets_at ?? now; // forgotten meanwhile: at once
  };
  return {
    async check(now, ...uses) {
      const rows = await db
        .selectFrom('rate_limits')
        .selectAll()
        .where(
          'key',
          'in',
          uses.map(({ key }) => key),
        )
        .where('resets_at', '>', now)
        .execute();
      for (const use of uses) {
        const row = rows.find(({ key }) => key === use.key);
        if (row && row.used >= use.limit.count) throw tooMany(use, row.resets_at, now);
      }
    },
    async take(now, ...uses) {
      const taken: Use[] = [];
      for (const use of uses) {
        const resetsAt = new Date(now.getTime() + use.limit.seconds * 1000);
        const row = await db
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
          .returning('used')
          .executeTakeFirst();
        if (!row) {
          if (taken.length > 0) await giveBack(...taken);
          throw tooMany(use, await resetOf(use, now), now);
        }
        taken.push(use);
      }
    },
    giveBack,
    async forget(...uses) {
      await db
        .deleteFrom('rate_limits')
        .where(
          'key',
          'in',
          uses.map(({ key }) => key),
        )
        .execute();
    },
    async cleanUp(now) {
      await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute();
    },
  };
}

function tooMany({ refusal = 'too_many_requests' }: Use, resetsAt: Date, now: Date): Refused {
  const retryAfter = Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000));
  return new Refused(refusal, { retryAfter });
}

/** What an address is counted by: itself, or its /64 for IPv6. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
