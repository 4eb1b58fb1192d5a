import { useTranslation } from 'react-i18next';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import { FileDrop } from '#web/ui/admin/form/file-drop.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';

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
    />
  );
}
