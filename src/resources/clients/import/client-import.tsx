import { useInvalidate } from '@refinedev/core';
import { Button, ConfigProvider, Select, Switch } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import type { Variant } from '#contract/variants.ts';
import { clientApi } from '#contract/routes/client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { readCsvFile } from '#web/resources/clients/import/csv-file.ts';
import { type CsvRead, type Encoding, encodings } from '#web/resources/clients/import/csv-text.ts';
import { afterRefusal, type CheckedRows, checkRows } from '#web/resources/clients/import/import-check.ts';
import {
  ImportColumns,
  requiredFields,
  useFieldName,
} from '#web/resources/clients/import/import-columns.tsx';
import { ImportFile } from '#web/resources/clients/import/import-file.tsx';
import { guessedMapping } from '#web/resources/clients/import/import-headings.ts';
import { ownHeadings } from '#web/resources/clients/import/own-headings.ts';
import { ImportPreview } from '#web/resources/clients/import/import-preview.tsx';
import { ImportProgress } from '#web/resources/clients/import/import-progress.tsx';
import { ImportResult } from '#web/resources/clients/import/import-result.tsx';
import { type ImportWork, useKeptImport } from '#web/resources/clients/import/import-work.ts';
import { importPatienceMs, untilAnswered } from '#web/resources/clients/import/until-answered.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { newIdempotencyKey } from '#web/resources/clients/idempotency-key.ts';
import { useUnsaved } from '#web/ui/admin/form/unsaved-changes.tsx';
import '#web/ui/admin/form/form-parts.css';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import './client-import.css';

interface Done {
  rows: number;
  created_at: string;
}

/** Imports clients from a company's file: choose, match the columns, check, import (docs/decisions/0040). */
export function Component() {
  return <ClientImport />;
}

function ClientImport() {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { number } = useFormats();
  const [work, setWork] = useState<ImportWork | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const open = done === null ? work : null;
  const [, setDirty] = useUnsaved('import');
  useEffect(() => setDirty(open !== null), [open, setDirty]);
  useKeptImport(open, setWork);

  async function choose(file: File): Promise<void> {
    if (file.size > largestFile) return setFailure(tooLarge());
    await read(file.name, await file.arrayBuffer(), null);
  }

  async function read(name: string, bytes: ArrayBuffer, encoding: Encoding | null): Promise<void> {
    const found = await readCsvFile(bytes, { chosen: encoding, guess: guessOf[config.variant] });
    const refusal = refusalOf(found);
    setFailure(refusal);
    if (refusal !== null || found.state !== 'read') return setWork(null);
    const mapping = guessedMapping(found.headings, await ownHeadings());
    setWork({ name, bytes, read: found, mapping, checked: null, isInviting: false, sent: null });
  }

  /** Answers for an earlier file or mapping are ignored. */
  function change({ read: file, mapping }: ImportWork, changes: Partial<ImportWork>): void {
    setWork((now) => (now?.read === file && now.mapping === mapping ? { ...now, ...changes } : now));
  }

  function refusalOf(found: CsvRead): string | null {
    switch (found.state) {
      case 'empty':
      case 'lost':
      case 'unreadable':
        return t(`clients.import.file.${found.state}`);
      case 'quotes':
        return t('clients.import.file.quotes', { row: found.line });
      case 'read': {
        const { rows: max } = clientImportLimits;
        const { length } = found.rows;
        if (length <= max) return null;
        return t('clients.import.file.tooMany', { rows: number(length), max: number(max) });
      }
    }
  }

  function tooLarge(): string {
    return t('clients.import.file.tooLarge', { size: number(largestFile / 1024 / 1024) });
  }

  return (
    <>
      <Link className="back-link" to={listPath(clientResource)}>
        <BackIcon />
        {t('clients.title')}
      </Link>
      <PageHeading className="form-title" title={t('clients.import.title')} />
      <div className="import-steps">
        {done && (
          <ImportDone
            {...done}
            onAnother={() => {
              setDone(null);
              setWork(null);
            }}
          />
        )}
        {!done && !work && <ImportFile failure={failure} onChosen={(file) => void choose(file)} />}
        {!done && work && (
          <ImportSteps
            key={`${work.name} ${work.read.encoding}`}
            work={work}
            onChange={(changes) => change(work, changes)}
            onEncoding={(encoding) => void read(work.name, work.bytes, encoding)}
            onOther={() => setWork(null)}
            onDone={setDone}
          />
        )}
      </div>
    </>
  );
}

/** The limit of the file itself; the data sent has its route's limit. */
const largestFile = 20 * 1024 * 1024;

/** The likely encoding of files that are not UTF-8. */
const guessOf: Record<Variant, Encoding> = { ua: 'windows-1251', lt: 'windows-1257' };

interface WorkProps {
  work: ImportWork;
  onChange: (changes: Partial<ImportWork>) => void;
}

