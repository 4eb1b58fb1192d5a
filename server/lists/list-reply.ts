import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import {
  flatParameters,
  type ListField,
  type ListQuery,
  type ListSpec,
  parseListQuery,
} from '#contract/kernel/list-query.ts';
import { can } from '#contract/kernel/permissions.ts';
import type { Route } from '#contract/http/route.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { type CsvColumn, csvStream } from './csv-rows.ts';
import type { ListSource } from './list-source.ts';
import { listPage } from './list-page.ts';
import { listSums } from './list-sums.ts';
import { withDays } from './relative-days.ts';
import { readerPatience, SlowReader } from './reader-watch.ts';
import { cachedPage } from './page-cache.ts';
import type { Db } from '#server/db/tables.ts';
import type {
  Caller,
  CustomerActor,
  CustomerCaller,
  StaffActor,
  StaffCaller,
} from '#server/kernel/caller.ts';
import { type Call, type EarlyCall, type Implementation, onCustomer, onStaff } from '#server/http/routes.ts';
import { hasText, translate } from '#server/kernel/messages.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { calendarDaysBetween, localDay } from '#server/kernel/periods.ts';

/** What makes a list, for every caller and format. */
export interface Listing<Row> {
  /**
   * Used in the file's name and in the keys of its texts: `NAME.fields.FIELD` and `NAME.values.FIELD.WORD` in
   * `admin.json`.
   */
  name: string;
  source(caller: Caller, spec: ListSpec): ListSource | Promise<ListSource>;
  /** The rows of a page, in the order of the ids. */
  rows?(caller: Caller, ids: readonly string[], query: ListQuery): Promise<Row[]>;
  /** Instead of `rows`: read in the page's own statement. */
  row?: {
    /** A query for the one row whose id is `page.id`. */
    select(caller: Caller): RawBuilder<unknown>;
    /** The cache key: everything that determines the rows besides the list's rows, the query and the calendar day. */
    memo(caller: Caller): string;
    /** Turns what `select` gave into an answered row. */
    toRow(row: unknown, caller: Caller): Row;
  };
  csv: readonly ListingColumn[];
  /** The columns of the file that are in it only when they are asked for by name. */
  leftOut?(db: Db): Promise<ReadonlySet<string>>;
  /** Sums of every row that matches, answered as `meta.sums`: of an amount in each group, zero in one without rows. */
  sums?: { by: RawBuilder<unknown>; groups: readonly string[]; of: RawBuilder<unknown> };
}

/** A column of a list's file, with what differs from the field. */
export interface ListingColumn extends Omit<CsvColumn, 'heading' | 'values' | 'sql' | 'type'> {
  /** Its field description, when it is not a field of the list. */
  is?: ListField;
  /** Instead of the list's own expression; may depend on the reader's language. */
  sql?: RawBuilder<unknown> | ((caller: Caller) => RawBuilder<unknown>);
  /** Where the texts of its words are, if not at `NAME.values.FIELD`. */
  texts?: string;
}

/** Which list was exported, and which of its rows. */
export interface ExportEntry {
  action: string;
  subject: { type: string; id: null; name: null };
  changes: { field: string; before: null; after: string | string[] }[];
}

export interface ListDeps {
  db: Db;
  /** Records in the audit log that a file was begun. */
  noteExport(caller: Caller, entry: ExportEntry, tx?: Db): Promise<void>;
  /** Separate connections for files: slow readers hold them long. */
  exports: Pool;
  timeZone: string;
  /** The fields of a list at this time, as these parameters need them: staff define some (docs/decisions/0177). */
  specFor(
    spec: ListSpec,
    asked: { locale: Locale; parameters: Readonly<Record<string, unknown>> },
  ): Promise<ListSpec>;
}

