import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { delimiterOf } from '#contract/kernel/csv.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import {
  type CheckedRows,
  placedMistakes,
  type RefusedRow,
} from '#web/resources/clients/import/import-check.ts';
import { useFieldName } from '#web/resources/clients/import/import-columns.tsx';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';
import { refusedRowsCsv } from '#web/resources/clients/import/import-report.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { saveFile } from '#web/ui/shared/save-file.ts';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** Nobody reads more errors than this on a screen. */
const shownMistakes = 100;

/**
 * The result of a check: how many rows can be imported, and each error with row and column. `isOver`: after the import,
 * the rows that were left out.
 */
export function ImportResult({
  checked: { good, refused },
  headings,
  mapping,
  fileName,
  isOver = false,
}: {
  checked: CheckedRows;
  headings: readonly string[];
  mapping: Mapping;
  fileName: string;
  isOver?: boolean;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const counts = useRef<HTMLParagraphElement>(null);
  // It is below what was typed, where nobody sees that something has changed.
  useEffect(() => {
    if (!isOver) counts.current?.scrollIntoView({ block: 'center' });
  }, [isOver]);
  const fieldName = useFieldName();
  const counted = (key: TextKey, count: number) => t(key, { count, shown: number(count) });

  function download(): void {
    const words = { row: t('clients.import.result.row'), mistakes: t('clients.import.result.mistakes') };
    const delimiter = delimiterOf(currentLocale());
    const text = refusedRowsCsv(refused, { headings, mapping, words, fieldName, delimiter });
    const name = `${fileName.replace(/\.\w+$/, '')}-${t('clients.import.result.file')}.csv`;
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
  }

  return (
    <>
      <p ref={counts} className="import-counts" role="status">
        {!isOver && (
          <StateTag
            tone={good.length > 0 ? 'good' : 'off'}
            word={counted('clients.import.result.good', good.length)}
          />
        )}
        {refused.length > 0 && (
          <StateTag tone="bad" word={counted('clients.import.result.bad', refused.length)} />
        )}
      </p>
      {refused.length > 0 && (
        <>
          <p className="muted">{t('clients.import.result.badText')}</p>
          <Button icon={<DownloadIcon />} onClick={download}>
            {t('clients.import.result.download')}
          </Button>
          <Mistakes refused={refused} headings={headings} mapping={mapping} />
        </>
      )}
    </>
  );
}

function Mistakes({
  refused,
  headings,
  mapping,
}: {
  refused: readonly RefusedRow[];
  headings: readonly string[];
  mapping: Mapping;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const fieldName = useFieldName();
  const all = refused.flatMap((one) =>
    placedMistakes(one, mapping).map((mistake) => ({ row: one.row, ...mistake })),
  );
  const rest = all.length - shownMistakes;
  return (
    <div
      className="import-table-frame"
      tabIndex={0}
      role="region"
      aria-label={t('clients.import.result.mistakes')}
    >
      <table className="import-table import-mistakes">
        <thead>
          <tr>
            <th scope="col">{t('clients.import.result.row')}</th>
            <th scope="col">{t('clients.import.result.column')}</th>
            <th scope="col">{t('clients.import.result.cell')}</th>
            <th scope="col">{t('clients.import.result.mistake')}</th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, shownMistakes).map(({ row, field, message, column }) => (
            <tr key={`${row.line} ${field}`}>
              <td>{row.line}</td>
              <td>{column === undefined ? fieldName(field) : headings[column]}</td>
              <td>{column === undefined ? '' : row.cells[column]}</td>
              <td className="import-mistake">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="muted">{t('clients.import.result.more', { count: rest, shown: number(rest) })}</p>
      )}
    </div>
  );
}
