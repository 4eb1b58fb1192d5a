import { spawn, type ChildProcess } from 'node:child_process';
import { rmdir } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { lockDataDir } from './data-dir-lock.ts';
import { pathSeenBy } from './account.ts';
import { cannotRun } from './binaries.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { socketEndpoint, tcpEndpoint } from './endpoint.ts';
import { stopLeftovers } from './leftovers.ts';
import { sharedBuffers } from './buffer-pool.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
type Settings = Record<string, string>;

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** Server settings that override ours, by their PostgreSQL names. */
  settings?: Settings;
  /** `tcp` (loopback, a free port, a password) is for Windows, whose Node cannot open PostgreSQL's sockets. */
  transport?: 'socket' | 'tcp';
}

export interface PostgresConnection {
  /** The folder of the Unix socket, or the loopback address. */
  host: string;
  port: number;
  user: string;
  database: string;
  password: string;
}

export interface EmbeddedPostgres {
  connection: PostgresConnection;
  /** Rolls back open transactions, waits until the last process is gone, and releases DATA_DIR. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of DATA_DIR as a child of this process, and makes it on the first start (DESIGN section 2).
 * It ends with this process and is restarted if it dies alone. A child of a killed parent is stopped here before a
 * new one starts.
 * @throws StartupError that says what the operator can do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const lock = lockDataDir(options.dataDir);
  try {
    const cluster = await openCluster(lock.path);
    const overTcp = (options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket')) === 'tcp';
    const endpoint = overTcp ? await tcpEndpoint() : await socketEndpoint(cluster.dir, cluster.account);
    const settings = { ...ownSettings, ...endpoint.settings, ...options.settings };
    const { log } = options;
    const keeper = await keepRunning({ cluster, settings, log, socketDir: endpoint.socketDir });
    const { host, port } = endpoint;
    return {
      connection: { host, port, user: cluster.user, database: 'postgres', password: cluster.password },
      stop: async () => {
        await keeper.stop();
        // A separate folder for a long DATA_DIR is empty now and is removed; the cluster's folder is not empty, and
        // stays.
        if (endpoint.socketDir) await rmdir(endpoint.socketDir).catch(() => undefined);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Set on the command line at each start, so that a new version of the program brings its own. The values are from
 * measurements with a million clients (DESIGN section 14): parallel and compiled plans cost more than they gave under
 * load, a search for a common text needs 32 MB, and storage is assumed to be flash.
 */
const ownSettings: Settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  work_mem: '32MB',
  maintenance_work_mem: '128MB',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  shared_buffers: sharedBuffers(),
  max_connections: '100',
  // Nothing replicates from it, and one process less saves memory.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  TimeZone: 'UTC',
  // A failed statement is answered to its sender; the log is for the server as a whole.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
};

interface Plan {
  cluster: Cluster;
  settings: Settings;
  socketDir: string | undefined;
  log: Log;
}

/** Keeps one server running on the cluster until told to stop. */
async function keepRunning(plan: Plan): Promise<{ stop(): Promise<void> }> {
  const { cluster, log } = plan;
  const stopping = new AbortController();
  let server = await startServer(plan);
  let upkeep = server.ended.then(revive);

  async function revive(): Promise<void> {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 30_000)) {
      log.error(`the database ended by itself and is started again: ${server.lastWords()}`);
      try {
        server = await startServer(plan);
        upkeep = server.ended.then(revive);
        return;
      } catch (error) {
        log.error(error, 'the database did not start again');
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    async stop() {
      stopping.abort();
      await stopServer(server, cluster);
      await upkeep;
      // Stops a new server that was starting when the stop came.
      await stopServer(server, cluster);
    },
  };
}

interface Server {
  child: ChildProcess;
  ended: Promise<void>;
  /** The last lines that it printed, as one. */
  lastWords(): string;
}

async function startServer({ cluster, settings, socketDir, log }: Plan): Promise<Server> {
  const { dir, binaries, account } = cluster;
  if (await stopLeftovers({ clusterDir: dir, socketDir, binaries }))
    log.warn('stopped a database that had lost its server');
  const child = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      pathSeenBy(account, dir),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // In its own session: Ctrl+C in the terminal is for the parent, which ends the database after its own work.
    { cwd: dir, env: process.env, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  );
  const lines: string[] = [];
  const lastWords = () =>
    lines.find((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Covers a start that is interrupted before the database is ready.
  const endWithParent = () => child.kill('SIGINT');
  process.once('exit', endWithParent);
  void ended.then(() => process.removeListener('exit', endWithParent));
  await new Promise<void>((ready, failed) => {
    child.once('error', (error) => failed(cannotRun(error)));
    void ended.then(() => failed(new StartupError(`the embedded PostgreSQL did not start: ${lastWords()}`)));
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      log[isNews(line) ? 'warn' : 'debug'](`database: ${line}`);
      if (line.includes('database system is ready to accept connections')) ready();
    });
  });
  letParentEnd(child);
  return { child, ended, lastWords };
}

/** Our own stop cuts connections that close a moment too late; such lines are dropped. */
function isNews(line: string): boolean {
  return (
    /^(FATAL|PANIC|WARNING):/.test(line) && !line.includes('terminating connection due to administrator')
  );
}

/** Lets a program with nothing left to do end, and the database with it. */
function letParentEnd(child: ChildProcess): void {
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
}

async function stopServer({ child, ended }: Server, { binaries, dir }: Cluster): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  // On Windows, Node's signals kill a process without letting it finish.
  if (process.platform === 'win32') spawn(join(binaries, 'pg_ctl'), ['stop', '-D', dir, '-m', 'fast', '-W']);
  else child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await ended;
  clearTimeout(impatience);
}
