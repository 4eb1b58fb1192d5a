import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';

/** A write that may be sent twice (API.md, `Idempotency-Key`): its sender, its address and its key. */
export interface IdempotencyKey {
  caller: string;
  /** Method and path, ids included. */
  route: string;
  key: string;
  bodyHash: Buffer;
}

/** The hash by which bodies are compared; the order of their keys makes no difference. */
export function bodyHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
}

/**
 * Does the work once for a key, in the caller's transaction. A repeat gets the first answer, which must be plain
 * JSON, and waits for it while the first is running. Without a key the work is simply done.
 * @throws AppError `idempotency_mismatch` when the key was used with another body.
 */
export async function once<Result extends object>(
  tx: Db,
  once: IdempotencyKey | null,
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!once) return work();
  const { caller, route, key, bodyHash } = once;
  const name = ['once', caller, route, key].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const before = await answerOf(tx, once);
  if (before) return before.answer as Result; // written by the same route
  const answer = await work();
  await tx
    .insertInto('idempotency_keys')
    .values({ caller, route, key, body_hash: bodyHash, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}

async function answerOf(tx: Db, { caller, route, key, bodyHash }: IdempotencyKey) {
  const before = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('caller', '=', caller)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  if (before && !before.body_hash.equals(bodyHash)) {
    throw fieldError('Idempotency-Key', 'errors.idempotency_mismatch', 'idempotency_mismatch');
  }
  return before;
}

/** Clients repeat within minutes. This is a day more than the two days that API.md promises. */
const keptHours = 72;

/** Deletes keys that have expired. */
export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptHours * 3_600_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', oldest).execute();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => [key, sorted(entry)]),
  );
}
