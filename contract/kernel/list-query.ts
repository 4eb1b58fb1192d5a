import { type Delimiter, isDelimiter } from './csv.ts';
import type { Refusal } from './issues.ts';
import type { Permission } from './permissions.ts';
import { limits } from './primitives.ts';
import { relativeRange } from './relative-range.ts';

/**
 * The list grammar of the API, read and written in one place for both sides (DESIGN section 4, API.md "Lists"):
 * `page`, `limit`, `sort[field]=asc|desc`, `filter[field][op]=value`, `with_trashed`, `only_trashed`, `include`,
 * `as_tree`, `format=csv` with `columns` and `delimiter`.
 */
export const operators = ['ilike', 'eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'null'] as const;
export type Operator = (typeof operators)[number];

/** `money` is a number of minor units. */
export type FieldType = 'text' | 'number' | 'money' | 'moment' | 'day' | 'boolean' | 'id' | 'enum';

export interface ListField {
  type: FieldType;
  /** The words an `enum` may have. */
  values?: readonly string[];
  /** Only shown in lists and files, neither sorted nor filtered by. */
  shownOnly?: boolean;
  /** A filter without a column that has several values in each row, so it can't be sorted by. */
  filterOnly?: boolean;
  /** The form that a `text` value must have. */
  pattern?: RegExp;
  /** For a field that staff defined: its id, and its name and words in the reader's language. */
  own?: { id: string; name: string; words: Readonly<Record<string, string>> };
}

export interface ListSpec<Field extends string = never> {
  fields: Readonly<Record<string, ListField> & Record<Field, ListField>>;
  /** The pseudo-field `search` looks through several columns. */
  search?: boolean;
  /** Deleted rows can be listed. */
  trashed?: boolean;
  include?: readonly string[];
  asTree?: boolean;
  /** Staff define further fields of it, `custom.KEY` (`own-values.ts`). */
  ownFields?: boolean;
  /** The permission that a CSV needs besides the list's own. */
  csvPermission?: Permission;
}

export type Trashed = 'without' | 'with' | 'only';
export type SortOrder = 'asc' | 'desc';

export interface Filter {
  field: string;
  op: Operator;
  /** As typed; a list for `in`. Checked against the field's type. */
  value: string | string[];
}

export interface ListQuery {
  page: number;
  limit: number;
  sort: { field: string; order: SortOrder }[];
  filters: Filter[];
  trashed: Trashed;
  include: string[];
  asTree: boolean;
  format: 'json' | 'csv';
  /** For a CSV: its columns, in order; null for all of them. */
  columns: string[] | null;
  /** For a CSV for spreadsheets; null for one for programs. */
  delimiter: Delimiter | null;
}

export const emptyListQuery: ListQuery = {
  page: 1,
  limit: limits.pageSize.default,
  sort: [],
  filters: [],
  trashed: 'without',
  include: [],
  asTree: false,
  format: 'json',
  columns: null,
  delimiter: null,
};

export type ListQueryResult =
  | { ok: true; query: ListQuery }
  | { ok: false; refusals: Record<string, Refusal[]> };

/**
 * Reads the parameters of an address (flat, brackets in the keys). Unknown and contradictory ones are refused by
 * name, never ignored.
 */
export function parseListQuery(spec: ListSpec, parameters: Record<string, unknown>): ListQueryResult {
  const query: ListQuery = { ...emptyListQuery, sort: [], filters: [], include: [] };
  const refusals = Object.entries(parameters).flatMap(([name, value]): [string, Refusal[]][] => {
    const refusal =
      typeof value === 'string' ? readParameter(spec, query, name, value) : { key: 'validation.repeated' };
    return refusal ? [[name, [refusal]]] : [];
  });
  for (const name of ['columns', 'delimiter']) {
    if (query.format !== 'csv' && Object.hasOwn(parameters, name))
      refusals.push([name, [unknownParameter(name)]]);
  }
  if (spec.trashed && isOn(parameters['with_trashed']) && isOn(parameters['only_trashed']))
    refusals.push(['with_trashed', [{ key: 'validation.notTogether', params: { name: 'only_trashed' } }]]);
  // `fromEntries`, because an assignment would lose a parameter named `__proto__`.
  return refusals.length > 0 ? { ok: false, refusals: Object.fromEntries(refusals) } : { ok: true, query };
}

/** The parameters of a query without defaults; `parseListQuery` reads them back. */
export function printListQuery(query: Partial<ListQuery>): URLSearchParams {
  const parameters = new URLSearchParams();
  if (query.page && query.page !== emptyListQuery.page) parameters.set('page', String(query.page));
  if (query.limit && query.limit !== emptyListQuery.limit) parameters.set('limit', String(query.limit));
  for (const { field, order } of query.sort ?? []) parameters.set(`sort[${field}]`, order);
  for (const { field, op, value } of query.filters ?? []) {
    parameters.set(`filter[${field}][${op}]`, Array.isArray(value) ? value.join(',') : value);
  }
  if (query.trashed === 'with') parameters.set('with_trashed', '1');
  if (query.trashed === 'only') parameters.set('only_trashed', '1');
  if (query.include?.length) parameters.set('include', query.include.join(','));
  if (query.asTree) parameters.set('as_tree', '1');
  if (query.format === 'csv') parameters.set('format', 'csv');
  if (query.columns) parameters.set('columns', query.columns.join(','));
  if (query.delimiter) parameters.set('delimiter', query.delimiter);
  return parameters;
}

/** An address's parameters in the form for `parseListQuery`. Repeated ones become a list, which it refuses by name. */
export function flatParameters(parameters: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** The fields by which a list can be sorted and filtered. */
export function offeredFields({ fields }: Pick<ListSpec, 'fields'>): string[] {
  return filterableFields({ fields }).filter((name) => !fields[name]?.filterOnly);
}

/** The same, with fields that can only be filtered by. */
export function filterableFields({ fields }: Pick<ListSpec, 'fields'>): string[] {
  return Object.keys(fields).filter((name) => isFilterable(fields, name));
}

function isFilterable(fields: ListSpec['fields'], name: string): boolean {
  return Object.hasOwn(fields, name) && !fields[name]?.shownOnly;
}

/** The operators of a field. A field with several values in each row only has "some". */
export function operatorsOf({ type, filterOnly = false }: ListField): readonly Operator[] {
  const ofType = typedOperators[type];
  return filterOnly ? ofType.filter((op) => op !== 'ne' && op !== 'null' && op !== 'ilike') : ofType;
}

const ordered = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'null'] as const;
const typedOperators: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: ['ilike', 'eq', 'ne', 'in', 'null'],
  enum: ['eq', 'ne', 'in', 'ilike', 'null'],
  id: ['eq', 'ne', 'in', 'null'],
  boolean: ['eq', 'ne', 'null'],
  number: ordered,
  money: ordered,
  moment: ordered,
  day: ordered,
};

