import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { clientImportLimits } from '#contract/clients/client-import.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { readCsvFile } from '#web/resources/clients/import/csv-file.ts';
import type { CsvRead, Encoding } from '#web/resources/clients/import/csv-text.ts';
import { ImportFile } from '#web/resources/clients/import/import-file.tsx';
import { guessedMapping } from '#web/resources/clients/import/import-headings.ts';
import { ImportResult } from '#web/resources/clients/import/import-result.tsx';
import { ImportSteps } from '#web/resources/clients/import/import-steps.tsx';
import { type Imported, type ImportWork, useKeptImport } from '#web/resources/clients/import/import-work.ts';
import { ownHeadings } from '#web/resources/clients/import/own-headings.ts';
import { useUnsaved } from '#web/ui/admin/form/unsaved-changes.tsx';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { LinkButton } from '#web/ui/admin/actions/link-button.tsx';
import { listPath } from '#web/ui/admin/resource/define-resource.ts';
import '#web/ui/admin/form/form-parts.css';
import './client-import.css';

/** Imports clients from a company's file: choose, match the columns, check, import (docs/decisions/0040). */
export function Component() {
  const { t } = useTranslation();
  const [done, setDone] = useState<Imported | null>(null);
  const own = useOwnFields();
  const { work, setWork, change, failure, choose, read } = useImportWork(own ?? []);
  const isOpen = done === null && work !== null;
  const [, setDirty] = useUnsaved('import');
  useEffect(() => setDirty(isOpen), [isOpen, setDirty]);
  useKeptImport(isOpen ? work : null, setWork);

  function startAnew(): void {
    setDone(null);
    setWork(null);
  }

  return (
    <>
      <Link className="back-link" to={listPath(clientResource)}>
        <BackIcon />
        {t('clients.title')}
      </Link>
      <PageHeading className="form-title" title={t('clients.import.title')} />
      <div className="import-steps">
        {done && <ImportDone {...done} onAnother={startAnew} />}
        {done && work?.checked && work.checked.refused.length > 0 && (
          <section className="panel panel-wide">
            <ImportResult
              checked={work.checked}
              headings={work.read.headings}
              mapping={work.mapping}
              fileName={work.name}
              isOver
            />
          </section>
        )}
        {/* A file that came before the own fields are known would be read without them. */}
        {!own && <Skeleton active />}
        {own && !done && !work && <ImportFile failure={failure} onChosen={(file) => void choose(file)} />}
        {own && isOpen && (
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

/** Reads a file into the work on it, or says why it can't be worked on. */
function useImportWork(own: readonly ShownField[]) {
  const { config } = useAdmin();
  const refusalOf = useRefusal();
  const [work, setWork] = useState<ImportWork | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function choose(file: File): Promise<void> {
    if (file.size > largestFile) return setFailure(refusalOf({ state: 'tooLarge' }));
    await read(file.name, await file.arrayBuffer(), null);
  }

  async function read(name: string, bytes: ArrayBuffer, encoding: Encoding | null): Promise<void> {
    const found = await readCsvFile(bytes, { chosen: encoding, guess: guessOf[config.variant] });
    const refusal = refusalOf(found);
    setFailure(refusal);
    if (refusal !== null || found.state !== 'read') return setWork(null);
    const mapping = guessedMapping(found.headings, await ownHeadings(), own);
    setWork({ name, bytes, read: found, mapping, checked: null, isInviting: false, sent: null });
  }

  /** Answers for an earlier file or mapping are ignored. */
  function change({ read: file, mapping }: ImportWork, changes: Partial<ImportWork>): void {
    setWork((now) => (now?.read === file && now.mapping === mapping ? { ...now, ...changes } : now));
  }

  return { work, setWork, change, failure, choose, read };
}

/** Why a file can't be imported as it is, as a sentence. */
function useRefusal(): (found: CsvRead | { state: 'tooLarge' }) => string | null {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (found) => {
    switch (found.state) {
      case 'tooLarge':
        return t('clients.import.file.tooLarge', { size: number(largestFile / 1024 / 1024) });
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
  };
}

/** The limit of the file itself; the data sent has its route's limit. */
const largestFile = 20 * 1024 * 1024;

/** The likely encoding of files that are not UTF-8. */
const guessOf: Record<Variant, Encoding> = { ua: 'windows-1251', lt: 'windows-1257' };

function ImportDone({ rows, created_at, onAnother }: Imported & { onAnother: () => void }) {
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
        <LinkButton to={`${listPath(clientResource)}?${search}`}>{t('clients.import.done.show')}</LinkButton>
        <Button onClick={onAnother}>{t('clients.import.done.another')}</Button>
      </div>
    </section>
  );
}