/** A list route: a page with the exact total, or every row as CSV. */
export function onList<Row>(route: Route, listing: Listing<Row>, deps: ListDeps): Implementation {
  const { row } = listing;
  const implementation = onListBelow(route, () => listing, deps);
  if (!row) return implementation;
  const { db, timeZone } = deps;
  return {
    ...implementation,
    written: ({ caller, list: query, spec }) =>
      cachedPage(db, {
        list: listing.name,
        key: JSON.stringify([row.memo(caller), calendarDaysBetween(epoch, caller.now, timeZone), query]),
        read: async () => {
          const { token, ...page } = await pageOf(listing, caller, { db, timeZone, spec, query });
          return { token, body: Buffer.from(JSON.stringify(route.answer.parse(page))) };
        },
      }),
  };
}

const epoch = new Date(0);

/** A customer's own list; its file has the columns that the customer may see. */
export function onOwnList<Row>(
  route: Route,
  listingOf: (clientId: string) => Listing<Row>,
  deps: ListDeps,
): Implementation {
  const { list: spec } = route;
  if (!spec) throw new Error(`${route.path} is not a list`);
  const { db, timeZone } = deps;
  const page = async ({ caller, list: query }: Call<Route, CustomerActor>) => {
    const listing = listingOf(caller.actor.id);
    return pageOf(listing, caller, { db, timeZone, spec, query });
  };
  return {
    ...onCustomer<Route>(route, page),
    async csv({ caller, list: query }, reply) {
      const customer = caller as CustomerCaller; // guarded by onCustomer
      const listing = listingOf(customer.actor.id);
      const columns = chosenColumns(
        listing.csv.filter(({ field }) => Object.hasOwn(spec.fields, field)),
        query.columns,
      );
      return sendCsv(reply, { listing, caller, columns }, { ...deps, spec, query });
    },
  };
}

/** The list below one row: `found` refuses an unknown id, `listingOf` gets a known one. */
export function onListBelow<Row>(
  route: Route,
  listingOf: (id: string) => Listing<Row>,
  deps: ListDeps,
  found?: (call: { caller: Caller; params: { id: string } }) => Promise<void>,
): Implementation {
  const { list: spec } = route;
  if (!spec) throw new Error(`${route.path} is not a list`);
  const { db, timeZone, noteExport, specFor } = deps;
  const idOf = (params: unknown) => (params as { id?: string }).id ?? ''; // the route's own schema has read it
  const before =
    found && (({ caller, params }: EarlyCall<Route>) => found({ caller, params: { id: idOf(params) } }));
  const page = async ({ caller, list: query, spec: fields, params }: Call<Route, StaffActor>) => {
    const listing = listingOf(idOf(params));
    return pageOf(listing, caller, { db, timeZone, spec: fields, query });
  };
  return {
    ...onStaff<Route>(route, page, before),
    ...(spec.ownFields && {
      spec: ({ locale }, parameters) => specFor(spec, { locale, parameters }),
    }),
    async csv({ caller, list: query, spec: fields, params }, reply) {
      const listing = listingOf(idOf(params));
      const staff = caller as StaffCaller; // guarded by onStaff
      const { csvPermission } = spec;
      if (csvPermission && !can(staff.actor.permissions, csvPermission, { write: false }).allowed) {
        throw new AppError('forbidden');
      }
      const columns = [...(await usualColumns(listing, query.columns, db)), ...ownColumns(fields)];
      const chosen = chosenColumns(columns, query.columns);
      const begun = () => noteExport(caller, exportEntry(listing.name, query));
      return sendCsv(reply, { listing, caller, columns: chosen, begun }, { ...deps, spec: fields, query });
    },
  };
}

interface PageMeta {
  total: number;
  sums?: Record<string, number>;
}

