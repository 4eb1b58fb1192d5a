import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  type StatementColumn,
  statementColumns,
  statementDateFormats,
  statementDelimiters,
  statementEncodings,
  type StatementMapping,
} from '#contract/money/bank-statement.ts';
import type {
  MappingDraft,
  StatementTable,
} from '#web/resources/bank-statements/import/statement-headings.ts';

interface MappingProps {
  table: StatementTable;
  draft: MappingDraft;
  /** What the server refuses of it, by field. */
  refused: Readonly<Record<string, string>>;
  isChecking: boolean;
  onChange: (draft: MappingDraft) => void;
  onEncoding: (encoding: StatementMapping['encoding']) => void;
  onCheck: () => void;
}

/** Which column of a bank's CSV is what, with the first lines as they would be read. */
export function StatementMappingStep({
  table,
  draft,
  refused,
  isChecking,
  onChange,
  onEncoding,
  onCheck,
}: MappingProps) {
  const { t } = useTranslation();
  const options = table.headings
    .filter((heading) => heading !== '')
    .map((value) => ({ value, label: value }));
  const { amount, debit, credit, date } = draft.columns;
  const hasMoney = amount !== undefined || (debit !== undefined && credit !== undefined);
  const isReady =
    date !== undefined && hasMoney && (amount === undefined || (debit === undefined && credit === undefined));
  return (
    <section className="panel panel-wide" aria-labelledby="mapping-title">
      <h2 id="mapping-title">{t('bank_statements.import.mapping.title')}</h2>
      <p className="muted">{t('bank_statements.import.mapping.text')}</p>
      <div className="import-columns">
        {statementColumns.map((column) => (
          <div key={column} className="import-column">
            <label htmlFor={`column-${column}`}>{t(`bank_statements.import.columns.${column}`)}</label>
            <Select<string>
              id={`column-${column}`}
              allowClear
              showSearch
              optionFilterProp="label"
              placeholder={t('bank_statements.import.mapping.none')}
              status={refused[`mapping.columns.${column}`] ? 'error' : ''}
              value={draft.columns[column] ?? null}
              onChange={(heading: string | undefined) => onChange(withColumn(draft, column, heading))}
              options={options}
            />
            {refused[`mapping.columns.${column}`] && (
              <p className="failure">{refused[`mapping.columns.${column}`]}</p>
            )}
          </div>
        ))}
      </div>
      <MappingWriting draft={draft} onChange={onChange} onEncoding={onEncoding} />
      <MappingPreview table={table} draft={draft} />
      <div className="import-submit">
        {!isReady && <p className="muted">{t('bank_statements.import.mapping.needed')}</p>}
        <Button type="primary" disabled={!isReady} loading={isChecking} onClick={onCheck}>
          {t('bank_statements.import.check')}
        </Button>
      </div>
    </section>
  );
}

function MappingWriting({
  draft,
  onChange,
  onEncoding,
}: Pick<MappingProps, 'draft' | 'onChange' | 'onEncoding'>) {
  const { t } = useTranslation();
  const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  return (
    <div className="import-columns">
      <div className="import-column">
        <label htmlFor="mapping-date">{t('bank_statements.import.mapping.dateFormat')}</label>
        <Select
          id="mapping-date"
          value={draft.date_format}
          onChange={(date_format) => onChange({ ...draft, date_format })}
          options={statementDateFormats.map((value) => ({ value, label: value }))}
        />
      </div>
      <div className="import-column">
        <label htmlFor="mapping-decimal">{t('bank_statements.import.mapping.decimal')}</label>
        <Select
          id="mapping-decimal"
          value={draft.decimal}
          onChange={(decimal) => onChange({ ...draft, decimal })}
          options={[
            { value: '.', label: '1234.56' },
            { value: ',', label: '1234,56' },
          ]}
        />
      </div>
      <div className="import-column">
        <label htmlFor="mapping-delimiter">{t('bank_statements.import.mapping.delimiter')}</label>
        <Select
          id="mapping-delimiter"
          value={draft.delimiter}
          onChange={(delimiter) => onChange({ ...draft, delimiter })}
          options={statementDelimiters.map((value) => ({
            value,
            label: value === '\t' ? t('bank_statements.import.mapping.tab') : value,
          }))}
        />
      </div>
      <div className="import-column">
        <label htmlFor="mapping-encoding">{t('clients.import.file.encoding')}</label>
        <Select
          id="mapping-encoding"
          value={draft.encoding}
          onChange={onEncoding}
          options={named(statementEncodings) as { value: StatementMapping['encoding']; label: string }[]}
        />
      </div>
    </div>
  );
}

/** The first rows under what they would be. */
function MappingPreview({ table, draft }: Pick<MappingProps, 'table' | 'draft'>) {
  const { t } = useTranslation();
  const shown = statementColumns.flatMap((column) => {
    const place = table.headings.indexOf(draft.columns[column] ?? '');
    return place < 0 || draft.columns[column] === undefined ? [] : [{ column, place }];
  });
  if (shown.length === 0) return null;
  return (
    <div
      className="import-table-frame"
      tabIndex={0}
      role="region"
      aria-label={t('bank_statements.import.mapping.preview')}
    >
      <table className="import-table">
        <thead>
          <tr>
            {shown.map(({ column }) => (
              <th key={column} scope="col">
                {t(`bank_statements.import.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, 5).map((cells, row) => (
            <tr key={row}>
              {shown.map(({ column, place }) => (
                <td key={column}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withColumn(draft: MappingDraft, column: StatementColumn, heading: string | undefined): MappingDraft {
  const { [column]: _, ...rest } = draft.columns;
  return { ...draft, columns: heading === undefined ? rest : { ...rest, [column]: heading } };
}
