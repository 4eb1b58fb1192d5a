import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { auditedIds } from '#contract/kernel/audit.ts';
import { TariffNames } from '#web/resources/settings/tariff-limit.tsx';
import { RowName } from '#web/ui/admin/form/controls/reference-select.tsx';
import { OwnValue } from '#web/ui/admin/kit/own-value.tsx';
import { ListCell, Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import { fieldNameKeys, fieldTypeOf, listOfSubject, wordKeys } from './audit-words.ts';
import { useOwnField } from './own-field.ts';

/** A value of a subject's field before or after a change. `known`: rows that need not be asked for. */
export function AuditValue({
  subject,
  field,
  value,
  known = [],
}: {
  subject: string;
  field: string;
  value: unknown;
  known?: readonly { id: string; name: string }[];
}): ReactNode {
  const { t } = useTranslation();
  const own = useOwnField(field);
  if (value === null || value === '') return <Nothing />;
  if (own === undefined) return null;
  if (own) return <OwnValue field={own} value={value} />;
  if (field === 'tariff_ids' && Array.isArray(value)) return <TariffNames of={value} known={known} />;
  const named = auditedIds[field];
  if (named) {
    const row = known.find(({ id }) => id === value);
    return <RowName resource={named} id={String(value)} {...(row && { known: row })} />;
  }
  if (field === 'locale')
    return t(declaredKey(`languages.${String(value)}`), { defaultValue: String(value) });
  if (typeof value === 'boolean') return t(value ? 'list.yes' : 'list.no');
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length === 0 ? <Nothing /> : value.join(', ');
  }
  if (typeof value === 'object') return <span className="lines">{linesOf(value, partName).join('\n')}</span>;
  const { texts } = listOfSubject(subject) ?? { texts: subject };
  const type = fieldTypeOf(subject, field, value);
  // Typed text is never a key.
  if (typeof value === 'string' && /^[a-z_]+$/.test(value))
    return t(wordKeys(subject, field, value), { defaultValue: value });
  return <ListCell name={texts} field={field} type={type} value={value} />;

  function partName(part: string): string {
    if (field === 'company_details')
      return t(declaredKey(`settings.company.${part}`), { defaultValue: part });
    return t([declaredKey(`languages.${part}`), ...fieldNameKeys(subject, part)], { defaultValue: part });
  }
}

/** A value with several parts, one line each; empty parts are left out. */
function linesOf(value: object, partName: (part: string) => string): string[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (part === null || part === '') return [];
    const text = typeof part === 'object' ? JSON.stringify(part) : String(part);
    return isList ? [text] : [`${partName(name)}: ${text}`];
  });
}
