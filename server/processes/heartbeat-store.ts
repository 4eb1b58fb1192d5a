import { sql } from 'kysely';
import type { Role } from '#server/kernel/config.ts';
import { silentSeconds } from '#server/db/process-silence.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * The times here are the database's, unlike anywhere else: processes on several machines are compared with each
 * other, and a wrong clock must not decide which of them live (docs/decisions/0094-processes-say-that-they-live.md).
 */

/** Which of several cabinet hosts a process is, and the free space of its disk. */
export interface BeatingHost {
  name: string;
  freeBytes: number | null;
}

export async function writeHeartbeat(
  db: Db,
  { id, roles, cabinetHost }: { id: string; roles: readonly Role[]; cabinetHost: BeatingHost | undefined },
): Promise<void> {
  const { name = null, freeBytes = null } = cabinetHost ?? {};
  await sql`insert into process_heartbeats (id, roles, started_at, seen_at, cabinet_host, free_bytes)
    values (${id}, ${[...roles]}, now(), now(), ${name}, ${freeBytes})
    on conflict (id) do update set seen_at = now(), free_bytes = excluded.free_bytes`.execute(db);
}

/** The process stopped in order, so nobody waits until it counts as dead. */
export async function markStopped(db: Db, id: string): Promise<void> {
  await sql`update process_heartbeats set seen_at = now(), stopped_at = now() where id = ${id}`.execute(db);
}

export interface SeenRole {
  role: Role;
  /** When a process with this role last reported. */
  seenAt: Date;
  isAlive: boolean;
}

/** All roles that any process has had. */
export async function seenRoles(db: Db): Promise<SeenRole[]> {
  const { rows } = await sql<SeenRole>`
    select role, max(seen_at) as "seenAt",
      bool_or(stopped_at is null and seen_at > now() - make_interval(secs => ${silentSeconds})) as "isAlive"
    from process_heartbeats, unnest(roles) as role group by role`.execute(db);
  return rows;
}

/** Deletes heartbeats that ended a month ago. */
export async function deleteOldHeartbeats(db: Db): Promise<void> {
  await sql`delete from process_heartbeats where seen_at < now() - interval '30 days'`.execute(db);
}
