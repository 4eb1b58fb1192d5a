import type { TFunction } from 'i18next';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { importedClient, type ImportedClient } from '#contract/clients/client-import.ts';
import { e164 } from '#contract/contact/phone.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { HttpError } from '#web/providers/http-client.ts';
import type { FileRow } from '#web/resources/clients/import/csv-text.ts';
import { inputOfCells } from '#web/resources/clients/import/import-cells.ts';
import type { Mapping } from '#web/resources/clients/import/import-headings.ts';
import { withOwnValues } from '#web/resources/clients/own-fields/own-values.ts';
import { checkInput, refusalText } from '#web/ui/admin/form/submit/form-rules.ts';

export interface GoodRow {
  row: FileRow;
  input: ImportedClient;
}

/** The errors of a row, by field, in the reader's language. */
export interface RefusedRow {
  row: FileRow;
  mistakes: Record<string, string>;
}

export interface CheckedRows {
  good: GoodRow[];
  refused: RefusedRow[];
}

/** After this many rows the page gets a turn. */
const atOnce = 250;

/** Checks the rows by the contract, for lost letters, and for repeated addresses and phones. */
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
    const read = checkInput(schema, inputOfCells(row.cells, mapping, variant, own), t);
    const lost = lostLetters(row.cells);
    if (!read.ok || Object.keys(lost).length > 0) {
      checked.refused.push({ row, mistakes: { ...(!read.ok && read.messages), ...lost } });
      continue;
    }
    const mistakes = repeated(read.value, row.line);
    if (Object.keys(mistakes).length > 0) checked.refused.push({ row, mistakes });
    else checked.good.push({ row, input: read.value });
  }
  return checked;

  /** Finds the question marks that a spreadsheet writes for letters missing in the encoding. */
  function lostLetters(cells: readonly string[]): Record<string, string> {
    const found = Object.entries(mapping).filter(
      ([, column]) => column !== undefined && cells[column]?.includes('??'),
    );
    return Object.fromEntries(found.map(([field]) => [field, t('clients.import.lostLetters')]));
  }

  function repeated(input: ImportedClient, line: number): Record<string, string> {
    const keys = {
      email: emailKey(input.email),
      phone: e164(input.country_code, input.phone) ?? input.phone,
    };
    const mistakes: Record<string, string> = {};
    for (const field of ['email', 'phone'] as const) {
      const before = lines[field].get(keys[field]);
      if (before === undefined) lines[field].set(keys[field], line);
      else mistakes[field] = refusalText(t, { key: 'validation.repeatedInRow', params: { row: before } });
    }
    return mistakes;
  }
}

/** The rows after the server refused some of the good ones (`rows.N.FIELD`); null when it answered something else. */
export function afterRefusal({ good, refused }: CheckedRows, error: unknown): CheckedRows | null {
  if (!(error instanceof HttpError)) return null;
  const mistakes = new Map<number, Record<string, string>>();
  for (const [place, [message]] of Object.entries(error.fields)) {
    const [, index, field] = /^rows\.(\d+)\.((?:custom\.)?\w+)/.exec(place) ?? [];
    if (index === undefined || field === undefined || message === undefined) return null;
    mistakes.set(Number(index), { ...mistakes.get(Number(index)), [field]: message });
  }
  if (mistakes.size === 0) return null;
  const more = good.flatMap(({ row }, index) => {
    const found = mistakes.get(index);
    return found ? [{ row, mistakes: found }] : [];
  });
  return {
    good: good.filter((_, index) => !mistakes.has(index)),
    refused: [...refused, ...more].sort((a, b) => a.row.line - b.row.line),
  };
}
