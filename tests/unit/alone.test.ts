import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { alone } from '#server/db/alone.ts';
import type { Tables } from '#server/db/tables.ts';

/** A database that gives the lock, and is lost before it can be given back. */
function lostDatabase(): Kysely<Tables> {
  const driver = new DummyDriver();
  driver.acquireConnection = async () => ({
    executeQuery: async ({ sql }) => {
      if (sql.includes('unlock')) throw new Error('the connection is lost');
      return { rows: [{ locked: true } as never] };
    },
    streamQuery: () => {
      throw new Error('nothing is streamed');
    },
  });
  return new Kysely({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

it('says what failed, not that the lock could not be given back', async () => {
  const work = () => Promise.reject(new Error('the work failed'));
  await expect(alone(lostDatabase(), 'work', work)).rejects.toThrow('the work failed');
});
