import { useInvalidate } from '@refinedev/core';
import { Button, ConfigProvider, Select, Switch } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import { clientImportLimits } from '#contract/client-import.ts';
import type { Variant } from '#contract/variants.ts';
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
import { guessedMapping, type Mapping } from '#web/resources/clients/import/import-headings.ts';
import { ImportPreview } from '#web/resources/clients/import/import-preview.tsx';
import { ImportProgress } from '#web/resources/clients/import/import-progress.tsx';
import { ImportResult } from '#web/resources/clients/import/import-result.tsx';
import { importPatienceMs, untilAnswered } from '#web/resources/clients/import/until-answered.ts';
import { useAdmin, useFormats } from '#web/ui/admin-context.ts';
import { listPath } from '#web/ui/define-resource.ts';
import { BackIcon } from '#web/ui/icons.tsx';
import { newOnceKey } from '#web/ui/once-key.ts';
import { useUnsavedGuard } from '#web/ui/form/unsaved-guard.tsx';
import { Writable } from '#web/ui/writable.tsx';
import '#web/ui/form/form-parts.css';
import './client-import.css';

type Read = Extract<CsvRead, { state: 'read' }>;

interface Chosen {
  name: string;
  bytes: ArrayBuffer;
  read: Read;
}

interface Done {
  rows: number;
  created_at: string;
}

/** Clients from a file that a company brings along: choose, match the columns, check, import (docs/decisions/0040). */
export function Component() {
  return (
    <Writable with="clients.write">
      <ClientImport />
    </Writable>
  );
}

function ClientImport() {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { number } = useFormats();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const guard = useUnsavedGuard(chosen !== null && done === null);

  async function choose(file: File): Promise<void> {
    if (file.size > largestFile) return setFailure(tooLarge());
    await read(file.name, await file.arrayBuffer(), null);
  }

  async function read(name: string, bytes: ArrayBuffer, encoding: Encoding | null): Promise<void> {
    const found = await readCsvFile(bytes, { chosen: encoding, guess: guessOf[config.variant] });
    const refusal = refusalOf(found);
    setFailure(refusal);
    setChosen(refusal === null && found.state === 'read' ? { name, bytes, read: found } : null);
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
      <h1 className="form-title">{t('clients.import.title')}</h1>
      <div className="import-steps">
        {done && (
          <ImportDone
            {...done}
            onAnother={() => {
              setDone(null);
              setChosen(null);
            }}
          />
        )}
        {!done && !chosen && <ImportFile failure={failure} onChosen={(file) => void choose(file)} />}
        {!done && chosen && (
          <ImportSteps
            key={`${chosen.name} ${chosen.read.encoding}`}
            {...chosen}
            onEncoding={(encoding) => void read(chosen.name, chosen.bytes, encoding)}
            onOther={() => setChosen(null)}
            onDone={setDone}
          />
        )}
      </div>
      {guard.question}
    </>
  );
}

/** Of the file itself; what is sent of it has the bound of its route. */
const largestFile = 20 * 1024 * 1024;

/** What a file is written in that is not UTF-8. */
const guessOf: Record<Variant, Encoding> = { ua: 'windows-1251', lt: 'windows-1257' };

function ImportSteps({
  name,
  read: { headings, rows, encoding },
  onEncoding,
  onOther,
  onDone,
}: {
  name: string;
  read: Read;
  onEncoding: (encoding: Encoding) => void;
  onOther: () => void;
  onDone: (done: Done) => void;
}) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { number } = useFormats();
  const fieldName = useFieldName();
  const [mapping, setMapping] = useState<Mapping>(() => guessedMapping(headings));
  const missing = requiredFields(config.variant).filter((field) => mapping[field] === undefined);
  const isRepeated = new Set(Object.values(mapping)).size < Object.values(mapping).length;
  const { check, checked, isChecking, failure, forget, replace } = useCheck({ rows, mapping });
  const [isSending, setSending] = useState(false);

  // What is being imported stays what it is until its answer.
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
          onChange={(changed) => {
            setMapping(changed);
            forget();
          }}
        />
        <h2>{t('clients.import.preview.title')}</h2>
        <ImportPreview rows={rows} mapping={mapping} />
        <div className="import-submit">
          {missing.length > 0 && (
            <p className="failure">
              {t('clients.import.columns.required', { names: missing.map(fieldName).join(', ') })}
            </p>
          )}
          {failure && (
            <p className="failure" role="alert">
              {failure}
            </p>
          )}
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
              checked={checked}
              fileName={name}
              onSending={setSending}
              onRefused={replace}
              onDone={onDone}
            />
          )}
        </section>
      )}
    </ConfigProvider>
  );
}

