import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { attachEmbeddedPostgres } from './attach-embedded.ts';
import { connectExternal } from './external-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { columnTypes } from '#server/db/column-types.ts';
import { exportPatienceMs } from '#server/lists/export-connection.ts';
import {
  exportTimeouts,
  noTimeouts,
  type SessionTimeouts,
  timeoutStatements,
  usualTimeouts,
} from '#server/db/session-timeouts.ts';
import type { Tables } from '#server/db/tables.ts';
import { refuseUnfinishedDatabase, refuseUnfinishedFolder } from './unfinished-restore.ts';

export interface ConnectOptions {
  /** Undefined: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Connections of the pool; queues and listeners have their own. */
  maxConnections?: number;
  /** Connects to the database of a server that runs on `dataDir`, instead of refusing. */
  attach?: boolean;
  /** The timeouts of the pool's sessions. */
  timeouts?: SessionTimeouts;
  /** For the restore itself: all others are refused while one has not ended. */
  restoring?: boolean;
}

export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  /** Separate connections for files, which are written as slowly as they are read. */
  exports: pg.Pool;
  /** For pg-boss, LISTEN and COPY. Contains the password: not for logs. */
  connection: pg.PoolConfig;
  embedded: boolean;
  /** Waits for running work, and stops an embedded server. */
  close(): Promise<void>;
}

/**
 * Opens the configured database (DESIGN section 2). Rows come with `bigint` as a number, `timestamptz` as a Date,
 * `date` as `YYYY-MM-DD` and `numeric` as a string.
 * @throws StartupError when it cannot be reached, is older than PostgreSQL 15, does not store UTF-8, or was filled by
 * a restore that has not ended.
 */
export async function connectDatabase(options: ConnectOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, maxConnections = 20, attach = false, restoring = false } = options;
  const { timeouts = restoring ? noTimeouts : usualTimeouts } = options;
  if (!restoring) refuseUnfinishedFolder(dataDir);
  const running = attach && !databaseUrl ? await attachEmbeddedPostgres(dataDir) : undefined;
  const embedded = databaseUrl ? undefined : (running ?? (await startEmbeddedPostgres({ dataDir, log })));
  const connection = embedded ? embedded.connection : await connectExternal(databaseUrl ?? '', log);
  let closing = false;
  const poolOf = (config: pg.PoolConfig, bounds: SessionTimeouts, kind: string) => {
    const pool = new pg.Pool({
      ...connection,
      types: columnTypes,
      keepAlive: true,
      onConnect: (client) => setUpSession(client, { bounds, isEmbedded: embedded !== undefined }),
      ...config,
    });
    // A pool reports its end a moment before its connections end; their later errors don't matter. A broken
    // connection is replaced; without a listener Node would end the process.
    pool.on(
      'error',
      (error) => closing || log.warn(`database: ${kind} connection was lost: ${error.message}`),
    );
    pool.on('connect', (client) => client.on('error', (error) => log.debug(`database: ${error.message}`)));
    return pool;
  };
  const usual = {
    max: maxConnections,
    // Without these, the first page after a quiet moment took five times as long.
    min: Math.min(2, maxConnections),
    application_name: 'tenantry',
    // A request that waits longer is better refused than queued.
    connectionTimeoutMillis: 10_000,
  };
  const pool = poolOf(usual, timeouts, 'an idle');
  const forFiles = {
    max: 30,
    application_name: 'tenantry-exports',
    connectionTimeoutMillis: exportPatienceMs,
  };
  const exports = poolOf(forFiles, exportTimeouts, "a file's");
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    closing = true;
    await exports.end();
    await db.destroy();
    await embedded?.stop();
  };
  try {
    if (!restoring) await refuseUnfinishedDatabase(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, pool, exports, connection, embedded: embedded !== undefined, close };
}

/**
 * Sets time limits, and the settings that the embedded server has by itself. As statements and not as `options` of
 * the connection, which poolers such as PgBouncer refuse.
 */
async function setUpSession(
  client: pg.ClientBase,
  { bounds, isEmbedded }: { bounds: SessionTimeouts; isEmbedded: boolean },
): Promise<void> {
  const settings = `set time zone 'UTC'; set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '32MB';
    set random_page_cost = 1.1; `;
  await client.query(`${isEmbedded ? '' : settings}${timeoutStatements(bounds)}`);
}
