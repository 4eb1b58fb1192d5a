import { type RawBuilder, sql } from 'kysely';
import type { AlarmKind } from '#contract/accounts/alarm.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { effectivePermissions } from '#server/auth/effective-permissions-store.ts';
import type { AlarmRow, Db, UserRow } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';

/** SQL for alarms. */

/** What an alarm is about. `cause` names it within its kind, so that it is raised once while it lasts. */
export type AlarmCause = Pick<AlarmRow, 'cause' | 'name' | 'subject_id'>;

/** Opens alarms, without those that are open already. Returns the new ones. */
export async function insertAlarms(
  tx: Db,
  kind: AlarmKind,
  causes: readonly AlarmCause[],
  now: Date,
): Promise<AlarmRow[]> {
  if (causes.length === 0) return [];
  const rows = causes.map(({ cause, name, subject_id }) => ({
    id: newId(now),
    kind,
    cause,
    name,
    subject_id,
    raised_at: now,
  }));
  return tx
    .insertInto('alarms')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'cause']).where('closed_at', 'is', null).doNothing())
    .returningAll()
    .execute();
}

export async function closeOpen(
  tx: Db,
  { kind, cause }: { kind: AlarmKind; cause: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ closed_at: now })
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .where('closed_at', 'is', null)
    .execute();
}

/** A query that gives `cause`, `name` and `subject_id` of everything that is wrong now. */
export type CauseQuery = RawBuilder<AlarmCause>;

/** Closes the alarms of a kind whose cause is gone. */
export async function closeGone(tx: Db, kind: AlarmKind, causes: CauseQuery, now: Date): Promise<void> {
  await sql`with wrong as (${causes})
    update alarms set closed_at = ${now}
    where kind = ${kind} and closed_at is null and not exists (select from wrong where wrong.cause = alarms.cause)
  `.execute(tx);
}

/** What is wrong and has no alarm yet, up to a limit. */
export async function missingAlarms(
  tx: Db,
  kind: AlarmKind,
  causes: CauseQuery,
  limit: number,
): Promise<AlarmCause[]> {
  const { rows } = await sql<AlarmCause>`with wrong as (${causes})
    select cause, name, subject_id from wrong
    where not exists (
      select from alarms a where a.kind = ${kind} and a.cause = wrong.cause and a.closed_at is null
    )
    order by cause limit ${limit}`.execute(tx);
  return rows;
}

/** The open alarms of a kind, and the first of their names. */
export interface OpenAlarms {
  kind: AlarmKind;
  count: number;
  since: Date;
  names: string[];
  subject_id: string | null;
}

const namedAtMost = 5;

/** Since when something is wrong, which may be before anybody looked: a cabinet's failure, an email's own time. */
const wrongSince = sql`least(raised_at, case kind
  when 'cabinet_failed' then (select k.failed_at from cabinets k where k.client_id = alarms.subject_id)
  when 'email_failed' then (select e.created_at from emails e where e.id = alarms.subject_id) end)`;

/** The open alarms by kind; with `untoldTo` only those that a person was not told about. */
export async function openAlarms(
  db: Db,
  kinds: readonly AlarmKind[],
  { untoldTo }: { untoldTo?: string } = {},
): Promise<OpenAlarms[]> {
  if (kinds.length === 0) return [];
  const { rows } = await sql<OpenAlarms>`
    select kind, count(*)::integer as count, min(${wrongSince}) as since,
      (array_agg(name order by ${wrongSince}, id) filter (where name is not null))[1:${namedAtMost}] as names,
      case when count(*) = 1 then (array_agg(subject_id))[1] end as subject_id
    from alarms ${ofKinds(kinds, untoldTo)} group by kind`.execute(db);
  return rows
    .map((row) => ({ ...row, names: row.names ?? [] }))
    .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

/** Stores that a person was told about the open alarms of these kinds. */
export async function markTold(
  tx: Db,
  userId: string,
  kinds: readonly AlarmKind[],
  now: Date,
): Promise<void> {
  await sql`insert into alarm_notices (alarm_id, user_id, told_at)
    select id, ${userId}, ${now} from alarms ${ofKinds(kinds, userId)}
    on conflict do nothing`.execute(tx);
}

function ofKinds(kinds: readonly AlarmKind[], untoldTo: string | undefined): RawBuilder<unknown> {
  const untold = sql`and not exists (
    select from alarm_notices n where n.alarm_id = alarms.id and n.user_id = ${untoldTo ?? null})`;
  return sql`where closed_at is null and kind = any(${[...kinds]}::text[]) ${untoldTo === undefined ? sql`` : untold}`;
}

/** Staff who asked to be emailed about any alarm. */
export async function peopleAsking(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('joined_at', 'is not', null)
    .where(sql<boolean>`alarms <> '{}'`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a person; undefined while another worker tells them. */
export function takePerson(
  tx: Db,
  id: string,
): Promise<(UserRow & { effective_permissions: Permission[] }) | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .select(effectivePermissions().as('effective_permissions'))
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** When a person was last told about alarms; null: never. */
export async function lastToldAt(tx: Db, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('alarm_notices')
    .select('told_at')
    .where('user_id', '=', userId)
    .orderBy('told_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.told_at ?? null;
}

/** Forgets alarms that were over before a moment. */
export async function forgetOldAlarms(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('alarms').where('closed_at', '<', before).execute();
}