function readParameter(spec: ListSpec, query: ListQuery, name: string, value: string): Refusal | undefined {
  switch (name) {
    case 'page':
      return readCount(value, limits.page, (page) => (query.page = page));
    case 'limit':
      return readCount(value, limits.pageSize, (limit) => (query.limit = limit));
    case 'format':
      if (value !== 'csv' && value !== 'json') return { key: 'validation.notAllowed' };
      query.format = value;
      return undefined;
    case 'columns':
      query.columns = value.split(',');
      return undefined;
    case 'delimiter':
      if (!isDelimiter(value)) return { key: 'validation.notAllowed' };
      query.delimiter = value;
      return undefined;
    case 'with_trashed':
    case 'only_trashed':
      return readTrashed(spec, query, name, value);
    case 'as_tree':
      if (!spec.asTree) return unknownParameter(name);
      return readBoolean(value, (asTree) => (query.asTree = asTree));
    case 'include':
      return readInclude(spec, query, value);
  }
  const sort = /^sort\[([^[\]]*)\]$/.exec(name);
  if (sort) return readSort(spec, query, sort[1] ?? '', value);
  const filter = /^filter\[([^[\]]*)\]\[([^[\]]*)\]$/.exec(name);
  if (filter) return readFilter(spec, query, { field: filter[1] ?? '', op: filter[2] ?? '', value });
  return unknownParameter(name);
}

function unknownParameter(name: string): Refusal {
  return { key: 'validation.unknownKey', params: { name } };
}

function readCount(
  value: string,
  { min, max }: { min: number; max: number },
  keep: (count: number) => void,
): Refusal | undefined {
  if (!/^\d+$/.test(value)) return { key: 'validation.numberExpected' };
  const count = Number(value);
  if (count < min) return { key: 'validation.tooSmall', params: { min } };
  if (count > max) return { key: 'validation.tooBig', params: { max } };
  keep(count);
  return undefined;
}

