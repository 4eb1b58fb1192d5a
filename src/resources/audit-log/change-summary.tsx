import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/entities/audit-entry.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { AuditValue } from './audit-value.tsx';
import { leadingChange } from './audit-words.ts';
import { FieldName } from './field-name.tsx';

/** The change that tells most of an entry, and how many there are besides it. */
export function ChangeSummary({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const leading = leadingChange(entry);
  if (!leading) return null;
  const { field, before, after, erased } = leading;
  const subject = entry.subject.type;
  const value = (one: unknown) => (
    <AuditValue subject={subject} field={field} value={one} known={entry.names} />
  );
  const others = entry.changes.length - 1;
  return (
    <>
      <span className="muted">
        <FieldName subject={subject} field={field} />:
      </span>{' '}
      {erased ? (
        t('audit.erased')
      ) : (
        <>
          {before !== null && <>{value(before)} → </>}
          {after === null ? <Nothing /> : value(after)}
        </>
      )}
      {others > 0 && <span className="muted"> +{others}</span>}
    </>
  );
}
