import { type Insertable, type RawBuilder, sql } from 'kysely';
import { auditEntity } from '#contract/entities/audit-entry.ts';
import { eventsOf } from '#server/events/audited-events.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import { foundByNumber, type SearchTime } from '#server/lists/clients-by-number.ts';
import { textsLike, wordsOf } from '#server/lists/list-conditions.ts';
import { type Condition, type ListSource, ownTable } from '#server/lists/list-source.ts';
import type { AuditChange, AuditRow, AuditTable, Db } from '#server/db/tables.ts';
import type { Actor, Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';

export interface AuditEntryInput {
  action: string;
  subject: { type: string; id: string | null; name: string | null };
  /** The client whose activity it belongs to. */
  clientId?: string | null;
  /** Before and after, never a secret. */
  changes?: AuditChange[];
  asClient?: boolean;
  /** For a security event. */
  kind?: AuditRow['kind'];
  device?: string | null;
  /** The person whose session it is or would have been. */
  personId?: string | null;
}

/** Who is named as the actor. */
export type AuditActor = Actor | { kind: 'staff' | 'customer'; id: string; name: string };
type AuditCaller = Omit<Caller, 'actor'> & { actor: AuditActor };

/** Records who did what, in the transaction of the change (DESIGN section 13). */
export async function writeAudit(tx: Db, caller: AuditCaller, entry: AuditEntryInput): Promise<void> {
  await writeAuditEntries(tx, caller, [entry]);
}

/** The same for one client. */
export function auditClient(
  tx: Db,
  caller: AuditCaller,
  client: { id: string; name: string | null },
  entry: Pick<AuditEntryInput, 'action' | 'changes'>,
): Promise<void> {
  return writeAudit(tx, caller, { ...entry, ...clientSubject(client) });
}

/** The parts of an entry that name its client. */
export function clientSubject({ id, name }: { id: string; name: string | null }) {
  return { subject: { type: 'client', id, name }, clientId: id };
}

/** The same for one colleague's account. */
export function auditUser(
  tx: Db,
  caller: AuditCaller,
  user: { id: string; name: string },
  entry: Pick<AuditEntryInput, 'action' | 'changes'>,
): Promise<void> {
  return writeAudit(tx, caller, { ...entry, ...userSubject(user) });
}

/** The part of an entry that names its colleague. */
export function userSubject({ id, name }: { id: string; name: string }) {
  return { subject: { type: 'user', id, name } };
}

/** A colleague's account, or a person's, with the client under which it is shown. */
export interface OwnAccount {
  kind: 'staff' | 'customer';
  id: string;
  name: string;
  client?: { id: string; name: string } | null;
}

/** The same for an account of either kind, by its owner. */
export function auditOwnAccount(
  tx: Db,
  caller: AuditCaller,
  account: OwnAccount,
  { what, ...entry }: { what: string; changes?: AuditChange[] },
): Promise<void> {
  const { kind, id, name, client } = account;
  const own = { ...caller, actor: { kind, id, name } };
  return kind === 'staff'
    ? auditUser(tx, own, account, { ...entry, action: `user.${what}` })
    : auditClient(tx, own, client ?? account, { ...entry, action: `client.${what}` });
}

/** The same for many at once. */
export async function writeAuditEntries(
  tx: Db,
  caller: AuditCaller,
  entries: readonly AuditEntryInput[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('audit_entries')
    .values(entries.map((entry) => rowOf(caller, entry)))
    .execute();
  await recordEvents(tx, caller.now, entries.flatMap(eventsOf));
}

function rowOf(
  caller: AuditCaller,
  { kind = 'change', action, subject, clientId, changes = [], asClient = false, ...more }: AuditEntryInput,
): Insertable<AuditTable> {
  const { actor } = caller;
  const who = 'person' in actor ? actor.person : actor;
  return {
    id: newId(caller.now),
    at: caller.now,
    kind,
    actor_kind: actorKindOf(actor, kind),
    actor_id: 'id' in who ? who.id : null,
    actor_name: 'name' in who ? who.name : null,
    as_client: asClient,
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    subject_name: subject.name,
    client_id: clientId ?? null,
    changes: JSON.stringify(changes),
    ip: caller.ip,
    request_id: caller.requestId,
    device: more.device ?? null,
    person_id: more.personId ?? null,
  };
}

/** A change without an actor is the platform's own; a security event always has a person, known or unknown. */
function actorKindOf({ kind: actor }: AuditActor, kind: AuditRow['kind']): AuditRow['actor_kind'] {
  if (actor === 'provisioner') return 'system';
  return actor === 'nobody' && kind === 'change' ? 'system' : actor;
}

/** Entries for a list, or for one client's activity if `clientId` is given. */
export function auditSource(time: SearchTime, clientId?: string): ListSource {
  return {
    from: sql`audit_entries a`,
    id: sql`a.id`,
    defaultOrder: sql`a.at`,
    counted: 'audit',
    searched: (typed) => auditSearched(typed, time),
    ...(clientId !== undefined && { where: sql`a.client_id = ${clientId}::uuid` }),
    columns: columnsOf(auditEntity, {
      table: 'audit_entries',
      alias: 'a',
      own: { actor_name: nameColumn(sql`a.actor_name`), subject_name: nameColumn(sql`a.subject_name`) },
    }),
  };
}

/** By names and actions; for a number, what was done with papers of the client whom it belongs to as well. */
function auditSearched(typed: string, time: SearchTime): Condition {
  const texts = textsLike([sql`a.actor_name`, sql`a.subject_name`, sql`a.action`], wordsOf(typed));
  const numbered = foundByNumber(typed, time);
  const some = numbered
    ? [texts, sql`(${aboutPapers} and a.client_id = any(array(${numbered.clients})))`]
    : [texts];
  return { sql: sql`(${sql.join(some, sql` or `)})`, tables: [ownTable] };
}

/** Entries that name a paper. */
const aboutPapers = sql`a.changes @> '[{"field":"invoice"}]'::jsonb`;

/** When staff signed in as a client, latest first. */
export function signInsAsClient(db: Db, clientId: string, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('action', '=', 'client.sign_in')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
}

/** The colleague who deleted the client with this id last; null where it was its customer, or time. */
export function deleterOf<Value>(clientId: RawBuilder<unknown>, value: RawBuilder<Value>) {
  return sql<Value | null>`(select ${value} from (select d.actor_kind, d.actor_id, d.actor_name
    from audit_entries d where d.client_id = ${clientId}
      and d.action in ('client.delete', 'client.closed', 'client.expire')
    order by d.at desc limit 1) as deleter
    where deleter.actor_kind = 'staff' and deleter.actor_id is not null and deleter.actor_name is not null)`;
}

export function auditRowsByIds(db: Db, ids: readonly string[]): Promise<AuditRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('audit_entries').selectAll().where('id', 'in', ids).execute();
}
