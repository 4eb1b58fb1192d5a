import { type Insertable, type Kysely, sql } from 'kysely';
import type { ListSource } from '#server/db/list-source.ts';
import type { AuditChange, AuditRow, AuditTable, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';

export interface AuditEntryInput {
  action: string;
  subject: { type: string; id: string | null; name: string | null };
  /** The client whose activity it belongs to. */
  clientId?: string | null;
  /** Before and after, never a secret. */
  changes?: AuditChange[];
  asClient?: boolean;
}

/**
 * Writes who did what, in the transaction of the change (DESIGN section 13).
 */
export async function writeAudit(tx: Kysely<Tables>, caller: Caller, entry: AuditEntryInput): Promise<void> {
  await writeAuditEntries(tx, caller, [entry]);
}

/** The same for many at once. */
export async function writeAuditEntries(
  tx: Kysely<Tables>,
  caller: Caller,
  entries: readonly AuditEntryInput[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('audit_entries')
    .values(entries.map((entry) => rowOf(caller, entry)))
    .execute();
}

function rowOf(
  caller: Caller,
  { action, subject, clientId, changes = [], asClient = false }: AuditEntryInput,
): Insertable<AuditTable> {
  const { actor } = caller;
  return {
    id: newId(caller.now),
    at: caller.now,
    actor_kind: actor.kind === 'nobody' || actor.kind === 'provisioner' ? 'system' : actor.kind,
    actor_id: 'id' in actor ? actor.id : null,
    actor_name: 'name' in actor ? actor.name : null,
    as_client: asClient,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    client_id: clientId ?? null,
    changes: JSON.stringify(changes),
    ip: caller.ip,
    request_id: caller.requestId,
  };
}

/** Entries for a list; those of one client's activity if it is named. */
export function auditSource(clientId?: string): ListSource {
  return {
    from: sql`audit_entries a`,
    id: sql`a.id`,
    newest: sql`a.at`,
    counted: 'audit',
    search: [sql`a.actor_name`, sql`a.subject_name`, sql`a.action`],
    ...(clientId !== undefined && { where: sql`a.client_id = ${clientId}::uuid` }),
    columns: {
      id: { sql: sql`a.id`, required: true },
      at: { sql: sql`a.at`, required: true },
      actor_id: { sql: sql`a.actor_id` },
      actor_name: { sql: sql`a.actor_name`, order: sql`a.actor_name collate "uk-x-icu"` },
      actor_kind: { sql: sql`a.actor_kind`, required: true },
      as_client: { sql: sql`a.as_client`, required: true },
      action: { sql: sql`a.action`, required: true },
      subject_type: { sql: sql`a.subject_type`, required: true },
      subject_id: { sql: sql`a.subject_id` },
      subject_name: { sql: sql`a.subject_name`, order: sql`a.subject_name collate "uk-x-icu"` },
      client_id: { sql: sql`a.client_id` },
      ip: { sql: sql`a.ip` },
      request_id: { sql: sql`a.request_id` },
    },
  };
}

/** How often something was done with a client. */
export async function countOfAction(
  db: Kysely<Tables>,
  { clientId, action }: { clientId: string; action: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('audit_entries')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('client_id', '=', clientId)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return count;
}

/** When staff signed in as a client, the latest first. */
export function signInsAsClient(db: Kysely<Tables>, clientId: string, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('action', '=', 'client.sign_in')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

export function auditRowsByIds(db: Kysely<Tables>, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('audit_entries').selectAll().where('id', 'in', ids).execute();
}
