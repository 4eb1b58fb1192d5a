import { Button } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

/** A field into which a file is dropped, or with which it is chosen. */
export function ImportFile({
  failure,
  onChosen,
}: {
  failure: string | null;
  onChosen: (file: File) => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChosen(file);
  }

  return (
    <section
      className={isOver ? 'panel panel-wide import-drop is-over' : 'panel panel-wide import-drop'}
      aria-label={t('clients.import.file.title')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>{t('clients.import.file.drop')}</p>
      <Button type="primary" onClick={() => chooser.current?.click()}>
        {t('clients.import.file.choose')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        hidden
        aria-label={t('clients.import.file.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // So that choosing the same file again, corrected meanwhile, counts as a change.
          target.value = '';
          if (file) onChosen(file);
        }}
      />
      <FormFailure text={failure} />
      <p className="muted">{t('clients.import.file.help', { rows: number(clientImportLimits.rows) })}</p>
    </section>
  );
}
