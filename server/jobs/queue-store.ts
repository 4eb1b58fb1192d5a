import type { QueueDatabase } from './queue-database.ts';

export interface QueueCount {
  name: string;
  /** Due and waiting for a worker. */
  queued: number;
  /** Not due yet: a next try, mostly. */
  delayed: number;
  active: number;
  /** Given up within the last day. */
  failed: number;
  /** Since the oldest of the queued ones has been due; 0 when none is. */
  oldestAgeSeconds: number;
}

/**
 * Jobs by queue, counted where they stand (GROWTH section 20, "Workers"). pg-boss has figures of its own, which only a
 * process that runs jobs refreshes: they say that nothing waits exactly when nobody works.
 */
export async function countJobs(
  database: Pick<QueueDatabase, 'executeSql'>,
  names: readonly string[],
): Promise<QueueCount[]> {
  // `state` is an ordered type: created and retry are below active.
  const { rows } = (await database.executeSql(
    `select names.name,
       count(*) filter (where state < 'active' and start_after <= now())::int as queued,
       count(*) filter (where state < 'active' and start_after > now())::int as delayed,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(start_after)
         filter (where state < 'active' and start_after <= now())), 0)::float8 as "oldestAgeSeconds"
     from unnest($1::text[]) as names(name)
     left join jobs.job on job.name = names.name and state in ('created', 'retry', 'active', 'failed')
     group by names.name order by names.name`,
    [names],
  )) as { rows: QueueCount[] }; // as the statement names them
  return rows;
}

/** Whether any job of these queues is kept, done ones too. */
export async function hasJobs(
  database: Pick<QueueDatabase, 'executeSql'>,
  names: readonly string[],
): Promise<boolean> {
  const text = 'select 1 from jobs.job where name = any($1::text[]) limit 1';
  const { rows } = (await database.executeSql(text, [names])) as { rows: unknown[] }; // pg's own answer
  return rows.length > 0;
}
