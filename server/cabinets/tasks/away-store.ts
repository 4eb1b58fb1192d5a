import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for cabinets that wait because their host does not answer. */

const atOnce = 1000;

/** One client for each driver with such cabinets: the longest waiting one checks whether the host is back. */
export async function firstToAsk(db: Db): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct on (k.driver) k.client_id
    from cabinet_steps s join cabinets k on k.client_id = s.client_id and k.task = s.task
    where s.away_since is not null
    order by k.driver, s.away_since`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** The clients that waited for this driver's host, which has been seen again. Each is returned once. */
export async function takeAway(db: Db, driver: string): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    update cabinet_steps s set away_since = null
    from (
      select s.client_id, s.task, s.step
      from cabinet_steps s join cabinets k on k.client_id = s.client_id and k.task = s.task
      where s.away_since is not null and k.driver = ${driver}
      limit ${atOnce} for update of s skip locked
    ) seen
    where s.client_id = seen.client_id and s.task = seen.task and s.step = seen.step
    returning s.client_id`.execute(db);
  return rows.map(({ client_id }) => client_id);
}
