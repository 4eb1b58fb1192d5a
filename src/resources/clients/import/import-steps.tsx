import { Button, ConfigProvider, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientApi } from '#contract/routes/client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { type Encoding, encodings } from '#web/resources/clients/import/csv-text.ts';
import { afterRefusal, allRows, checkRows } from '#web/resources/clients/import/import-check.ts';
import {
  ImportColumns,
  requiredFields,
  useFieldName,
} from '#web/resources/clients/import/import-columns.tsx';
import { ImportPreview } from '#web/resources/clients/import/import-preview.tsx';
import { ImportResult } from '#web/resources/clients/import/import-result.tsx';
import { ImportSubmit } from '#web/resources/clients/import/import-submit.tsx';
import type { Imported, WorkProps } from '#web/resources/clients/import/import-work.ts';
import { importPatienceMs } from '#web/resources/clients/import/until-answered.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** What is done with a file: its columns are matched, its rows checked, and the good ones imported. */
export function ImportSteps({
  work,
  onChange,
  onEncoding,
  onOther,
  onDone,
}: WorkProps & {
  onEncoding: (encoding: Encoding) => void;
  onOther: () => void;
  onDone: (done: Imported) => void;
}) {
  const { t } = useTranslation();
  const { name, mapping, checked, read } = work;
  const { headings, rows } = read;
  const [isSending, setSending] = useState(false);
  // What is being imported can't change until the answer comes.
  return (
    <ConfigProvider componentDisabled={isSending}>
      <section className="panel panel-wide import-file">
        <ChosenFile name={name} read={read} onEncoding={onEncoding} />
        <Button onClick={onOther}>{t('clients.import.file.other')}</Button>
      </section>
      <section className="panel panel-wide">
        <h2>{t('clients.import.columns.title')}</h2>
        <ImportColumns
          headings={headings}
          rows={rows}
          mapping={mapping}
          onChange={(changed) => onChange({ mapping: changed, checked: null })}
        />
        <h2>{t('clients.import.preview.title')}</h2>
        <ImportPreview rows={rows} mapping={mapping} />
        <ImportCheck work={work} onChange={onChange} />
      </section>
      {checked && (
        <section className="panel panel-wide">
          <h2>{t('clients.import.result.title')}</h2>
          <ImportResult checked={checked} headings={headings} mapping={mapping} fileName={name} />
          {checked.good.length > 0 && (
            <ImportSubmit
              work={work}
              checked={checked}
              onChange={onChange}
              onSending={setSending}
              onDone={onDone}
            />
          )}
        </section>
      )}
    </ConfigProvider>
  );
}

function ChosenFile({
  name,
  read: { rows, encoding },
  onEncoding,
}: Pick<WorkProps['work'], 'name' | 'read'> & { onEncoding: (encoding: Encoding) => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <>
      <strong>{name}</strong>
      <span>{t('clients.import.file.rows', { count: rows.length, shown: number(rows.length) })}</span>
      {encoding !== 'utf-16le' && (
        <span className="switch-row">
          <span aria-hidden="true">{t('clients.import.file.encoding')}</span>
          <Select<Encoding>
            aria-label={t('clients.import.file.encoding')}
            title={t('clients.import.file.encodingHelp')}
            value={encoding}
            onChange={onEncoding}
            options={encodings.map((value) => ({
              value,
              label: value.toUpperCase().replace('WINDOWS', 'Windows'),
            }))}
          />
        </span>
      )}
    </>
  );
}

/** The button that checks, and what is missing before it can. */
function ImportCheck({ work, onChange }: WorkProps) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const fieldName = useFieldName();
  const { mapping, checked } = work;
  const missing = requiredFields(config.variant).filter((field) => mapping[field] === undefined);
  const isRepeated = new Set(Object.values(mapping)).size < Object.values(mapping).length;
  const { check, isChecking, failure } = useCheck({ work, onChange });
  return (
    <div className="import-submit">
      {missing.length > 0 && (
        <p className="failure">
          {t('clients.import.columns.required', { names: missing.map(fieldName).join(', ') })}
        </p>
      )}
      <FormFailure text={failure} />
      <Button
        type={checked ? 'default' : 'primary'}
        disabled={missing.length > 0 || isRepeated}
        loading={isChecking}
        onClick={() => void check()}
      >
        {t('clients.import.check')}
      </Button>
    </div>
  );
}

/** Checks in the browser what it can, and the rest on the server. */
function useCheck({ work, onChange }: WorkProps) {
  const { t } = useTranslation();
  const { auth, config, http } = useAdmin();
  const own = useOwnFields() ?? [];
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function check(): Promise<void> {
    setChecking(true);
    setFailure(null);
    onChange({ checked: null });
    const here = await checkRows(work.read.rows, work.mapping, { variant: config.variant, t, own });
    const sent = allRows(here);
    try {
      await http.call(clientApi.checkClientImport, {
        body: { rows: sent.map(({ input }) => input) },
        patienceMs: importPatienceMs,
      });
      onChange({ checked: here });
    } catch (error) {
      await auth.onError(error);
      const after = afterRefusal(here, sent, error);
      onChange({ checked: after });
      if (!after) setFailure(errorText(error));
    } finally {
      setChecking(false);
    }
  }

  return { check, isChecking, failure };
}
