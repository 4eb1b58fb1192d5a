import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';

/** A write that may be sent twice (API.md, `Idempotency-Key`): who sent it, to which address, under which key. */
export interface IdempotencyKey {
  caller: string;
  /** Method and path, ids included. */
  route: string;
  key: string;
  bodyHash: Buffer;
}

/** What a body is compared by: the order of its keys makes no difference. */
export function bodyHash(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest();
}

/**
 * Does the work once for a key, in the caller's transaction. A repetition gets the first answer, which has to be plain
 * JSON; one that comes while the first one runs waits for it. Without a key the work is simply done.
 *
 * @throws AppError `idempotency_mismatch` when the key came with another body before.
 */
export async function once<Result extends object>(
  tx: Kysely<Tables>,
  once: IdempotencyKey | null,
  now: Date,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!once) return work();
  const { caller, route, key, bodyHash } = once;
  const name = ['once', caller, route, key].join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  const before = await answerOf(tx, once);
  if (before) return before.answer as Result; // the same route gave it
  const answer = await work();
  await tx
    .insertInto('idempotency_keys')
    .values({ caller, route, key, body_hash: bodyHash, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}

async function answerOf(tx: Kysely<Tables>, { caller, route, key, bodyHash }: IdempotencyKey) {
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

/** Clients repeat within minutes; this is a day more than the two that API.md promises. */
const keptHours = 72;

/** Forgets keys that have run out. */
export async function forgetOldKeys(db: Kysely<Tables>, now: Date): Promise<void> {
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
