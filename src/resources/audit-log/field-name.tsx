import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldNameKeys } from './audit-words.ts';
import { useOwnField } from './own-field.ts';

/** The name of a subject's field; without a text its own. */
export function FieldName({ subject, field }: { subject: string; field: string }): ReactNode {
  const { t } = useTranslation();
  const own = useOwnField(field);
  if (own === undefined) return null;
  return own ? own.name : t(fieldNameKeys(subject, field), { defaultValue: field });
}
