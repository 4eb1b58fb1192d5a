import { adminSettingsApi } from '#contract/admin-settings-api.ts';
import { type AuditEntry, auditList } from '#contract/audit.ts';
import { AuditChanges } from '#web/resources/settings/audit-changes.tsx';
import { AuditAction, AuditSubject, AuditWho } from '#web/resources/settings/audit-cells.tsx';
import { defineResource } from '#web/ui/define-resource.ts';

/** Who did what. */
export const auditResource = defineResource<AuditEntry>({
  name: 'audit',
  path: 'settings/audit',
  spec: auditList,
  routes: { list: adminSettingsApi.audit },
  permissions: { read: 'audit.read' },
  columns: [
    { field: 'at', shown: true },
    { field: 'actor', shown: true, cell: (entry) => <AuditWho entry={entry} /> },
    { field: 'action', shown: true, cell: ({ action }) => <AuditAction action={action} /> },
    { field: 'subject', shown: true, cell: ({ subject }) => <AuditSubject subject={subject} /> },
    { field: 'changes', shown: true, cell: (entry) => <AuditChanges entry={entry} /> },
    { field: 'ip', shown: true },
    { field: 'request_id' },
  ],
  filters: [
    { field: 'at', last: true },
    { field: 'actor_kind' },
    { field: 'actor_name' },
    { field: 'action' },
    { field: 'subject_type' },
    { field: 'subject_name' },
    { field: 'as_client' },
    { field: 'ip' },
    { field: 'request_id' },
  ],
});
