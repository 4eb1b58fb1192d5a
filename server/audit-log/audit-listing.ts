import { auditEntity, type AuditEntry } from '#contract/entities/audit-entry.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { AuditRow } from '#server/db/tables.ts';
import type { ListDeps, Listing } from '#server/lists/list-reply.ts';
import { auditRowsByIds, auditSource } from './audit-store.ts';

/** The audit log as a list, or one client's activity (API.md, "audit" and "activity"). */
export function auditListing(
  { db, timeZone }: Pick<ListDeps, 'db' | 'timeZone'>,
  { clientId }: { clientId?: string } = {},
): Listing<AuditEntry> {
  return {
    name: 'audit',
    source: ({ now }) => auditSource({ now, timeZone }, clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await auditRowsByIds(db, ids)).map(toEntry),
    csv: fileColumnsOf(auditEntity, {}),
  };
}

function toEntry(row: AuditRow): AuditEntry {
  return toAnswer(auditEntity, row, {
    actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind },
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
  });
}
