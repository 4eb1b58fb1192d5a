import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for cabinets that wait because their host does not answer. */

const atOnce = 1000;

/** The host that a step waits for; null where there is one, or none was chosen yet. */
const awaited = sql`(case when s.step = 'clear' then k.second_host else k.host end)`;

/** One client for each host with such cabinets: the longest waiting one checks whether it is back. */
export async function firstToAsk(db: Db): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct on (k.driver, ${awaited}) k.client_id
    from cabinet_steps s join cabinets k on k.client_id = s.client_id and k.task = s.task
    where s.away_since is not null
    order by k.driver, ${awaited}, s.away_since`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** The clients that waited for this host, or for any, which has been seen again. Each is returned once. */
export async function takeAway(
  db: Db,
  { driver, host }: { driver: string; host: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    update cabinet_steps s set away_since = null
    from (
      select s.client_id, s.task, s.step
      from cabinet_steps s join cabinets k on k.client_id = s.client_id and k.task = s.task
      where s.away_since is not null and k.driver = ${driver}
        and (${awaited} is null or ${awaited} = ${host})
      limit ${atOnce} for update of s skip locked
    ) seen
    where s.client_id = seen.client_id and s.task = seen.task and s.step = seen.step
    returning s.client_id`.execute(db);
  return rows.map(({ client_id }) => client_id);
}
