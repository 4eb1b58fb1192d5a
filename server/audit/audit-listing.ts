import type { Kysely } from 'kysely';
import type { AuditEntry } from '#contract/audit.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import type { AuditRow, Tables } from '#server/db/tables.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { auditRowsByIds, auditSource } from './audit-store.ts';

/** The audit log as a list, or one client's activity (API.md, "audit" and "activity"). */
export function auditListing(
  db: Kysely<Tables>,
  { clientId }: { clientId?: string } = {},
): Listing<AuditEntry> {
  return {
    name: 'audit',
    source: () => auditSource(clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await auditRowsByIds(db, ids)).map(present),
    csv: [
      'at',
      'actor_kind',
      'actor_name',
      'as_client',
      'action',
      'subject_type',
      'subject_name',
      'ip',
      'request_id',
    ],
  };
}

function present(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind },
    as_client: row.as_client,
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    changes: row.changes,
    ip: row.ip,
    request_id: row.request_id,
  };
}
