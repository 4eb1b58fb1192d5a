import { sql } from 'kysely';
import { silentSeconds } from '#server/db/process-silence.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL for cabinet hosts where there are several (decision 213). */

export interface SeenHost {
  name: string;
  /** By the clock of the database. */
  isAlive: boolean;
  seenAt: Date | null;
  /** How long ago that was, by the same clock. */
  silentSeconds: number | null;
  freeBytes: number | null;
  drainingSince: Date | null;
  /** How many cabinets are there, or will be after a move. */
  cabinets: number;
}

/** What is known of these hosts, in their order. */
export async function seenHosts(db: Db, names: readonly string[]): Promise<SeenHost[]> {
  const { rows } = await sql<SeenHost>`
    select n.name, coalesce(beat.alive, false) as "isAlive", beat.seen_at as "seenAt", beat.silent as "silentSeconds",
      beat.free_bytes as "freeBytes",
      h.draining_since as "drainingSince", coalesce(held.count, 0)::integer as cabinets
    from unnest(${[...names]}::text[]) with ordinality as n (name, place)
    left join cabinet_hosts h on h.name = n.name
    left join lateral (
      select seen_at, free_bytes::float8 as free_bytes, extract(epoch from now() - seen_at)::float8 as silent,
        stopped_at is null and seen_at > now() - make_interval(secs => ${silentSeconds}) as alive
      from process_heartbeats p where p.cabinet_host = n.name
      order by (stopped_at is null) desc, seen_at desc limit 1
    ) beat on true
    left join (
      select place, count(*) from cabinets, unnest(array[host, case when task = 'move' then second_host end]) as place
      where place is not null group by place
    ) held on held.place = n.name
    order by n.place`.execute(db);
  return rows;
}

/** Before there were several hosts, every cabinet was on the one that is now the first. */
export async function adoptHostless(db: Db, first: string | undefined): Promise<void> {
  if (first === undefined) return;
  await sql`
    update cabinets k set host = ${first} from clients c
    where c.id = k.client_id and k.driver = 'embedded' and k.host is null
      and c.cabinet_status in ('active', 'suspended')`.execute(db);
}

/**
 * Where the cabinet with this name, or with this domain of its customer's own, is: its host, null where none was
 * chosen; undefined when there is no such name.
 */
export async function hostOfDomain(db: Db, domain: string): Promise<{ host: string | null } | undefined> {
  // Two questions, because each has an index.
  return (await namedBy('c.domain')) ?? namedBy('k.told_domain');

  function namedBy(column: 'c.domain' | 'k.told_domain') {
    return db
      .selectFrom('clients as c')
      .innerJoin('cabinets as k', 'k.client_id', 'c.id')
      .select('k.host')
      .where(column, '=', domain)
      .where('k.driver', '=', 'embedded')
      .where('c.cabinet_status', 'in', ['creating', 'active', 'suspended'])
      .executeTakeFirst();
  }
}

export async function setDraining(db: Db, name: string, since: Date | null): Promise<void> {
  await db
    .insertInto('cabinet_hosts')
    .values({ name, draining_since: since })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        draining_since: since && sql`coalesce(cabinet_hosts.draining_since, ${since})`,
      }),
    )
    .execute();
}

/** The cabinets on a host that can be moved now. */
export async function cabinetsToDrain(db: Db, host: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select('k.client_id')
    .where('k.host', '=', host)
    .where('k.task', 'is', null)
    .where('c.cabinet_status', 'in', ['active', 'suspended'])
    .orderBy('k.client_id')
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** How many cabinets of each host are on their way to another. */
export async function countMoving(db: Db): Promise<Map<string | null, number>> {
  const rows = await db
    .selectFrom('cabinets')
    .select(['host', sql<number>`count(*)::integer`.as('count')])
    .where('task', 'in', ['move', 'move_back'])
    .where('second_host', 'is not', null)
    .groupBy('host')
    .execute();
  return new Map(rows.map(({ host, count }) => [host, count]));
}
