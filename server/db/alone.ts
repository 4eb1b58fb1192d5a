import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Runs work that one process at a time may do, on a connection that holds an advisory lock. A process that dies frees
 * the lock at once, and one that lost its connection can't write any more. Undefined when another holds it.
 */
export function alone<Result>(
  db: Db,
  name: string,
  work: (connection: Db) => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (connection) => {
    const key = sql`hashtextextended(${name}, 0)`;
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${key}) as locked`.execute(
      connection,
    );
    if (!rows[0]?.locked) return undefined;
    const unlock = () => sql`select pg_advisory_unlock(${key})`.execute(connection);
    const result = await work(connection).catch(async (error: unknown) => {
      // A connection that is lost has freed the lock, and the work's own error says why.
      await unlock().catch(() => undefined);
      throw error;
    });
    await unlock();
    return result;
  });
}
