import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { recoverCabinets } from '#server/cabinets/tasks/recover-cabinets.ts';
import { runTasks } from '#server/cabinets/tasks/run-tasks.ts';
import type { TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';
import type { Order, Report } from './stopping-cabinet-worker.ts';

type App = Pick<TestApp, 'platform' | 'cabinetPort'>;

interface Worker {
  works(order: Order): Promise<Report>;
  kill(): Promise<void>;
}

/**
 * Processes that work on cabinets and are killed with SIGKILL before each of their statements and before each request of
 * their driver: one client for each place, all at once. Between two places without a request in between, the outside
 * sees no difference.
 */
export function killedWorkers(app: App, environment: Record<string, string> = {}) {
  const workers = new Set<Worker>();
  let next = startWorker();
  return { killAtEveryPlace, end };

  /**
   * Lets a worker do it for one client after another, each stopped at the next place, until one is finished; then kills
   * it. Returns these clients, the finished one last.
   */
  async function killAtEveryPlace(
    ids: readonly string[],
    begin: (id: string) => Promise<unknown>,
  ): Promise<string[]> {
    const worker = next;
    next = startWorker();
    for (const [index, id] of ids.entries()) {
      await begin(id);
      const { isStopped, acts } = await worker.works({ id, at: index + 1 });
      if (isStopped) continue;
      expect(acts).toBe(index);
      await worker.kill();
      await until('the database to have noticed', async () => {
        const { rows } = await sql`select from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`.execute(
          app.platform.database.db,
        );
        return rows.length === 0;
      });
      return ids.slice(0, index + 1);
    }
    throw new Error(`${ids.length} clients are too few for the places`);
  }

  async function end(): Promise<void> {
    await Promise.all([...workers].map((worker) => worker.kill()));
  }

  function startWorker(): Worker {
    const { databaseUrl = '', dataDir, port, secretKey = '' } = app.platform.config;
    const { TESTS_PROGRAM = '' } = process.env;
    const child: ChildProcess = fork(path.join(TESTS_PROGRAM, 'stopping-cabinet-worker.js'), {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        CABINET_PORT: String(app.cabinetPort),
        SECRET_KEY: secretKey,
        // Most of the start-up time is spent on loading.
        NODE_COMPILE_CACHE: path.join(TESTS_PROGRAM, '../../dist/compile-cache'),
        ...environment,
      },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const exit = once(child, 'exit');
    const said = () =>
      Promise.race([
        once(child, 'message').then(([message]) => message as Report), // of its own file
        exit.then(() => {
          throw new Error('the process ended by itself');
        }),
      ]);
    const ready = said();
    const worker: Worker = {
      async works(order) {
        await ready;
        child.send(order);
        return said();
      },
      async kill() {
        workers.delete(worker);
        child.kill('SIGKILL');
        await exit;
      },
    };
    workers.add(worker);
    return worker;
  }
}

/** The start of the next process, and the jobs that it finds; returns whose work that was. */
export async function continueWork({ platform }: App): Promise<Set<string>> {
  const { db } = platform.database;
  await sql`delete from jobs.job`.execute(db);
  await recoverCabinets(platform);
  const { rows } = await sql<{ id: string }>`
    select distinct data->>'clientId' as id from jobs.job where name in ('make-cabinet', 'settle-cabinet')`.execute(
    db,
  );
  for (const { id } of rows) await runTasks(platform, id);
  return new Set(rows.map(({ id }) => id));
}