/** A page with the exact total. */
async function pageOf<Row>(
  listing: Listing<Row>,
  caller: Caller,
  { db, query, ...about }: Pick<ListDeps, 'db' | 'timeZone'> & { spec: ListSpec; query: ListQuery },
): Promise<{ data: Row[]; meta: PageMeta; token: number | undefined }> {
  const { row } = listing;
  const asked = { ...about, query: withDays(query, { ...about, now: caller.now }) };
  const source = await listing.source(caller, asked.spec);
  const { sums: summed } = listing;
  if (summed) {
    // Of one snapshot: the sums are of as many lines as the total says.
    const { page, sums } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { sums, total } = await listSums(tx, { ...asked, source, summed });
        return { sums, page: await listPage(tx, { ...asked, source, counted: total }) };
      });
    const data = (await listing.rows?.(caller, page.ids, asked.query)) ?? [];
    return { data, meta: { total: page.total, sums }, token: undefined };
  }
  if (row) {
    const { rows, total, token } = await listPage(db, { ...asked, source, row: row.select(caller) });
    return { data: rows.map((one) => row.toRow(one, caller)), meta: { total }, token };
  }
  const { ids, total } = await listPage(db, { ...asked, source });
  const data = (await listing.rows?.(caller, ids, asked.query)) ?? [];
  // Read after the page, so the state may have changed.
  return { data, meta: { total }, token: undefined };
}

/** All columns when some are named, else those that belong into the file of this installation. */
async function usualColumns(
  { csv, leftOut }: Pick<Listing<unknown>, 'csv' | 'leftOut'>,
  asked: readonly string[] | null,
  db: Db,
): Promise<readonly ListingColumn[]> {
  if (asked || !leftOut) return csv;
  const out = await leftOut(db);
  return csv.filter(({ field }) => !out.has(field));
}

/** The columns of the fields that staff define, after the others. */
function ownColumns({ fields }: ListSpec): ListingColumn[] {
  return Object.keys(fields).flatMap((field) => (fields[field]?.own ? [{ field }] : []));
}

/** The requested columns, in that order; an unknown one is refused by name. */
function chosenColumns(
  all: readonly ListingColumn[],
  asked: readonly string[] | null,
): readonly ListingColumn[] {
  if (!asked) return all;
  return asked.map((name, place) => {
    const column = all.find(({ field }) => field === name);
    if (column && asked.indexOf(name) === place) return column;
    const refusal = column
      ? { key: 'validation.repeated' }
      : { key: 'validation.unknownField', params: { name } };
    throw new AppError('validation_failed', { fields: { columns: [refusal] } });
  });
}

interface CsvReply {
  listing: Listing<unknown>;
  caller: Caller;
  columns: readonly ListingColumn[];
  /** Called when there is a file to send, before it is sent. */
  begun?(): Promise<void>;
}

