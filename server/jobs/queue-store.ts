import type { QueueDatabase } from './queue-database.ts';

export interface QueueCount {
  name: string;
  /** Due and waiting for a worker. */
  queued: number;
  /** Not due yet, mostly waiting for a next try. */
  delayed: number;
  active: number;
  /** Given up within the last day. */
  failed: number;
  /** How long the oldest queued job has been due; 0 when none is. */
  oldestAgeSeconds: number;
}

/**
 * Jobs by queue, counted in the table of jobs (GROWTH section 20, "Workers"). pg-boss has statistics too, but only a
 * process that runs jobs refreshes them: without a worker they say that nothing waits.
 */
export async function countJobs(
  database: Pick<QueueDatabase, 'executeSql'>,
  names: readonly string[],
): Promise<QueueCount[]> {
  // `state` is an ordered type; created and retry come before active.
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
  )) as { rows: QueueCount[] }; // the columns of the statement
  return rows;
}

/** Which of these queues have a job that is due. */
export async function dueQueues(
  database: Pick<QueueDatabase, 'executeSql'>,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = (await database.executeSql(
    `select names.name from unnest($1::text[]) as names(name)
     where exists (select from jobs.job where job.name = names.name
       and state < 'active' and not blocked and start_after <= now())`,
    [names],
  )) as { rows: { name: string }[] }; // the column of the statement
  return rows.map(({ name }) => name);
}

/** Whether these queues have any job, finished ones included. */
export async function hasJobs(
  database: Pick<QueueDatabase, 'executeSql'>,
  names: readonly string[],
): Promise<boolean> {
  const text = 'select 1 from jobs.job where name = any($1::text[]) limit 1';
  const { rows } = (await database.executeSql(text, [names])) as { rows: unknown[] }; // only the number of rows matters
  return rows.length > 0;
}
