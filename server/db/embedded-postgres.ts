import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { lockDataDir } from '#server/db/data-dir-lock.ts';
import { pathSeenBy } from '#server/db/postgres-account.ts';
import { cannotRun } from '#server/db/postgres-binaries.ts';
import { openCluster, type Cluster } from '#server/db/postgres-cluster.ts';
import { socketEndpoint, tcpEndpoint } from '#server/db/postgres-endpoint.ts';
import { stopLeftovers } from '#server/db/postgres-leftovers.ts';
import { StartRefused } from '#server/start-refused.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Server settings on top of ours, by their PostgreSQL names. */
  settings?: Record<string, string>;
  /** `tcp` (loopback, a free port, a password) is for Windows, whose Node cannot open PostgreSQL's sockets. */
  transport?: 'socket' | 'tcp';
}

export interface PostgresConnection {
  /** A folder with the Unix socket, or the loopback address. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** Rolls back what is open, waits until the last process is gone, and gives DATA_DIR free. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of DATA_DIR as a child of this process, made on the first start (DESIGN section 2).
 * It ends with this process, and comes back by itself if it dies alone; the child of a parent that was killed is
 * stopped here before a new one starts.
 *
 * @throws StartRefused with what the operator can do about it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataDir(options.dataDir);
  try {
    const cluster = await prepareCluster(lock.path, options);
    const server = await keepRunning(cluster, options);
    return {
      connection: cluster.connection,
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Set on the command line at each start, so that a new version of the program brings its own. The figures are
 * from measurements with a million clients (DESIGN section 14): parallel plans and compiled ones cost more than
 * they gave under load, a common text search needs 32 MB, and everything lies on flash.
 */
const ownSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  shared_buffers: '128MB',
  max_connections: '100',
  // Nothing replicates from it, and a process less is memory less.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  TimeZone: 'UTC',
  // Statements that fail are answered to whoever sent them; here goes what concerns the server as a whole.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
};

/** Keeps one server running on the cluster until told to stop. */
async function keepRunning(
  cluster: Cluster,
  options: EmbeddedPostgresOptions,
): Promise<{ stop(): Promise<void> }> {
  const { log } = options;
  let stopping: Promise<void> | undefined;
  let server = await runServer(cluster, options);
  const endWithParent = () => server.child.kill('SIGINT');
  process.once('exit', endWithParent);

  const revive = async () => {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 30_000)) {
      log.error(`the database ended by itself and is started again: ${server.lastWords()}`);
      try {
        await stopLeftovers(cluster.dir, cluster.binaries);
        server = await runServer(cluster, options);
        if (stopping) return;
        watch();
        return;
      } catch (error) {
        log.error(error, 'the database did not start again');
        await delay(pause, undefined, { ref: false });
      }
    }
  };
  let reviving: Promise<void> | undefined;
  const watch = () => {
    server.child.once('exit', () => {
      if (!stopping) reviving = revive();
    });
  };
  watch();

  const stopOnce = async () => {
    await reviving;
    process.removeListener('exit', endWithParent);
    await stopServer(server.child, cluster);
  };
  return { stop: () => (stopping ??= stopOnce()) };
}

async function stopServer(child: ChildProcess, { binaries, dir }: Cluster): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  // Node's signals end a process on Windows without asking it.
  if (process.platform === 'win32') spawn(join(binaries, 'pg_ctl'), ['stop', '-D', dir, '-m', 'fast', '-W']);
  else child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exit;
  clearTimeout(impatience);
}

interface Server {
  child: ChildProcess;
  /** What it printed last, on one line. */
  lastWords(): string;
}

async function runServer(cluster: Cluster, { log, settings }: EmbeddedPostgresOptions): Promise<Server> {
  const { dir, binaries, account, endpoint } = cluster;
  // Versions of PostgreSQL and backup tools differ in how they leave the mode, and it is checked at the start.
  await chmod(dir, 0o700);
  const child = spawn(
    join(binaries, 'postgres'),
    [
      ...['-D', pathSeenBy(account, dir)],
      ...Object.entries({ ...ownSettings, ...endpoint, ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    // A session of its own: Ctrl+C in the terminal is for the parent, which ends the database after its own work.
    { cwd: dir, env: process.env, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const lines: string[] = [];
  const lastWords = () =>
    lines.find((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  await new Promise<void>((ready, failed) => {
    child.once('error', (error) => failed(cannotRun(error)));
    child.once('close', () =>
      failed(new StartRefused(`the embedded PostgreSQL did not start: ${lastWords()}`)),
    );
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (/^(FATAL|PANIC|WARNING):/.test(line)) log.warn(`database: ${line}`);
      else log.debug(`database: ${line}`);
      if (line.includes('database system is ready to accept connections')) ready();
    });
  });
  return { child, lastWords };
}

