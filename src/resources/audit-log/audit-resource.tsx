import { type AuditEntry, auditList } from '#contract/entities/audit-entry.ts';
import { auditApi } from '#contract/routes/panel/audit.ts';
import { AuditAction, AuditSubject, AuditWho } from './audit-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The audit log. */
export const auditResource = defineResource<AuditEntry>({
  name: 'audit',
  path: 'settings/audit',
  spec: auditList,
  title: 'settings.audit.title',
  routes: { list: auditApi.audit },
  screens: { list: () => import('./audit-list.tsx') },
  csv: true,
  columns: [
    { field: 'at', shown: true, hasTime: true },
    {
      field: 'actor',
      file: ['actor_kind', 'actor_name'],
      shown: true,
      cell: (entry) => <AuditWho entry={entry} />,
    },
    {
      field: 'action',
      shown: true,
      isCut: true,
      lines: true,
      cell: (entry) => <AuditAction entry={entry} />,
    },
    {
      field: 'subject',
      file: ['subject_type', 'subject_name'],
      shown: true,
      isCut: true,
      cell: ({ subject }) => <AuditSubject subject={subject} />,
    },
    // Its cell is in audit-list.tsx.
    { field: 'changes', file: [], shown: true, takesRest: true, lines: true },
    { field: 'ip' },
    { field: 'device' },
    { field: 'kind' },
    { field: 'request_id' },
  ],
  filters: [
    { field: 'at', often: true, last: true },
    { field: 'kind' },
    { field: 'actor_kind' },
    { field: 'actor_name', often: true },
    { field: 'action', often: true },
    { field: 'subject_type', often: true },
    { field: 'subject_name' },
    { field: 'as_client' },
    { field: 'ip' },
    { field: 'device' },
    { field: 'request_id' },
  ],
});