async function sendCsv(
  reply: FastifyReply,
  { listing, caller, columns, begun }: CsvReply,
  { db, exports, spec, query, timeZone }: ListDeps & { spec: ListSpec; query: ListQuery },
): Promise<FastifyReply> {
  const asked = { spec, query, columns, sent: once(reply.raw, 'close') };
  const stream = await fileStream(listing, caller, asked, { db, exports, timeZone });
  // After its last piece the stream no longer knows its reader.
  stream.once('end', () => reply.raw.setTimeout(readerPatience.idleMs, () => reply.raw.destroy()));
  stream.once('error', (error) => {
    if (error instanceof SlowReader) reply.log.warn({ list: listing.name }, error.message);
  });
  try {
    await begun?.();
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header(
      'content-disposition',
      `attachment; filename="${listing.name}-${localDay(caller.now, timeZone)}.csv"`,
    )
    .send(stream);
}

async function fileStream(
  listing: Listing<unknown>,
  caller: Caller,
  {
    spec,
    query,
    columns,
    sent,
  }: { spec: ListSpec; query: ListQuery; columns: readonly ListingColumn[]; sent?: Promise<unknown> },
  { db, exports, timeZone }: Pick<ListDeps, 'db' | 'exports' | 'timeZone'>,
): Promise<Readable> {
  return csvStream(
    { db, exports },
    {
      source: await listing.source(caller, spec),
      columns: columns.map((column) => inLanguage(column, { spec, name: listing.name, caller })),
      spec,
      query: withDays(query, { spec, timeZone, now: caller.now }),
      timeZone,
      ...(sent && { sent }),
    },
  );
}

/** Every row of a list as CSV, for an email; columns that are gone are left out, and without any named all are in it. */
export async function listFile(
  listing: Listing<unknown>,
  caller: Caller,
  { spec, query, columns: named }: { spec: ListSpec; query: ListQuery; columns: readonly string[] | null },
  deps: ListDeps,
): Promise<Readable> {
  const all = [...(await usualColumns(listing, named, deps.db)), ...ownColumns(spec)];
  const known = named?.filter((name) => all.some(({ field }) => field === name)) ?? [];
  const columns = chosenColumns(all, known.length > 0 ? known : null);
  return fileStream(listing, caller, { spec, query, columns }, deps);
}

/** How many rows of a list match. */
export async function listTotal(
  listing: Listing<unknown>,
  caller: Caller,
  { spec, query }: { spec: ListSpec; query: ListQuery },
  { db, timeZone }: Pick<ListDeps, 'db' | 'timeZone'>,
): Promise<number> {
  const { total } = await listPage(db, {
    spec,
    timeZone,
    source: await listing.source(caller, spec),
    query: withDays(query, { spec, timeZone, now: caller.now }),
  });
  return total;
}

/** What the audit log says of a file. */
export function exportEntry(name: string, { filters, trashed }: ListQuery): ExportEntry {
  return {
    action: `${name}.export`,
    subject: { type: name, id: null, name: null },
    changes: [
      ...filters.map(({ field, op, value }) => ({ field: `${field} ${op}`, before: null, after: value })),
      ...(trashed === 'without' ? [] : [{ field: 'trashed', before: null, after: trashed }]),
    ],
  };
}

function inLanguage(
  { sql: own, texts, is, ...given }: ListingColumn,
  { spec, name, caller }: { spec: ListSpec; name: string; caller: Caller },
): CsvColumn {
  const { locale } = caller;
  const { type, values = [], own: named } = is ?? spec.fields[given.field] ?? {};
  if (named) {
    return { ...given, type, heading: named.name, ...(values.length > 0 && { values: named.words }) };
  }
  const words = (type === 'boolean' ? Object.keys(yesOrNo) : values).flatMap((value) => {
    const word = `${texts ?? `${name}.values.${given.field}`}.${value}`;
    const key = hasText(locale, word) ? word : yesOrNo[value];
    return key ? [[value, translate(locale, key)] as const] : [];
  });
  // For columns where the screen shows a word and the file the field itself.
  const ownHeading = `${name}.fileFields.${given.field}`;
  return {
    ...given,
    type,
    ...(own && { sql: typeof own === 'function' ? own(caller) : own }),
    heading: translate(locale, hasText(locale, ownHeading) ? ownHeading : `${name}.fields.${given.field}`),
    ...(words.length > 0 && { values: Object.fromEntries(words) }),
  };
}

/** By PostgreSQL's words for yes and no. */
const yesOrNo: Readonly<Record<string, string>> = { true: 'list.yes', false: 'list.no' };

interface QueryDeps {
  db: Db;
  timeZone: string;
  lists: Pick<ListDeps, 'specFor'>;
}

interface Queried {
  spec: ListSpec;
  source(caller: Caller, spec: ListSpec): ListSource | Promise<ListSource>;
}

/**
 * The rows that a list's query finds, for acts on all of them.
 * @throws AppError on the field `query` when the list refuses it, or finds more than `max`.
 */
export async function idsOfQuery(
  { db, timeZone, lists }: QueryDeps,
  list: Queried,
  caller: Caller,
  { query, max }: { query: string; max: number },
): Promise<string[]> {
  const parameters = flatParameters(new URLSearchParams(query));
  const spec = await lists.specFor(list.spec, { locale: caller.locale, parameters });
  const read = withDays(readQuery(spec, parameters), { spec, timeZone, now: caller.now });
  const asked = { ...read, page: 1, limit: max };
  const page = await listPage(db, { spec, source: await list.source(caller, spec), query: asked, timeZone });
  if (page.total <= max) return page.ids;
  throw new AppError('validation_failed', {
    fields: { query: [{ key: 'validation.tooManyRows', params: { max } }] },
  });
}

function readQuery(spec: ListSpec, parameters: Record<string, unknown>): ListQuery {
  const read = parseListQuery(spec, parameters);
  if (read.ok) return read.query;
  throw new AppError('validation_failed', { fields: { query: Object.values(read.refusals).flat() } });
}
