import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '#server/db/migrate.ts';
import { createQueue } from '#server/jobs/queue.ts';

/**
 * Puts into the template database what every test database starts with. All connections must be closed when it
 * returns, because PostgreSQL copies a database only while nobody uses it.
 */
export async function prepareTemplate(connection: pg.PoolConfig): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool(connection) }) });
  const log = pino({ level: 'silent' });
  try {
    await migrate({ db, log });
  } finally {
    await db.destroy();
  }
  const queue = createQueue({ connection, log });
  await queue.start({ supervise: false });
  await queue.stop(5_000);
}
