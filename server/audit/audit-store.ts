import type { Kysely } from 'kysely';
import type { AuditChange, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';

interface Entry {
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
export async function writeAudit(
  tx: Kysely<Tables>,
  caller: Caller,
  { action, subject, clientId, changes = [], asClient = false }: Entry,
): Promise<void> {
  const { actor } = caller;
  await tx
    .insertInto('audit_entries')
    .values({
      id: newId(caller.now),
      at: caller.now,
      actor_kind: actor.kind === 'nobody' ? 'system' : actor.kind,
      actor_id: actor.kind === 'nobody' || actor.kind === 'system' ? null : actor.id,
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
    })
    .execute();
}
