import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pipeline, type Readable } from 'node:stream';
import { type Delimiter, delimiters, misreadText, textMark } from '#contract/kernel/csv.ts';
import type { FieldType, ListQuery, ListSpec } from '#contract/kernel/list-query.ts';
import { CsvLines } from './csv-lines.ts';
import { exportConnection } from './export-connection.ts';
import type { ListSource, NamedBy } from './list-source.ts';
import { dictionaryLookup } from './dictionary-lookup.ts';
import { wholeList } from './list-statement.ts';
import { type ReaderPatience, readerPatience, watchReader } from './reader-watch.ts';
import type { Db } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

export interface CsvColumn {
  /** A field of the list. */
  field: string;
  /** Instead of the list's type for the field. */
  type?: FieldType | undefined;
  heading: string;
  /** Texts for the words of an enum or a boolean; the words themselves where there is none. */
  values?: Readonly<Record<string, string>>;
  /** Instead of the list's own expression. */
  sql?: Sql;
  /** The same for spreadsheets, if it differs. */
  spreadsheet?: Sql;
  named?: NamedBy;
  /** Can never be taken for a formula, so it is not checked. */
  harmless?: boolean;
}

interface CsvRequest {
  spec: ListSpec;
  source: ListSource;
  query: ListQuery;
  columns: readonly CsvColumn[];
  timeZone: string;
  /** Resolves when all of it has left this process; until then the file counts as being read. */
  sent?: Promise<unknown>;
  /** How slow its reader may be. */
  patience?: ReaderPatience;
}

/**
 * Every matching row as a CSV (DESIGN section 4, "CSV"; with a `delimiter` one for spreadsheets,
 * docs/decisions/0091). PostgreSQL writes it, so that memory stays flat and it is as fast as COPY itself. The caller
 * destroys the stream when its reader leaves; a reader that is too slow ends it with SlowReader.
 * @throws AppError `files_busy` when too many files are being read.
 */
export async function csvStream(
  { db, exports }: { db: Db; exports: pg.Pool },
  { spec, source, query, columns, timeZone, patience = readerPatience, sent }: CsvRequest,
): Promise<Readable> {
  const { delimiter } = query;
  const sign = delimiters[delimiter ?? 'comma'];
  // A spreadsheet may split lines at any separator in use, and the tab that marks a text is one.
  const quotes = delimiter === null ? sql`` : sql`, force_quote *`;
  const cells = columns.map((column) => cell(spec, source, column, delimiter));
  const read = columns.flatMap((column) => cellTable(source, column) ?? []);
  const { from, where, order } = wholeList({ spec, source, query, timeZone }, read);
  const select = sql`copy (select ${sql.join(cells)} from ${from} ${where} ${order}) to stdout (format csv, delimiter ${sql.lit(sign)}${quotes})`;
  const text = inlined(select.compile(db));
  const client = await exportConnection(exports);
  let released = false;
  const release = (error?: Error) => {
    if (!released) client.release(error ?? false);
    released = true;
  };
  try {
    await client.query(begin(timeZone));
  } catch (error) {
    release(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  const rows = client.query(copyTo(text));
  const lines = new CsvLines(
    `\ufeff${columns.map(({ heading }) => quoted(defused(heading))).join(sign)}\r\n`,
  );
  pipeline(rows, lines, (error) => {
    // A reader that leaves interrupts a COPY: that connection can't be used again.
    if (error) return release(error);
    client
      .query('commit')
      .then(() => sent)
      .then(() => release(), release);
  });
  watchReader(lines, patience);
  return lines;
}

/**
 * Times are written in the session's zone, because converting each one would double the cost. It is set only for the
 * transaction, because a pooler may give the session to somebody else afterwards.
 */
function begin(timeZone: string): string {
  return `begin read only; set local time zone ${pg.escapeLiteral(timeZone)}; set local datestyle = 'ISO'`;
}

/** COPY takes no parameters, so they are written into the text as literals. */
function inlined({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `timestamptz ${pg.escapeLiteral(value.toISOString())}`;
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`a CSV cannot be filtered by a ${typeof value}`);
}

/** The side table that a cell is read from, if there is one. */
function cellTable({ columns }: ListSource, { field, sql: own, named }: CsvColumn): string | undefined {
  const column = columns[field];
  return own || named || column?.cell || column?.named ? undefined : column?.at;
}

function cell(
  spec: ListSpec,
  source: ListSource,
  { field, type = spec.fields[field]?.type ?? 'text', values, named, harmless, ...given }: CsvColumn,
  delimiter: Delimiter | null,
): Sql {
  const column = source.columns[field];
  const own = (delimiter === null ? undefined : given.spreadsheet) ?? given.sql;
  const names = named ?? (own ? undefined : column?.named);
  if (names) return dictionaryLookup({ ...names, value: defusedText(names.name) });
  const expression = own ?? column?.cell ?? column?.sql;
  if (!expression) throw new Error(`the list has no column ${field}`);
  if (harmless) return expression;
  return values ? inWords(expression, values) : written(type, expression, delimiter);
}

/** These texts are ours, so they are made safe once here and not in each row. */
function inWords(expression: Sql, values: Readonly<Record<string, string>>): Sql {
  const cases = Object.entries(values).map(([value, word]) => sql`when ${value} then ${defused(word)}`);
  return cases.length === 0
    ? expression
    : sql`case ${expression} ${sql.join(cases, sql` `)} else (${expression})::text end`;
}

function written(type: FieldType, expression: Sql, delimiter: Delimiter | null): Sql {
  switch (type) {
    case 'money':
      // Exact, with two decimals, like a division at a third of its cost.
      return delimiter === 'semicolon'
        ? sql`replace(((${expression}) * 0.01)::text, '.', ',')`
        : sql`(${expression}) * 0.01`;
    case 'moment':
      // Cut to the minute; the session's zone is the variant's. A cut by the type costs half of what `left` costs.
      return sql`(${expression})::timestamptz::varchar(16)`;
    case 'text':
    case 'enum':
      return delimiter === null ? defusedText(expression) : keptText(expression);
    case 'day':
    case 'number':
    case 'boolean':
    case 'id':
      return expression;
  }
}

/** Protects text that a spreadsheet would change. Checking the first character first lets most texts pass quickly. */
function keptText(expression: Sql): Sql {
  return sql`case when ascii((${expression})::text) in (${formulaSigns}, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57)
    then case when (${expression})::text ~ ${misreadText}
      then ${textMark} || (${expression})::text else ${defusedText(expression)} end
    else (${expression})::text end`;
}

/** Characters with which a spreadsheet begins a formula: = + - @, tab, CR and the full-width ones. */
const formulaSigns = sql.raw('9, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312');

/** The same as `defused`, in SQL. */
export function defusedText(expression: Sql): Sql {
  return sql`case when ascii((${expression})::text) in (${formulaSigns})
    then '''' || (${expression})::text else (${expression})::text end`;
}

/** A text that no spreadsheet takes for a formula. */
export function defused(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

/** In quotation marks where it needs them. */
export function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
