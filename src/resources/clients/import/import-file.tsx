import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import { delimiterOf } from '#contract/kernel/csv.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { useFieldName, useImportedFields } from '#web/resources/clients/import/import-columns.tsx';
import { emptyCsv } from '#web/resources/clients/import/import-report.ts';
import { FileDrop } from '#web/ui/admin/form/file-drop.tsx';
import { DownloadIcon } from '#web/ui/admin/kit/icons.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { saveFile } from '#web/ui/shared/save-file.ts';

/** Where a file of clients is dropped or chosen. */
export function ImportFile({
  failure,
  onChosen,
}: {
  failure: string | null;
  onChosen: (file: File) => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <FileDrop
      label={t('clients.import.file.title')}
      text={t('clients.import.file.drop')}
      choose={t('clients.import.file.choose')}
      help={t('clients.import.file.help', { rows: number(clientImportLimits.rows) })}
      accept=".csv,.txt,.tsv,text/csv,text/plain"
      failure={failure}
      onChosen={onChosen}
    >
      <EmptyFile />
    </FileDrop>
  );
}

/** A file with every heading, for who has none yet. */
function EmptyFile() {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const { all, unused } = useImportedFields();

  function download(): void {
    const headings = all.filter((field) => !unused.has(field)).map(fieldName);
    const text = emptyCsv(headings, delimiterOf(currentLocale()));
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${t('clients.title')}.csv`);
  }

  return (
    <Button type="link" icon={<DownloadIcon />} onClick={download}>
      {t('clients.import.file.template')}
    </Button>
  );
}
