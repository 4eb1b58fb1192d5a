import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { ListScreen } from '#web/ui/admin/list/list-screen.tsx';
import { AuditChanges } from './audit-changes.tsx';
import { auditResource } from './audit-resource.tsx';
import '#web/resources/settings/settings.css';

/** The audit log. What says a change is more than other lists load, and is there before the rows are. */
const resource = {
  ...auditResource,
  columns: auditResource.columns.map((column) =>
    column.field === 'changes'
      ? { ...column, cell: (entry: AuditEntry) => <AuditChanges entry={entry} /> }
      : column,
  ),
};

export function Component() {
  return <ListScreen resource={resource} />;
}