/** Checks here what needs no server, and there what does. */
function useCheck({ rows, mapping }: { rows: Read['rows']; mapping: Mapping }) {
  const { t } = useTranslation();
  const { auth, config, http } = useAdmin();
  const { checkClientImport } = useMemo(() => adminClientsApi(config.variant), [config.variant]);
  const [checked, setChecked] = useState<CheckedRows | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function check(): Promise<void> {
    setChecking(true);
    setFailure(null);
    setChecked(null);
    const here = await checkRows(rows, mapping, { variant: config.variant, t });
    try {
      if (here.good.length > 0) {
        await http.call(checkClientImport, {
          body: { rows: here.good.map(({ input }) => input) },
          patienceMs: importPatienceMs,
        });
      }
      setChecked(here);
    } catch (error) {
      await auth.onError(error);
      const after = afterRefusal(here, error);
      setChecked(after);
      if (!after) setFailure(errorText(error));
    } finally {
      setChecking(false);
    }
  }

  return { check, checked, isChecking, failure, forget: () => setChecked(null), replace: setChecked };
}

/**
 * Sends what was good, under one key as long as it is the same: after a lost answer it is sent again until the server
 * has said what became of it, and nothing is created twice.
 */
function ImportSubmit({
  checked,
  fileName,
  onSending,
  onRefused,
  onDone,
}: {
  checked: CheckedRows;
  fileName: string;
  onSending: (isSending: boolean) => void;
  onRefused: (checked: CheckedRows) => void;
  onDone: (done: Done) => void;
}) {
  const { t } = useTranslation();
  const { auth, config, http } = useAdmin();
  const { number } = useFormats();
  const invalidate = useInvalidate();
  const { importClients } = useMemo(() => adminClientsApi(config.variant), [config.variant]);
  const [isInviting, setInviting] = useState(false);
  const [sending, setSending] = useState<'sent' | 'lost' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const sent = useRef<{ checked: CheckedRows; isInviting: boolean; key: string } | null>(null);
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
      file: fileName.slice(0, 255),
    };
    const headers = { 'Idempotency-Key': keyOfThis() };
    try {
      const { data } = await untilAnswered(
        () => http.call(importClients, { body, headers, signal, patienceMs: importPatienceMs }),
        { signal, onLost: () => setSending('lost') },
      );
      await invalidate({ resource: clientResource.name, invalidates: ['list', 'many'] });
      onDone(data);
    } catch (error) {
      if (signal.aborted) return;
      await auth.onError(error);
      const after = afterRefusal(checked, error);
      if (after) onRefused(after);
      setFailure(failureOf(error, after !== null));
    } finally {
      running.current = null;
      setSending(null);
      onSending(false);
    }
  }

  // Whoever leaves, after a question, waits no longer; what was sent is done or not, and never by halves.
  useEffect(() => () => running.current?.abort(), []);

  /** The same for the same: only what differs is another import. */
  function keyOfThis(): string {
    if (sent.current?.checked !== checked || sent.current.isInviting !== isInviting) {
      sent.current = { checked, isInviting, key: newOnceKey() };
    }
    return sent.current.key;
  }

  function failureOf(error: unknown, isRefused: boolean): string {
    if (!(error instanceof HttpError)) return errorText(error);
    return isRefused || error.status === 409 ? t('clients.import.meanwhile') : errorText(error);
  }

  return (
    <div className="import-submit">
      <div>
        <label className="switch-row">
          <Switch checked={isInviting} onChange={setInviting} disabled={sending !== null} />
          {t('clients.import.invite')}
        </label>
        <p className="muted">{t('clients.import.inviteHelp')}</p>
      </div>
      {failure && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
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
      <p>{t('clients.import.done.text')}</p>
      <div className="button-row">
        <Link className="button-link" to={`${listPath(clientResource)}?${search}`}>
          {t('clients.import.done.show')}
        </Link>
        <Button onClick={onAnother}>{t('clients.import.done.another')}</Button>
      </div>
    </section>
  );
}
