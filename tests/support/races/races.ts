import pg from 'pg';
import type { TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { lineBehind } from '#tests/support/races/waits-for-lock.ts';
import { until } from '#tests/support/until.ts';

type Start = () => Promise<Answer>;

/**
 * Lets calls meet at an account's row, in this order: the test's own connection holds the row, each call is started
 * once the one before it waits in line (or was answered without), and then the row is let go. What a call looked at
 * before the row is thus of before all of them, and what it does comes when its turn is there.
 *
 * Behind a call that writes the row only one is sure of its place: PostgreSQL lets all who wait for the old version go
 * to the new one at once. So either one call follows a writer, or nothing is expected of the order of those behind it.
 */
export async function meetAtRow(
  app: TestApp,
  { table, id }: { table: 'users' | 'clients'; id: string },
  starts: readonly Start[],
): Promise<Answer[]> {
  const { connection, watcher } = await connectionsTo(app);
  try {
    // A job for the same row would wait in line like a call.
    await until('an idle queue', async () => {
      if (await isBusy(watcher)) return false;
      await connection.query('begin');
      await connection.query(`select 1 from ${table} where id = $1 for update`, [id]);
      if (!(await isBusy(watcher))) return true;
      await connection.query('rollback');
      return false;
    });
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    const holder = rows[0]?.pid ?? 0;
    const answers: Promise<Answer>[] = [];
    let unanswered = 0;
    for (const start of starts) {
      unanswered += 1;
      answers.push(start().finally(() => (unanswered -= 1)));
      await until('a call in line', async () => (await lineBehind(watcher, holder)).length >= unanswered);
    }
    await connection.query('commit');
    return await Promise.all(answers);
  } finally {
    // After a failure the row may still be held.
    await connection.query('rollback');
  }
}

interface Connections {
  connection: pg.Client;
  watcher: pg.Client;
}
const opened = new WeakMap<TestApp, Promise<Connections>>();

/** Two connections for all races of an app: opening them takes longer than a race. */
function connectionsTo(app: TestApp): Promise<Connections> {
  const known = opened.get(app);
  if (known) return known;
  const connecting = open();
  opened.set(app, connecting);
  return connecting;

  async function open(): Promise<Connections> {
    const [connection, watcher] = [app.databaseUrl, app.databaseUrl].map(
      (connectionString) => new pg.Client({ connectionString }),
    ) as [pg.Client, pg.Client];
    app.closeFirst(() => Promise.all([connection.end(), watcher.end()]));
    await Promise.all([connection.connect(), watcher.connect()]);
    return { connection, watcher };
  }
}

/** Whether a job runs or is due. */
export async function isBusy(watcher: {
  query(text: string): Promise<{ rows: unknown[] }>;
}): Promise<boolean> {
  const { rows } = await watcher.query(
    `select 1 from jobs.job where state < 'completed' and start_after <= now() limit 1`,
  );
  return rows.length > 0;
}
