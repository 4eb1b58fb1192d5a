import type pg from 'pg';
import type { TestApp } from '#tests/support/app.ts';
import { until } from '#tests/support/until.ts';

/** Polls until `count` of the database's connections wait for a lock. */
export async function waitsForLock({ platform }: TestApp, count = 1): Promise<void> {
  await until(`${count} who wait for a lock`, async () => {
    const { rowCount } = await platform.database.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return (rowCount ?? 0) >= count;
  });
}

/**
 * The process ids of those that wait for what a connection holds, directly or behind others; other locks are held and
 * waited for all the time.
 */
export async function lineBehind(watcher: Pick<pg.Client, 'query'>, holder: number): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>({
    // Planned once: a race asks it again and again.
    name: 'line behind',
    text: `with recursive waiter as materialized (
       select pid, pg_blocking_pids(pid) as behind from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
     ), line (pid) as (
       select pid from waiter where $1 = any (behind)
       union
       select w.pid from waiter w join line l on l.pid = any (w.behind)
     ) select pid from line`,
    values: [holder],
  });
  return rows.map(({ pid }) => pid);
}
