import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimelineRow } from '#contract/clients/timeline.ts';
import type { Client } from '#contract/entities/client.ts';
import { fieldNameKeys, fieldTypeOf, wordKeys } from '#web/resources/audit-log/audit-words.ts';
import { ListCell, Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { RowName } from '#web/ui/admin/form/controls/reference-select.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** What a change changed, with the values before and after. */
export function ChangedValues({
  client,
  changes,
}: {
  client: Client;
  changes: TimelineRow['details']['changes'];
}) {
  const { t, i18n } = useTranslation();
  const shown = changes.filter(({ field }) => !hidden.includes(field));
  if (shown.length === 0) return null;
  return (
    <dl className="timeline-changes">
      {shown.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd>
            {before !== null && (
              <>
                <del>
                  <ChangedValue client={client} field={field} value={before} />
                </del>{' '}
                <span aria-hidden="true">→</span>{' '}
              </>
            )}
            <ins>
              <ChangedValue client={client} field={field} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );

  function fieldName(field: string): string {
    const names = [...fieldNameKeys('client', field), `clients.times.${field}`];
    const known = names.find((name) => i18n.exists(name));
    return known ? t(declaredKey(known)) : field;
  }
}

/** Derived fields, and internal states. */
const hidden = ['phone_e164', 'email_key', 'blocked_from'];

function ChangedValue({
  client,
  field,
  value,
}: {
  client: Client;
  field: string;
  value: unknown;
}): ReactNode {
  const { t } = useTranslation();
  if (value === null || value === '') return <Nothing />;
  if (field === 'manager_id') return <RowName resource="users" id={String(value)} known={client.manager} />;
  if (field === 'tariff_id') {
    const known = { id: client.tariff_id, name: client.tariff_name };
    return <RowName resource="tariffs" id={String(value)} known={known} />;
  }
  if (field === 'locale') return t(declaredKey(`languages.${String(value)}`));
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
  const type = fieldTypeOf('client', field, value);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length === 0 ? <Nothing /> : value.join(', ');
  }
  if (typeof value === 'object') return JSON.stringify(value);
  // Typed text is never a key.
  if (typeof value === 'string' && /^[a-z_]+$/.test(value))
    return t(wordKeys('client', field, value), { defaultValue: value });
  return <ListCell name="clients" field={field} type={type} value={value} />;
}
