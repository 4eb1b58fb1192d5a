import { lazy, Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { FilterWords } from '#web/ui/admin/list/filters/filter-words.tsx';
import { PlacesContext } from '#web/ui/admin/resource/admin-context.ts';
import { exportedList } from './audit-words.ts';
import { ChangeSummary } from './change-summary.tsx';

const AuditDetails = lazy(() => import('./audit-details.tsx'));

/** What tells most of an entry; opens to show all of it. An entry that holds nothing else has nothing to open. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false);
  const isEmpty = entry.changes.length === 0 && entry.ip === null && !exportedList(entry);
  if (isEmpty) return <Nothing />;
  return (
    <>
      <button type="button" className="title-button audit-summary" onClick={() => setOpen(true)}>
        <Summary entry={entry} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <AuditDetails entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The leading change; which rows a file had; of what changed nothing, where it came from. */
function Summary({ entry }: { entry: AuditEntry }) {
  const exported = exportedList(entry);
  if (exported) return <ExportedRows {...exported} />;
  if (entry.changes.length > 0) return <ChangeSummary entry={entry} />;
  return <span className="muted">{[entry.device, entry.ip].filter(Boolean).join(' · ')}</span>;
}

function ExportedRows({ name, filters, trashed }: NonNullable<ReturnType<typeof exportedList>>) {
  const { t } = useTranslation();
  const resource = useContext(PlacesContext).resources[name];
  const fields = [...new Set(filters.map(({ field }) => field))];
  const [first] = fields;
  if (!resource || first === undefined) {
    if (fields.length > 0) return t('list.filters');
    return t(trashed === 'without' ? 'audit.whole' : `list.trashed.${trashed}`);
  }
  return (
    <>
      <FilterWords resource={resource} filters={filters.filter(({ field }) => field === first)} />
      {fields.length > 1 && <span className="muted"> +{fields.length - 1}</span>}
    </>
  );
}
