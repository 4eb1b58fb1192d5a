import { useTranslation } from 'react-i18next';
import { tariffList } from '#contract/tariff.ts';
import { FeatureNames } from '#web/resources/tariffs/feature-names.tsx';
import { Unlimited } from '#web/resources/tariffs/tariff-cells.tsx';
import type { ComparedField } from '#web/resources/tariffs/tariff-form-input.ts';
import { ListCell, Nothing } from '#web/ui/list/list-cell.tsx';

/** What a field is called that a colleague has changed: a text with its language. */
export function ComparedLabel({ field }: { field: ComparedField }) {
  const { t } = useTranslation();
  if ('part' in field) return `${t(`tariffs.fields.${field.part}`)}: ${t(`languages.${field.locale}`)}`;
  return field.name === 'permissions' ? t('tariffs.parts.features') : t(`tariffs.fields.${field.name}`);
}

/** What it holds on one side; of the features those that the other side lacks. */
export function ComparedValue({
  field,
  value,
  other,
}: {
  field: ComparedField;
  value: unknown;
  other: unknown;
}) {
  if ('part' in field) {
    return value ? <span className="stale-text">{String(value)}</span> : <Nothing />;
  }
  if (field.name === 'permissions') return <FeatureNames ids={idsIn(value)} lacking={idsIn(other)} />;
  if (value === null) return <Unlimited />;
  const type = tariffList.fields[field.name]?.type ?? 'text';
  return <ListCell name="tariffs" field={field.name} type={type} value={value} />;
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
