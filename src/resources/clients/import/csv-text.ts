import Papa from 'papaparse';

/** Encodings to choose from. UTF-16 is recognised by its mark and never offered. */
export const encodings = ['utf-8', 'windows-1251', 'windows-1257', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** A row of the file; `line` is its number in a spreadsheet, the headings being 1. */
export interface FileRow {
  line: number;
  cells: string[];
}

export type CsvRead =
  | {
      state: 'read';
      encoding: Encoding | 'utf-16le';
      delimiter: string;
      headings: string[];
      rows: FileRow[];
    }
  | { state: 'unreadable' }
  | { state: 'empty' }
  /** Letters were replaced by question marks when it was saved. */
  | { state: 'lost' }
  /** A quotation mark is never closed. */
  | { state: 'quotes'; line: number };

/**
 * Reads a CSV with headings: UTF-8 with or without a mark, else the chosen or likely encoding; commas, semicolons or
 * tabs. Empty rows, and columns with neither heading nor value, are left out; a column without a heading is named by
 * its position.
 */
export function readCsv(
  bytes: Uint8Array,
  { chosen = null, guess }: { chosen?: Encoding | null; guess: Encoding },
): CsvRead {
  const decoded = decode(bytes, chosen, guess);
  if (decoded === null) return { state: 'unreadable' };
  const { text, encoding } = decoded;
  const { said, body, skipped } = withoutDelimiterLine(text);
  const delimiter = said ?? delimiterOf(body);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { state: 'quotes', line: (broken.row ?? 0) + 1 + skipped };
  const records = data.map((cells, index) => ({ line: index + 1 + skipped, cells }));
  const [head, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!head || rows.length === 0) return { state: 'empty' };
  if (hasLostLetters(head.cells)) return { state: 'lost' };
  const used = usedColumns(head.cells, rows);
  return {
    state: 'read',
    encoding,
    delimiter,
    headings: used.map((column) => head.cells[column]?.trim() || `№ ${column + 1}`),
    rows: rows.map(({ line, cells }) => ({ line, cells: used.map((column) => plain(cells[column] ?? '')) })),
  };
}

function decode(
  bytes: Uint8Array,
  chosen: Encoding | null,
  guess: Encoding,
): { text: string; encoding: Encoding | 'utf-16le' } | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  }
  const encoding = chosen ?? (isUtf8(bytes) ? 'utf-8' : guess);
  const text = new TextDecoder(encoding).decode(bytes);
  // A workbook or a picture, not text.
  return text.includes('\0') || text.startsWith('PK\u0003\u0004') ? null : { text, encoding };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Excel's own first line, `sep=;`, names the delimiter and is not a row. */
function withoutDelimiterLine(text: string): { said?: string | undefined; body: string; skipped: number } {
  const [line, said] = /^sep=([,;\t])\r?\n/i.exec(text) ?? [''];
  return { said, body: text.slice(line.length), skipped: line === '' ? 0 : 1 };
}

/** The delimiter that splits the headings into most parts; papaparse's own guess fails for two columns and few rows. */
function delimiterOf(text: string): string {
  const head =
    text
      .slice(0, 65_536)
      .trimStart()
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  return most;
}

/**
 * Whether headings consist of question marks, which a spreadsheet writes for letters missing in the encoding. A
 * single one in a heading is a normal question mark.
 */
function hasLostLetters(headings: readonly string[]): boolean {
  return headings.filter((heading) => heading.includes('??')).length * 2 > headings.length;
}

function usedColumns(headings: readonly string[], rows: readonly FileRow[]): number[] {
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  const isUsed = (column: number) =>
    Boolean(headings[column]?.trim()) || rows.some(({ cells }) => Boolean(cells[column]?.trim()));
  return Array.from({ length: width }, (_, column) => column).filter(isUsed);
}

/** Removes the apostrophe that our own export puts before what a spreadsheet would take for a formula. */
function plain(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '');
}
