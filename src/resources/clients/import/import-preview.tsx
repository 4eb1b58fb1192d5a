import { useTranslation } from 'react-i18next';
import { importedFieldNames } from '#contract/clients/client-import.ts';
import { ownFieldName } from '#contract/client-fields/own-values.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import type { FileRow } from '#web/resources/clients/import/csv-text.ts';
import { useFieldName } from '#web/resources/clients/import/import-columns.tsx';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';

/** The first rows, under the names of their fields. */
export function ImportPreview({ rows, mapping }: { rows: readonly FileRow[]; mapping: Mapping }) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const own = (useOwnFields() ?? []).map(ownFieldName);
  const fields = [...importedFieldNames, ...own].flatMap((field) => {
    const column = mapping[field];
    return column === undefined ? [] : [{ field, column }];
  });
  if (fields.length === 0) return null;
  return (
    <div
      className="import-table-frame"
      tabIndex={0}
      role="region"
      aria-label={t('clients.import.preview.title')}
    >
      <table className="import-table">
        <thead>
          <tr>
            <th scope="col">{t('clients.import.result.row')}</th>
            {fields.map(({ field }) => (
              <th key={field} scope="col">
                {fieldName(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 5).map(({ line, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              {fields.map(({ field, column }) => (
                <td key={field}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
