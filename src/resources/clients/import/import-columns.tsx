import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportedFieldName, importedFieldNames } from '#contract/clients/client-import.ts';
import { type Variant, variants } from '#contract/kernel/variants.ts';
import type { FileRow } from '#web/resources/clients/import/csv-text.ts';
import type { MappedField, Mapping } from '#web/resources/clients/import/import-headings.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ownFieldName, ownFieldOf } from '#contract/client-fields/own-values.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** Required in every import. Outside Ukraine a code does not tell a person from a company. */
export function requiredFields(variant: Variant): readonly ImportedFieldName[] {
  return variant === 'ua' ? ['name', 'ident', 'email', 'phone'] : ['name', 'type', 'ident', 'email', 'phone'];
}

/** The usual fields; all others are folded away. */
const usual: readonly ImportedFieldName[] = [
  ...(['name', 'type', 'ident', 'email', 'country_code', 'phone'] as const),
  ...(['tariff', 'billing_period', 'manager', 'address'] as const),
];

/** Matches the file's columns to fields, with the first value of each for comparison. */
export function ImportColumns({
  headings,
  rows,
  mapping,
  onChange,
}: {
  headings: readonly string[];
  rows: readonly FileRow[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const helpOf = useHelp();
  const required = requiredFields(useAdmin().config.variant);
  const { all, unused } = useImportedFields();
  const others = all.filter(
    (field) => !usual.some((one) => one === field) && (!unused.has(field) || mapping[field] !== undefined),
  );
  const unmatched = headings.filter((_, column) => !Object.values(mapping).includes(column));
  return (
    <>
      <p className="muted">{t('clients.import.columns.text')}</p>
      <div className="import-columns">{usual.map(row)}</div>
      <details open={others.some((field) => mapping[field] !== undefined)}>
        <summary>{t('clients.import.columns.more')}</summary>
        <div className="import-columns">{others.map(row)}</div>
      </details>
      {unmatched.length > 0 && (
        <p className="muted">{t('clients.import.columns.unused', { names: unmatched.join(', ') })}</p>
      )}
    </>
  );

  function row(field: MappedField): ReactNode {
    const column = mapping[field];
    const help = helpOf(field);
    const sample = column === undefined ? undefined : rows.find(({ cells }) => cells[column])?.cells[column];
    const below = sample ?? help;
    const other = all.find((name) => name !== field && mapping[name] === column);
    const id = `import-${field}`;
    return (
      <div key={field} className="import-column">
        <label htmlFor={id} className={required.some((one) => one === field) ? 'import-required' : undefined}>
          {fieldName(field)}
        </label>
        <Select<number>
          id={id}
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder={t('clients.import.columns.none')}
          status={column !== undefined && other ? 'error' : ''}
          value={column ?? null}
          onChange={(chosen: number | undefined) => onChange(changed(field, chosen))}
          options={headings.map((heading, index) => ({ value: index, label: heading }))}
        />
        {column !== undefined && other ? (
          <p className="failure">{t('clients.import.columns.twice', { name: fieldName(other) })}</p>
        ) : (
          below !== undefined && (
            <p className={sample === undefined ? 'muted import-help' : 'muted import-sample'}>{below}</p>
          )
        )}
      </div>
    );
  }

  function changed(field: MappedField, column: number | undefined): Mapping {
    const { [field]: _, ...rest } = mapping;
    return column === undefined ? rest : { ...rest, [field]: column };
  }
}

/** What a field takes, where its name does not say it. */
function useHelp(): (field: MappedField) => string | undefined {
  const { t } = useTranslation();
  const { config } = useAdmin();
  return (field) => {
    switch (field) {
      case 'type':
        return config.variant === 'ua' ? t('clients.import.columns.type') : undefined;
      case 'tariff':
      case 'manager':
        return t(`clients.import.columns.${field}`);
      case 'country_code':
        return t('clients.import.columns.country_code', { country: variants[config.variant].country });
      default:
        return undefined;
    }
  };
}

/** A field's name in the list. */
/** What a file can have, and what of it nothing uses. */
export function useImportedFields(): { all: readonly MappedField[]; unused: ReadonlySet<string> } {
  const unused = useUnused(clientResource.whileUsed);
  const own = (useOwnFields() ?? []).map(ownFieldName);
  return { all: [...importedFieldNames, ...own], unused };
}

export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  const own = useOwnFields() ?? [];
  return (field) =>
    ownFieldOf(own, field)?.name ??
    t(declaredKey(`clients.fields.${field === 'tariff' ? 'tariff_name' : field}`));
}