function readBoolean(value: string, keep: (value: boolean) => void): Refusal | undefined {
  const read = booleanOf(value);
  if (read === undefined) return { key: 'validation.notAllowed' };
  keep(read);
  return undefined;
}

function isOn(value: unknown): boolean {
  return typeof value === 'string' && booleanOf(value) === true;
}

/** 1, 0, true, false of a parameter; undefined for anything else. */
export function booleanOf(value: string): boolean | undefined {
  if (value === '1' || value === 'true') return true;
  if (value === '0' || value === 'false') return false;
  return undefined;
}

function readTrashed(spec: ListSpec, query: ListQuery, name: string, value: string): Refusal | undefined {
  if (!spec.trashed) return unknownParameter(name);
  return readBoolean(value, (on) => {
    if (on) query.trashed = name === 'only_trashed' ? 'only' : 'with';
  });
}

function readInclude(spec: ListSpec, query: ListQuery, value: string): Refusal | undefined {
  const names = value.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !spec.include?.includes(name));
  if (unknown !== undefined || !spec.include) return unknownParameter(unknown ?? 'include');
  query.include = names;
  return undefined;
}

function readSort(spec: ListSpec, query: ListQuery, field: string, order: string): Refusal | undefined {
  const isSortable = isFilterable(spec.fields, field) && !spec.fields[field]?.filterOnly;
  if (!isSortable) return { key: 'validation.unknownField', params: { name: field } };
  if (order !== 'asc' && order !== 'desc') return { key: 'validation.notAllowed' };
  query.sort.push({ field, order });
  return undefined;
}

function readFilter(
  spec: ListSpec,
  query: ListQuery,
  { field, op, value }: { field: string; op: string; value: string },
): Refusal | undefined {
  const type = field === 'search' && spec.search ? searchField : ownField(spec, field);
  if (!type) return { key: 'validation.unknownField', params: { name: field } };
  const allowed = type === searchField ? (['ilike'] as const) : operatorsOf(type);
  const operator = allowed.find((name) => name === op);
  if (!operator) return { key: 'validation.unknownOperator', params: { name: op } };
  const values = operator === 'in' ? value.split(',').filter((part) => part !== '') : [value];
  if (operator === 'in' && values.length > maximumListed) {
    return { key: 'validation.tooMany', params: { max: maximumListed } };
  }
  for (const one of values) {
    const refusal =
      operator === 'null'
        ? booleanRefusal(one)
        : operator === 'ilike' || isRange(type, operator, one)
          ? undefined
          : valueRefusal(type, one);
    if (refusal) return refusal;
  }
  // Like `id` in `primitives.ts`.
  const asKept = (one: string) => (type.type === 'id' && operator !== 'null' ? one.toLowerCase() : one);
  query.filters.push({ field, op: operator, value: operator === 'in' ? values.map(asKept) : asKept(value) });
  return undefined;
}

/** A date may be within a range that moves with time (`relative-range.ts`). */
function isRange({ type }: ListField, op: Operator, value: string): boolean {
  const isDate = type === 'day' || type === 'moment';
  return isDate && op === 'eq' && relativeRange(value) !== undefined;
}

const searchField: ListField = { type: 'text' };
const maximumListed = 200;

function ownField(spec: ListSpec, field: string): ListField | undefined {
  return isFilterable(spec.fields, field) ? spec.fields[field] : undefined;
}

function booleanRefusal(value: string): Refusal | undefined {
  return booleanOf(value) === undefined ? { key: 'validation.notAllowed' } : undefined;
}

function valueRefusal({ type, values, pattern }: ListField, value: string): Refusal | undefined {
  switch (type) {
    case 'text':
      return pattern?.test(value) === false ? { key: 'validation.notAllowed' } : undefined;
    case 'enum':
      return values?.includes(value) ? undefined : { key: 'validation.notAllowed' };
    case 'id':
      return uuidPattern.test(value) ? undefined : { key: 'validation.id' };
    case 'boolean':
      return booleanRefusal(value);
    case 'number':
    case 'money':
      return /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value))
        ? undefined
        : { key: 'validation.numberExpected' };
    case 'moment':
      return isDay(value) || isMoment(value) ? undefined : { key: 'validation.date' };
    case 'day':
      return isDay(value) ? undefined : { key: 'validation.date' };
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A day without a time (`2026-03-14`), which means that whole day in the variant's time zone. */
export function isDay(value: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!match) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && Number(match[1]) > 0;
}

function isMoment(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    isDay(value.slice(0, 10)) &&
    !Number.isNaN(Date.parse(value))
  );
}
