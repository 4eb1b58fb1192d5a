import { auditEntity, type AuditEntry } from '#contract/entities/audit-entry.ts';
import { idsInChanges } from '#contract/kernel/audit.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { AuditRow } from '#server/db/tables.ts';
import type { ListDeps, Listing } from '#server/lists/list-reply.ts';
import { namesInEntries } from './audit-names-store.ts';
import { auditRowsByIds, auditSource } from './audit-store.ts';

/** The audit log as a list, or one client's activity (API.md, "audit" and "activity"). */
export function auditListing(
  { db, timeZone, defaultLocale }: AuditListDeps,
  { clientId }: { clientId?: string } = {},
): Listing<AuditEntry> {
  return {
    name: 'audit',
    source: ({ now }) => auditSource({ now, timeZone }, clientId),
    rows: async ({ locale }, ids) => {
      const entries = inOrderOf(ids, await auditRowsByIds(db, ids));
      const names = await namesInEntries(db, entries, { locale, defaultLocale });
      return entries.map((entry) => toEntry(entry, names));
    },
    csv: fileColumnsOf(auditEntity, {}),
  };
}

export type AuditListDeps = Pick<ListDeps, 'db' | 'timeZone'> & { defaultLocale: Locale };

function toEntry(row: AuditRow, names: AuditEntry['names']): AuditEntry {
  const named = new Set([...idsInChanges(row.changes, 'users'), ...idsInChanges(row.changes, 'tariffs')]);
  return toAnswer(auditEntity, row, {
    actor: { id: row.actor_id, name: row.actor_name, kind: row.actor_kind },
    subject: { type: row.subject_type, id: row.subject_id, name: row.subject_name },
    names: names.filter(({ id }) => named.has(id)),
  });
}