function ImportSteps({
  work,
  onChange,
  onEncoding,
  onOther,
  onDone,
}: WorkProps & {
  onEncoding: (encoding: Encoding) => void;
  onOther: () => void;
  onDone: (done: Done) => void;
}) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { number } = useFormats();
  const fieldName = useFieldName();
  const { name, mapping, checked } = work;
  const { headings, rows, encoding } = work.read;
  const missing = requiredFields(config.variant).filter((field) => mapping[field] === undefined);
  const isRepeated = new Set(Object.values(mapping)).size < Object.values(mapping).length;
  const { check, isChecking, failure } = useCheck({ work, onChange });
  const [isSending, setSending] = useState(false);

  // What is being imported can't change until the answer comes.
  return (
    <ConfigProvider componentDisabled={isSending}>
      <section className="panel panel-wide import-file">
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

/** Checks in the browser what it can, and the rest on the server. */
function useCheck({ work, onChange }: WorkProps) {
  const { t } = useTranslation();
  const { auth, config, http } = useAdmin();
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function check(): Promise<void> {
    setChecking(true);
    setFailure(null);
    onChange({ checked: null });
    const here = await checkRows(work.read.rows, work.mapping, { variant: config.variant, t });
    try {
      if (here.good.length > 0) {
        await http.call(clientApi.checkClientImport, {
          body: { rows: here.good.map(({ input }) => input) },
          patienceMs: importPatienceMs,
        });
      }
      onChange({ checked: here });
    } catch (error) {
      await auth.onError(error);
      const after = afterRefusal(here, error);
      onChange({ checked: after });
      if (!after) setFailure(errorText(error));
    } finally {
      setChecking(false);
    }
  }

  return { check, isChecking, failure };
}

/**
 * Sends the good rows with the same key as long as they are the same: after a lost answer they are sent again until
 * the server answers, and nothing is created twice.
 */
function ImportSubmit({
  work: { name, isInviting, sent },
  checked,
  onChange,
  onSending,
  onDone,
}: WorkProps & {
  checked: CheckedRows;
  onSending: (isSending: boolean) => void;
  onDone: (done: Done) => void;
}) {
  const { t } = useTranslation();
  const { auth, http } = useAdmin();
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const [sending, setSending] = useState<'sent' | 'lost' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const count = checked.good.length;

  async function send(): Promise<void> {
    if (running.current) return;
    running.current = new AbortController();
    const { signal } = running.current;
    setSending('sent');
    onSending(true);
    setFailure(null);
    const body = {
      rows: checked.good.map(({ input }) => input),
      send_invitations: isInviting,
      file: name.slice(0, 255),
    };
    const headers = { 'Idempotency-Key': keyOfThis() };
    try {
      const { data } = await untilAnswered(
        () => http.call(clientApi.importClients, { body, headers, signal, patienceMs: importPatienceMs }),
        { signal, onLost: () => setSending('lost') },
      );
      await invalidate({ resource: clientResource.name, invalidates: ['list', 'many'] });
      onDone(data);
    } catch (error) {
      if (signal.aborted) return;
      await auth.onError(error);
      const after = afterRefusal(checked, error);
      if (after) onChange({ checked: after });
      setFailure(failureOf(error, after !== null));
    } finally {
      running.current = null;
      setSending(null);
      onSending(false);
    }
  }

  // Leaving, after a question, stops waiting; a part that was sent is done completely or not at all.
  useEffect(() => () => running.current?.abort(), []);

  /** The same data gets the same key; other data is another import. */
  function keyOfThis(): string {
    if (sent?.checked === checked && sent.isInviting === isInviting) return sent.key;
    const key = newIdempotencyKey();
    onChange({ sent: { checked, isInviting, key } });
    return key;
  }

  function failureOf(error: unknown, isRefused: boolean): string {
    if (!(error instanceof HttpError)) return errorText(error);
    return isRefused || error.status === 409 ? t('clients.import.meanwhile') : errorText(error);
  }

  return (
    <div className="import-submit">
      <div>
        <label className="switch-row">
          <Switch
            checked={isInviting}
            onChange={(chosen) => onChange({ isInviting: chosen })}
            disabled={sending !== null}
          />
          {t('clients.import.invite')}
        </label>
        <p className="muted">{t('clients.import.inviteHelp')}</p>
      </div>
      <FormFailure text={failure} />
      {sending && <ImportProgress isLost={sending === 'lost'} />}
      <Button type="primary" loading={sending !== null} onClick={() => void send()}>
        {t('clients.import.submit', { count, shown: number(count) })}
      </Button>
      <p className="muted">{t('clients.import.allOrNone')}</p>
    </div>
  );
}

function ImportDone({ rows, created_at, onAnother }: Done & { onAnother: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const search = new URLSearchParams({
    'filter[created_at][gte]': created_at,
    'filter[created_at][lte]': created_at,
  });
  return (
    <section className="panel panel-wide" role="status">
      <h2>{t('clients.import.done.title', { count: rows, shown: number(rows) })}</h2>
      <p>{t(rows === 1 ? 'clients.import.done.textOfOne' : 'clients.import.done.text')}</p>
      <div className="button-row">
        <Link to={`${listPath(clientResource)}?${search}`}>{t('clients.import.done.show')}</Link>
        <Button onClick={onAnother}>{t('clients.import.done.another')}</Button>
      </div>
    </section>
  );
}
