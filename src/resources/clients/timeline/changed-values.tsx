import { useTranslation } from 'react-i18next';
import { ownFieldOf, ownPrefix } from '#contract/client-fields/own-values.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import { AuditValue } from '#web/resources/audit-log/audit-value.tsx';
import { fieldNameKeys, hiddenFields } from '#web/resources/audit-log/audit-words.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

export interface NamedRow {
  id: string;
  name: string;
}

/**
 * What a change changed, with the values before and after. `known`: whose ids those may be; `subject`: what kind of row
 * it was.
 */
export function ChangedValues({
  known,
  subject,
  changes,
}: { known: readonly NamedRow[]; subject: string } & Pick<TimelineRow['details'], 'changes'>) {
  const { t, i18n } = useTranslation();
  const shown = changes.filter(({ field }) => !hiddenFields.includes(field));
  const own = useOwnFields({ enabled: shown.some(({ field }) => field.startsWith(ownPrefix)) }) ?? [];
  if (shown.length === 0) return null;
  return (
    <dl className="timeline-changes">
      {shown.map(({ field, before, after, erased }) => (
        <div key={field}>
          <dt>{ownFieldOf(own, field)?.name ?? fieldName(field)}</dt>
          <dd>
            {before !== null && (
              <>
                <del>
                  <AuditValue subject={subject} field={field} value={before} known={known} />
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
              </>
            )}
            {erased ? (
              <span className="muted">{t('audit.erased')}</span>
            ) : (
              <ins>
                <AuditValue subject={subject} field={field} value={after} known={known} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );

  function fieldName(field: string): string {
    const existing = fieldNameKeys(subject, field).find((name) => i18n.exists(name));
    return existing ? t(declaredKey(existing)) : field;
  }
}
