import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { exportedList } from './audit-words.ts';
import '#web/resources/settings/settings.css';

// The values of every resource are more than the lists need.
const ChangeSummary = lazy(() => import('./change-summary.tsx'));
const AuditDetails = lazy(() => import('./audit-details.tsx'));

/** The change that tells most, and how many more there are; opens to show each. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const details = t('audit.details');
  const isTold = entry.changes.length > 0 && !exportedList(entry);
  return (
    <>
      <Button type="link" size="small" className="cell-button" onClick={() => setOpen(true)}>
        {isTold ? (
          <Suspense fallback={details}>
            <ChangeSummary entry={entry} />
          </Suspense>
        ) : (
          details
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AuditDetails entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
