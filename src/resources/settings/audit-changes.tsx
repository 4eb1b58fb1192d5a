import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit.ts';
import './settings.css';

const AuditDetails = lazy(() => import('#web/resources/settings/audit-details.tsx'));

/** How much changed, and what exactly when it is opened. */
export function AuditChanges({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { changes } = entry;
  return (
    <>
      <Button type="link" size="small" className="cell-button" onClick={() => setOpen(true)}>
        {changes.length === 0 ? t('audit.details') : t('audit.fieldsChanged', { count: changes.length })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AuditDetails entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
