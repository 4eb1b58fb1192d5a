import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type StatementDone,
  type StatementEncoding,
  type StatementInput,
  statementEncodings,
  statementDelimiters,
  statementLimits,
  type StatementChecked,
} from '#contract/money/bank-statement.ts';
import { bankStatementApi } from '#contract/routes/bank-statement.ts';
import type { Variant } from '#contract/kernel/variants.ts';
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
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
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
  summary: StatementChecked | null;
  /** Refusals by field. */
  refused: Readonly<Record<string, string>>;
  /** What it is imported under: the same again after a lost answer. */
  key: string;
}

/** The steps of an import: choose, say what its columns or its account are where that is asked, check, import. */
export function useStatementWork() {
  const { t } = useTranslation();
  const { auth, config } = useAdmin();
  const calls = useCalls();
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
    await check(await workOn(file));
  }

  /** Asks the server what the file would bring, and shows what it asks or says. */
  async function check(next: StatementWork): Promise<void> {
    setWork({ ...next, summary: null });
    await attempt(next, async () => {
      const { data } = await calls.check(next);
      setWork({ ...next, summary: data, refused: {} });
    });
  }

  async function bring(): Promise<void> {
    if (!work) return;
    await attempt(work, async () => {
      const { data } = await calls.bring(work, () => setFailure(t('clients.import.lost')));
      setDone(data);
    });
  }

  /** Sends something once the buttons are held; a refusal is shown at its place. */
  async function attempt(next: StatementWork, send: () => Promise<void>): Promise<void> {
    setFailure(null);
    setBusy(true);
    try {
      await send();
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
    const mapping = isUnmapped ? await readMapping(next.bytes, null, config.variant) : next.mapping;
    setWork({ ...next, summary: null, refused, mapping });
  }

  async function reread(encoding: StatementEncoding): Promise<void> {
    if (!work) return;
    setWork({ ...work, mapping: await readMapping(work.bytes, encoding, config.variant), refused: {} });
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

/** The two calls about a file: what it would bring, and the bringing, again until there is an answer. */
function useCalls() {
  const { http } = useAdmin();
  const patienceMs = importPatienceMs;
  return {
    check: (work: StatementWork) =>
      http.call(bankStatementApi.checkBankStatement, { body: inputOf(work), patienceMs }),
    bring: (work: StatementWork, onLost: () => void) => {
      const call = { body: inputOf(work), headers: { 'Idempotency-Key': work.key }, patienceMs };
      const { signal } = new AbortController();
      return untilAnswered(() => http.call(bankStatementApi.importBankStatement, call), { signal, onLost });
    },
  };
}

/** A file that nobody has asked the server about yet. */
async function workOn(file: File): Promise<StatementWork> {
  const [bytes, content] = await Promise.all([file.arrayBuffer(), base64Of(file)]);
  const name = file.name.slice(-255);
  const key = newIdempotencyKey();
  return { name, bytes, content, mapping: null, account: null, summary: null, refused: {}, key };
}

/** The columns of a CSV with guessed meanings; null if it can't be read. */
async function readMapping(
  bytes: ArrayBuffer,
  chosen: StatementEncoding | null,
  variant: Variant,
): Promise<StatementWork['mapping']> {
  const guess = variant === 'ua' ? 'windows-1251' : 'windows-1257';
  const found = await readCsvFile(bytes.slice(0), { chosen, guess });
  if (found.state !== 'read') return null;
  const table = tableOf(found);
  const encoding = statementEncodings.find((one) => one === found.encoding) ?? 'utf-8';
  const delimiter = statementDelimiters.find((one) => one === found.delimiter) ?? ';';
  return { table, draft: guessedMapping(table, { delimiter, encoding }) };
}

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
