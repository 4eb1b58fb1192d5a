import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { exportedList } from './audit-words.ts';
import '#web/resources/settings/settings.css';

const AuditDetails = lazy(() => import('./audit-details.tsx'));

/** The number of changes; opens to show each. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { action, changes } = entry;
  const isCounted = changes.length > 0 && !exportedList({ action, changes });
  return (
    <>
      <Button type="link" size="small" className="cell-button" onClick={() => setOpen(true)}>
        {isCounted ? t('audit.fieldsChanged', { count: changes.length }) : t('audit.details')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AuditDetails entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
