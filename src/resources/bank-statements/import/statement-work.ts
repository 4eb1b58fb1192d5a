import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type StatementDone,
  type StatementEncoding,
  type StatementInput,
  statementEncodings,
  statementDelimiters,
  statementLimits,
  type StatementSummary,
} from '#contract/money/bank-statement.ts';
import { bankStatementApi } from '#contract/routes/bank-statement.ts';
import { errorText } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-client.ts';
import {
  guessedMapping,
  type MappingDraft,
  type StatementTable,
  tableOf,
} from '#web/resources/bank-statements/import/statement-headings.ts';
import { readCsvFile } from '#web/resources/clients/import/csv-file.ts';
import { importPatienceMs, untilAnswered } from '#web/resources/clients/import/until-answered.ts';
import { newIdempotencyKey } from '#web/resources/clients/idempotency-key.ts';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';

/** A chosen file, and what the server has said of it. */
export interface StatementWork {
  name: string;
  bytes: ArrayBuffer;
  content: string;
  /** A CSV that is nobody's we know. */
  mapping: { table: StatementTable; draft: MappingDraft } | null;
  /** Whose statement it is, as somebody says. */
  account: string | null;
  summary: StatementSummary | null;
  /** Refusals by field. */
  refused: Readonly<Record<string, string>>;
  /** What it is imported under: the same again after a lost answer. */
  key: string;
}

/** The steps of an import: choose, say what its columns or its account are where that is asked, check, import. */
export function useStatementWork() {
  const { t } = useTranslation();
  const { auth, config, http } = useAdmin();
  const { number } = useFormats();
  const [work, setWork] = useState<StatementWork | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<StatementDone | null>(null);

  async function choose(file: File): Promise<void> {
    setFailure(null);
    const { fileBytes } = statementLimits;
    if (file.size > fileBytes) {
      return setFailure(t('clients.import.file.tooLarge', { size: number(fileBytes / 1024 / 1024) }));
    }
    if (file.size === 0) return setFailure(t('clients.import.file.empty'));
    const [bytes, content] = await Promise.all([file.arrayBuffer(), base64Of(file)]);
    const name = file.name.slice(-255);
    await check({
      name,
      bytes,
      content,
      mapping: null,
      account: null,
      summary: null,
      refused: {},
      key: newIdempotencyKey(),
    });
  }

  /** Asks the server what the file would bring, and shows what it asks or says. */
  async function check(next: StatementWork): Promise<void> {
    setWork({ ...next, summary: null });
    setFailure(null);
    setBusy(true);
    try {
      const { data } = await http.call(bankStatementApi.checkBankStatement, {
        body: inputOf(next),
        patienceMs: importPatienceMs,
      });
      setWork({ ...next, summary: data, refused: {} });
    } catch (error) {
      await auth.onError(error);
      await say(next, error);
    } finally {
      setBusy(false);
    }
  }

  async function say(next: StatementWork, error: unknown): Promise<void> {
    if (!(error instanceof HttpError) || Object.keys(error.fields).length === 0)
      return setFailure(errorText(error));
    const refused = firstTexts(error.fields);
    const isUnmapped = next.mapping === null && refused['mapping'] !== undefined;
    setWork({ ...next, summary: null, refused, ...(isUnmapped && { mapping: await read(next, null) }) });
  }

  async function read(
    { bytes }: Pick<StatementWork, 'bytes'>,
    chosen: StatementEncoding | null,
  ): Promise<StatementWork['mapping']> {
    const guess = config.variant === 'ua' ? 'windows-1251' : 'windows-1257';
    const found = await readCsvFile(bytes.slice(0), { chosen, guess });
    if (found.state !== 'read') return null;
    const table = tableOf(found);
    const encoding = statementEncodings.find((one) => one === found.encoding) ?? 'utf-8';
    const delimiter = statementDelimiters.find((one) => one === found.delimiter) ?? ';';
    return { table, draft: guessedMapping(table, { delimiter, encoding }) };
  }

  async function reread(encoding: StatementEncoding): Promise<void> {
    if (work) setWork({ ...work, mapping: await read(work, encoding), refused: {} });
  }

  async function bring(): Promise<void> {
    if (!work) return;
    setFailure(null);
    setBusy(true);
    const headers = { 'Idempotency-Key': work.key };
    const { signal } = new AbortController();
    try {
      const { data } = await untilAnswered(
        () =>
          http.call(bankStatementApi.importBankStatement, {
            body: inputOf(work),
            headers,
            patienceMs: importPatienceMs,
          }),
        { signal, onLost: () => setFailure(t('clients.import.lost')) },
      );
      setDone(data);
    } catch (error) {
      await auth.onError(error);
      await say(work, error);
    } finally {
      setBusy(false);
    }
  }

  function change(changes: Partial<StatementWork>): void {
    setWork((now) => now && { ...now, summary: null, key: newIdempotencyKey(), ...changes });
  }

  function restart(): void {
    setWork(null);
    setDone(null);
    setFailure(null);
  }

  return { work, failure, isBusy, done, choose, check, reread, bring, change, restart };
}
export type StatementSteps = ReturnType<typeof useStatementWork>;

function inputOf({ name, content, mapping, account }: StatementWork): StatementInput {
  return {
    name,
    content,
    // A mapping without a date or an amount is refused at its place.
    ...(mapping && { mapping: mapping.draft as StatementInput['mapping'] }),
    ...(account && { account }),
  };
}

function firstTexts(fields: Readonly<Record<string, string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, [text = '']]) => [field, text]));
}

/** By the browser's own reader: files have megabytes. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file can’t be read'));
    reader.readAsDataURL(file);
  });
}
