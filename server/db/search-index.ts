import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import { liftTimeouts } from '#server/db/session-timeouts.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * The indexes for searches in the text of clients, and in notes about them. They need the extension pg_trgm, which comes with PostgreSQL. Where it
 * is missing or this role may not create it, searches read the whole narrow table: correct, but slower.
 */
export async function ensureSearchIndex(db: Db, log: Pick<BaseLogger, 'info' | 'warn'>): Promise<void> {
  const { rows } = await sql`select from pg_class
    where oid in (to_regclass('client_search_trigrams'), to_regclass('notes_trigrams'))`.execute(db);
  if (rows.length === 2) return;
  try {
    await db.transaction().execute(async (tx) => {
      await liftTimeouts(tx);
      // Another server that starts meanwhile waits, and finds it made.
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
      await sql`create extension if not exists pg_trgm`.execute(tx);
      // Keeps the list of pending rows short, because each search reads all of it.
      await sql`create index if not exists client_search_trigrams on client_search using gin (key gin_trgm_ops)
        with (gin_pending_list_limit = 256)`.execute(tx);
      await sql`create index if not exists notes_trigrams on notes using gin (key gin_trgm_ops)`.execute(tx);
    });
    log.info('made the index for searching clients');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(
      `searching among very many clients will be slow (${reason}): run CREATE EXTENSION pg_trgm in the database ` +
        'as its owner, then start this program again',
    );
  }
}

/** Any number that no other program uses on the same database. */
const lockKey = 7_310_587_002;
