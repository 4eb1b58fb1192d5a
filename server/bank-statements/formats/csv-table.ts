import Papa from 'papaparse';
import { type StatementDelimiter, statementLimits } from '#contract/money/bank-statement.ts';
import { paymentNumberKey } from '#contract/money/payment-number.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { fieldError } from '#server/kernel/app-error.ts';

/** A row of the file; `line` is its number as editors count it. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvTable {
  headings: string[];
  rows: CsvRow[];
}

/**
 * What headings are compared by. Banks write Latin letters that look like Cyrillic ones, and break long headings. What
 * is longer than any heading is text, and only its beginning is looked at.
 */
export function headingKey(heading: string): string {
  return paymentNumberKey(heading.slice(0, longestHeading));
}

const longestHeading = 2 * limits.generic.max;

/**
 * The rows below the headings, which may have some lines about the file above them. `quotes` says whether a cell may
 * stand in quotation marks: a bank that never writes them has names that begin with one.
 *
 * @throws AppError 422 at `content`
 */
export function csvTable(
  text: string,
  {
    delimiter,
    quotes = true,
    isHead,
  }: {
    delimiter: StatementDelimiter;
    quotes?: boolean;
    isHead: (keys: ReadonlySet<string>) => boolean;
  },
): CsvTable | null {
  const records = recordsOf(text, { delimiter, quotes });
  const place = records.slice(0, headWithin).findIndex(({ cells }) => isHead(new Set(cells.map(headingKey))));
  const head = records[place];
  if (!head) return null;
  const rows = records.slice(place + 1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > statementLimits.lines) throw fieldError('content', 'validation.statementTooLong');
  return { headings: head.cells.map((cell) => cell.replace(/\s+/g, ' ').trim()), rows };
}

/** How far down the headings may be. */
const headWithin = 20;

function recordsOf(
  text: string,
  { delimiter, quotes }: { delimiter: StatementDelimiter; quotes: boolean },
): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let before = 0;
  let isBroken = false;
  const body = text.replace(/^\ufeff/, '');
  Papa.parse<string[]>(body, {
    delimiter,
    ...(!quotes && { quoteChar: '\u0000' }),
    step({ data, errors, meta: { cursor } }, parser) {
      isBroken ||= errors.some(({ type }) => type === 'Quotes');
      rows.push({ line, cells: data });
      line += newlinesIn(body, before, cursor);
      before = cursor;
      // One more than there may be, with all that may be above the headings, is enough to know.
      if (isBroken || rows.length > statementLimits.lines + headWithin + 1) parser.abort();
    },
  });
  if (isBroken) throw fieldError('content', 'validation.statementQuotes');
  return rows;
}

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The delimiter, found in the line with the headings. */
export function guessedDelimiter(text: string): StatementDelimiter {
  const head = text.slice(0, 65_536).replace(/"(?:[^"]|"")*"/g, 'x');
  const lines = head.split('\n').slice(0, headWithin);
  const most = (delimiter: StatementDelimiter) =>
    Math.max(...lines.map((one) => one.split(delimiter).length));
  const [best = ';'] = ([';', ',', '\t', '|'] as const).toSorted((a, b) => most(b) - most(a));
  return best;
}
