import { type Kysely, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Transform } from 'node:stream';
import type { FieldType, ListQuery, ListSpec } from '#contract/list-query.ts';
import { type ListSource, orderBy, planOf } from '#server/db/list-rows.ts';
import type { Tables } from '#server/db/tables.ts';

type Sql = RawBuilder<unknown>;

export interface CsvColumn {
  /** A field of the list. */
  field: string;
  heading: string;
  /** What stands for an enum's words; the words themselves where there is none. */
  values?: Readonly<Record<string, string>>;
  /** Instead of the list's own expression. */
  sql?: Sql;
}

interface CsvRequest {
  spec: ListSpec;
  source: ListSource;
  query: ListQuery;
  columns: readonly CsvColumn[];
  timeZone: string;
}

/**
 * Every matching row as a CSV that a spreadsheet opens rightly (DESIGN section 4, "CSV"): PostgreSQL writes it, so
 * that memory stays flat and nothing is slower than its own COPY. The caller destroys the stream of a reader that
 * has gone.
 */
export async function csvStream(
  { db, exports }: { db: Kysely<Tables>; exports: pg.Pool },
  { spec, source, query, columns, timeZone }: CsvRequest,
): Promise<Transform> {
  const cells = columns.map((column) => cell(spec, source, column, timeZone));
  const read = columns.flatMap(({ field, sql: own }) => (own ? [] : (cellTable(source, field) ?? [])));
  const plan = await planOf(db, { spec, source, query, timeZone }, { cells: read });
  const select = sql`copy (select ${sql.join(cells)} from ${plan.from} ${plan.where}
    ${orderBy(plan.order)}) to stdout (format csv)`;
  const text = inlined(select.compile(db));
  const client = await exports.connect();
  const copy = client.query(copyTo(text));
  const lines = crlf(`\ufeff${columns.map(({ heading }) => quoted(defused(heading))).join(',')}\r\n`);
  let released = false;
  // A reader that goes away leaves a COPY in the middle: that connection is of no more use.
  const release = (error?: Error) => {
    if (!released) client.release(error ?? false);
    released = true;
  };
  copy.once('end', () => release());
  copy.once('error', (error) => {
    release(error);
    lines.destroy(error);
  });
  lines.once('close', () => {
    if (!copy.readableEnded) release(new Error('the reader has gone'));
  });
  return copy.pipe(lines);
}

/** COPY takes no parameters: they are written into the text as literals. */
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

/** The table beside the list's own that a cell is read from, if there is one. */
function cellTable({ columns }: ListSource, field: string): string | undefined {
  return columns[field]?.cell ? undefined : columns[field]?.at;
}

function cell(
  spec: ListSpec,
  source: ListSource,
  { field, values, sql: own }: CsvColumn,
  timeZone: string,
): Sql {
  const type = spec.fields[field]?.type ?? 'text';
  const expression = own ?? source.columns[field]?.cell ?? source.columns[field]?.sql;
  if (!expression) throw new Error(`the list has no column ${field}`);
  return written(type, values ? inWords(expression, values) : expression, timeZone);
}

function inWords(expression: Sql, values: Readonly<Record<string, string>>): Sql {
  const cases = Object.entries(values).map(([value, word]) => sql`when ${value} then ${word}`);
  return cases.length === 0
    ? expression
    : sql`case ${expression} ${sql.join(cases, sql` `)} else ${expression} end`;
}

function written(type: FieldType, expression: Sql, timeZone: string): Sql {
  switch (type) {
    case 'money':
      return sql`((${expression})::numeric / 100)::numeric(20, 2)`;
    case 'moment':
      // To the minute; a cast and a cut cost a third of to_char.
      return sql`left((${expression} at time zone ${timeZone})::text, 16)`;
    case 'text':
    case 'enum':
      // Signs that a spreadsheet takes for the beginning of a formula: = + - @, tab, CR and the full-width ones.
      return sql`case when ascii((${expression})::text) in (9, 13, 43, 45, 61, 64, 65291, 65293, 65309, 65312)
        then '''' || (${expression})::text else (${expression})::text end`;
    case 'number':
    case 'boolean':
    case 'id':
      return expression;
  }
}

function defused(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines end in CRLF (RFC 4180); PostgreSQL ends them in LF alone. */
function crlf(head: string): Transform {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // latin1 keeps every byte as it is.
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    },
  });
  stream.push(head);
  return stream;
}
