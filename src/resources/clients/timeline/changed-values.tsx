import { useTranslation } from 'react-i18next';
import { ownFieldOf, ownPrefix } from '#contract/clients/own-values.ts';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { Client } from '#contract/entities/client.ts';
import { AuditValue } from '#web/resources/audit-log/audit-value.tsx';
import { fieldNameKeys } from '#web/resources/audit-log/audit-words.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** What a change changed, with the values before and after. */
export function ChangedValues({
  client,
  changes,
  people,
}: {
  client: Client;
} & Pick<TimelineRow['details'], 'changes' | 'people'>) {
  const { t, i18n } = useTranslation();
  const shown = changes.filter(({ field }) => !hidden.includes(field));
  const own = useOwnFields({ enabled: shown.some(({ field }) => field.startsWith(ownPrefix)) }) ?? [];
  if (shown.length === 0) return null;
  const { manager, tariff_id, tariff_name, next_tariff } = client;
  const known = [
    { id: tariff_id, name: tariff_name },
    ...people,
    ...[manager, next_tariff].filter((row) => row !== null),
  ];
  return (
    <dl className="timeline-changes">
      {shown.map(({ field, before, after, erased }) => (
        <div key={field}>
          <dt>{ownFieldOf(own, field)?.name ?? fieldName(field)}</dt>
          <dd>
            {before !== null && (
              <>
                <del>
                  <AuditValue subject="client" field={field} value={before} known={known} />
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
              </>
            )}
            {erased ? (
              <span className="muted">{t('audit.erased')}</span>
            ) : (
              <ins>
                <AuditValue subject="client" field={field} value={after} known={known} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );

  function fieldName(field: string): string {
    const names = [...fieldNameKeys('client', field), `clients.times.${field}`];
    const existing = names.find((name) => i18n.exists(name));
    return existing ? t(declaredKey(existing)) : field;
  }
}

/** Derived fields, and internal states. */
const hidden = ['phone_e164', 'email_key', 'blocked_from'];
