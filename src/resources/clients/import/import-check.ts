import type { TFunction } from 'i18next';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { importedClient, type ImportedClient, readRow } from '#contract/clients/client-import.ts';
import { e164 } from '#contract/contact/phone.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { HttpError } from '#web/providers/http-client.ts';
import type { FileRow } from '#web/resources/clients/import/csv-text.ts';
import { inputOfCells } from '#web/resources/clients/import/import-cells.ts';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';
import { withOwnValues } from '#web/resources/clients/own-fields/own-values.ts';
import { firstTexts, refusalText } from '#web/ui/admin/form/submit/form-rules.ts';

/** A row as it is sent: a client, or the good cells of one that is refused. */
interface SentRow {
  row: FileRow;
  input: Partial<ImportedClient>;
}

export interface GoodRow extends SentRow {
  input: ImportedClient;
}

/** The errors of a row, by field, in the reader's language. */
export interface RefusedRow extends SentRow {
  mistakes: Record<string, string>;
}

export interface CheckedRows {
  good: GoodRow[];
  refused: RefusedRow[];
}

/** After this many rows the page gets a turn. */
const atOnce = 250;

/**
 * Checks the rows by the contract, for lost letters, and for repeated addresses and phones. A mistake hides no other
 * one of its row.
 */
export async function checkRows(
  rows: readonly FileRow[],
  mapping: Mapping,
  { variant, t, own = [] }: { variant: Variant; t: TFunction; own?: readonly ShownField[] },
): Promise<CheckedRows> {
  const schema = withOwnValues(importedClient(variant), own);
  const checked: CheckedRows = { good: [], refused: [] };
  const lines = { email: new Map<string, number>(), phone: new Map<string, number>() };
  for (const [index, row] of rows.entries()) {
    if (index % atOnce === atOnce - 1) await new Promise((resume) => setTimeout(resume));
    const read = readRow(schema, inputOfCells(row.cells, mapping, variant, own));
    const mistakes = {
      ...repeated(read.cells, row.line),
      ...(!read.ok && firstTexts(read.refusals, t)),
      ...lostLetters(row.cells),
    };
    if (read.ok && Object.keys(mistakes).length === 0) checked.good.push({ row, input: read.cells });
    else checked.refused.push({ row, input: read.cells, mistakes });
  }
  return checked;

  /** Finds the question marks that a spreadsheet writes for letters missing in the encoding. */
  function lostLetters(cells: readonly string[]): Record<string, string> {
    const found = Object.entries(mapping).filter(
      ([, column]) => column !== undefined && cells[column]?.includes('??'),
    );
    return Object.fromEntries(found.map(([field]) => [field, t('clients.import.lostLetters')]));
  }

  function repeated(
    { email, country_code, phone }: Partial<ImportedClient>,
    line: number,
  ): Record<string, string> {
    const keys = {
      email: email && emailKey(email),
      phone: country_code && phone && e164(country_code, phone),
    };
    const mistakes: Record<string, string> = {};
    for (const field of ['email', 'phone'] as const) {
      const key = keys[field];
      if (key === undefined) continue;
      const before = lines[field].get(key);
      if (before === undefined) lines[field].set(key, line);
      else mistakes[field] = refusalText(t, { key: 'validation.repeatedInRow', params: { row: before } });
    }
    return mistakes;
  }
}

/** The rows of a check as they are sent, in the order of the file. */
export function allRows({ good, refused }: CheckedRows): SentRow[] {
  return inOrder([...good, ...refused]);
}

function inOrder<Row extends SentRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => one.row.line - other.row.line);
}

/**
 * The rows after the server refused some of those that were sent (`rows.N.FIELD`); null when it answered something
 * else. Where a cell was refused here, that message stays.
 */
export function afterRefusal(
  { good, refused }: CheckedRows,
  sent: readonly SentRow[],
  error: unknown,
): CheckedRows | null {
  if (!(error instanceof HttpError)) return null;
  const found = new Map<FileRow, Record<string, string>>();
  for (const [place, [message]] of Object.entries(error.fields)) {
    const [, index, field] = /^rows\.(\d+)\.((?:custom\.)?\w+)/.exec(place) ?? [];
    const row = index && sent[Number(index)]?.row;
    if (!row || field === undefined || message === undefined) return null;
    found.set(row, { ...found.get(row), [field]: message });
  }
  if (found.size === 0) return null;
  const known = refused.map((one) => ({ ...one, mistakes: { ...found.get(one.row), ...one.mistakes } }));
  const more = good.flatMap((one) => {
    const mistakes = found.get(one.row);
    return mistakes ? [{ ...one, mistakes }] : [];
  });
  return { good: good.filter(({ row }) => !found.has(row)), refused: inOrder([...known, ...more]) };
}

/** The mistakes of a row in the order of the file's columns; one without a column comes last. */
export function placedMistakes(
  { mistakes }: RefusedRow,
  mapping: Mapping,
): { field: string; message: string; column: number | undefined }[] {
  const columns = new Map<string, number | undefined>(Object.entries(mapping));
  return Object.entries(mistakes)
    .map(([field, message]) => ({ field, message, column: columns.get(field) }))
    .toSorted((one, other) => (one.column ?? Infinity) - (other.column ?? Infinity));
}
