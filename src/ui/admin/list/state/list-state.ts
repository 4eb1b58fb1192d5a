import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Refusal } from '#contract/kernel/issues.ts';
import {
  emptyListQuery,
  type Filter,
  flatParameters,
  type ListQuery,
  type ListSpec,
  parseListQuery,
  printListQuery,
} from '#contract/kernel/list-query.ts';
import { ownPrefix } from '#contract/client-fields/own-values.ts';
import { id } from '#contract/kernel/primitives.ts';

/** The parts of a list's address beyond the API's grammar. */
interface Shown {
  /** The columns, in order; null leaves them to the person who opens the address. */
  columns: string[] | null;
  /** The saved view that it was opened from. */
  view: string | null;
}

type Changes = Partial<ListQuery & Shown>;

export interface ListState extends Shown {
  query: ListQuery;
  /** The parts of the address that this list does not know, by parameter. */
  refusals: Record<string, Refusal[]> | null;
  /** Whether the list may show more rows than its address asked for. */
  isWider: boolean;
  /** True while the address names a view and none of its content. */
  isBare: boolean;
  /** Writes the address, which may be ahead of the screen. Goes to the first page unless a page is given. */
  change(changes: Changes | ((now: ListQuery) => Changes), options?: { replace?: boolean }): void;
  clear(): void;
  /** Writes the content of a saved view into the address. */
  fill(search: string, columns: string[] | null): void;
  /** Removes refused parts from the address. */
  dropRefused(): void;
}

/**
 * The whole state of a list, only in the address, in the API's grammar (DESIGN section 9); `known` are the existing
 * columns.
 */
export function useListState(spec: ListSpec, known: readonly string[]): ListState {
  const [parameters, setParameters] = useSearchParams();
  const address = parameters.toString();
  const read = useMemo(() => readAddress(spec, known, new URLSearchParams(address)), [spec, known, address]);
  const { query, columns, view, refusals } = read;
  return {
    ...read,
    isWider: Object.keys(refusals ?? {}).some(mayRestrict),
    isBare: view !== null && parameters.size === 1,
    change: (changes, { replace = false } = {}) => {
      const now = readAddress(spec, known, new URLSearchParams(window.location.search));
      const changed = typeof changes === 'function' ? changes(now.query) : changes;
      const { columns: shown, view: from } = now;
      setParameters(printAddress({ ...now.query, columns: shown, view: from, page: 1, ...changed }), {
        replace,
      });
    },
    clear: () => setParameters(printAddress({ limit: query.limit, sort: query.sort, columns, view })),
    fill: (search, names) => {
      const filled = new URLSearchParams(search);
      const there = names?.filter((name) => known.includes(name)) ?? [];
      if (there.length > 0) filled.set('columns', there.join(','));
      if (view) filled.set('view', view);
      // Otherwise the address would be filled again.
      if (filled.size === 1) filled.set('page', '1');
      setParameters(filled, { replace: true });
    },
    dropRefused: () => {
      const kept = new URLSearchParams(address);
      Object.keys(refusals ?? {}).forEach((name) => kept.delete(name));
      setParameters(kept, { replace: true });
    },
  };
}

/** The state in an address, and its refused parts, which are said above the list and left out of the state. */
export function readAddress(
  spec: ListSpec,
  known: readonly string[],
  parameters: URLSearchParams,
): Shown & Pick<ListState, 'query' | 'refusals'> {
  const { columns: named, view, ...others } = flatParameters(parameters);
  const columns = withoutGoneFields(named, known);
  const read = parseListQuery(spec, others);
  const refusals: Record<string, Refusal[]> = {
    ...(!read.ok && read.refusals),
    ...refusedHere(others),
    ...refusalOf('columns', columns === undefined ? null : refusedColumn(columns, known)),
    ...refusalOf('view', view === undefined || id.safeParse(view).success ? null : { key: 'validation.id' }),
  };
  const isRefused = Object.keys(refusals).length > 0;
  return {
    query: read.ok && !isRefused ? read.query : queryWithout(spec, others, refusals),
    columns: columns === undefined || 'columns' in refusals ? null : String(columns).split(','),
    view: view === undefined || 'view' in refusals ? null : String(view),
    refusals: isRefused ? refusals : null,
  };
}

/** Whether a refused part of an address could have left out rows. A foreign word (`pageSize`) means nothing here. */
export function mayRestrict(name: string): boolean {
  return name.startsWith('filter') || name === 'trashed' || name === 'view';
}

/** What remains of a query without its refused parts. */
function queryWithout(spec: ListSpec, parameters: Record<string, unknown>, refusals: object): ListQuery {
  const kept = Object.entries(parameters).filter(([name]) => !Object.hasOwn(refusals, name));
  const read = parseListQuery(spec, Object.fromEntries(kept));
  return read.ok ? read.query : emptyListQuery;
}

/** The column of an own field that is deleted is left out: it restricts nothing, unlike a filter by it. */
function withoutGoneFields(
  columns: string | string[] | undefined,
  known: readonly string[],
): string | string[] | undefined {
  if (typeof columns !== 'string' || !columns.includes(ownPrefix)) return columns;
  const there = columns.split(',').filter((name) => known.includes(name) || !name.startsWith(ownPrefix));
  return there.length === 0 ? undefined : there.join(',');
}

/** The address of a state; `readAddress` reads it back. */
export function printAddress({ columns, view, ...query }: Changes): URLSearchParams {
  const parameters = printListQuery(query);
  if (columns) parameters.set('columns', columns.join(','));
  if (view) parameters.set('view', view);
  return parameters;
}

/** Parameters of the API that don't belong into a list's address: with `format=csv` it would never show a row. */
const apiOnly = ['format', 'include', 'as_tree'];

function refusedHere(parameters: Record<string, unknown>): Record<string, Refusal[]> {
  const given = apiOnly.filter((name) => Object.hasOwn(parameters, name));
  return Object.fromEntries(
    given.map((name) => [name, [{ key: 'validation.unknownKey', params: { name } }]]),
  );
}

function refusalOf(name: string, refusal: Refusal | null): Record<string, Refusal[]> {
  return refusal ? { [name]: [refusal] } : {};
}

function refusedColumn(columns: string | string[], known: readonly string[]): Refusal | null {
  const names = Array.isArray(columns) ? null : columns.split(',');
  if (!names || new Set(names).size < names.length) return { key: 'validation.repeated' };
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined ? null : { key: 'validation.unknownField', params: { name: unknown } };
}

/** The value of one filter, or undefined. */
export function filterValue(
  query: ListQuery,
  field: string,
  op: Filter['op'],
): string | string[] | undefined {
  return query.filters.find((filter) => filter.field === field && filter.op === op)?.value;
}

/** The filters with those of one field replaced. */
export function withFilters(query: ListQuery, field: string, filters: Filter[]): Filter[] {
  return [...query.filters.filter((filter) => filter.field !== field), ...filters];
}
