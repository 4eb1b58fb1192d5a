import { type RawBuilder, sql } from 'kysely';
import { documentKinds } from '#contract/entities/document.ts';
import { numbersSought } from '#contract/money/numbers-in-text.ts';
import { localDay } from '#server/kernel/periods.ts';
import { textOf } from './list-conditions.ts';

type Sql = RawBuilder<unknown>;

/** The day on which somebody searches. */
export interface SearchTime {
  now: Date;
  timeZone: string;
}

/** What a search's pattern finds by number: documents, and clients whom a number belongs to. */
export interface FoundByNumber {
  /** A condition on `documents` with the given alias. */
  documents(alias: string): Sql | null;
  /** A query for the clients' ids, each maybe several times. */
  clients: Sql;
}

/**
 * What a pattern that only asks for a text means when the text looks like a number; null otherwise, so that other
 * searches cost what they did (GROWTH section 16).
 */
export function foundByNumber(pattern: string, { now, timeZone }: SearchTime): FoundByNumber | null {
  const text = textOf(pattern);
  const sought = text === undefined ? null : numbersSought(text, yearOf(now, timeZone));
  if (!sought) return null;
  const { documents: keys, serials, clientIdEnds, papers, codes } = sought;
  const conditionOn = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`);
    // A whole number is that paper alone; other letters ahead of year and serial may be a slip of the pen.
    const isWhole =
      keys.length > 0
        ? sql`exists (select from documents w where w.number_key in (${sql.join(keys)}))`
        : sql`false`;
    const kinds = sql`not ${isWhole} and ${column('kind')} in (${sql.join(documentKinds)})`;
    const some = [
      ...(keys.length > 0 ? [sql`${column('number_key')} in (${sql.join(keys)})`] : []),
      ...serials.map(
        ({ year, serial }) =>
          sql`(${kinds} and ${column('year')} = ${year} and ${column('serial')} = ${serial})`,
      ),
    ];
    return some.length > 0 ? sql`(${sql.join(some, sql` or `)})` : null;
  };
  const named = conditionOn('n');
  const codeIn = (name: string, isDeleted: boolean) =>
    // In the form of the indexes of these columns (migration 0014).
    sql`select f.client_id from client_facts f where ${isDeleted ? sql`f.deleted` : sql`not f.deleted`}
      and ${sql.ref(`f.${name}`)} is not null
      and ${sql.ref(`f.${name}`)} collate "uk-x-icu" in (${sql.join(codes)})`;
  const queries = [
    ...(named ? [sql`select n.client_id from documents n where ${named}`] : []),
    ...(clientIdEnds.length > 0
      ? [sql`select i.id from clients i where right(i.id::text, 10) in (${sql.join(clientIdEnds)})`]
      : []),
    ...(papers.length > 0
      ? [
          sql`select l.client_id from used_invoices p join ledger_entries l on l.id = p.entry_id
            where p.number_key in (${sql.join(papers)})`,
        ]
      : []),
    ...(codes.length > 0
      ? ['payment_code', 'payment_ipn'].flatMap((name) => [codeIn(name, false), codeIn(name, true)])
      : []),
  ];
  return { documents: conditionOn, clients: sql.join(queries, sql` union all `) };
}

function yearOf(now: Date, timeZone: string): number {
  return Number(localDay(now, timeZone).slice(0, 4));
}
