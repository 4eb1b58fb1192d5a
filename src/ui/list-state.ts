import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Refusal } from '#contract/issues.ts';
import {
  emptyListQuery,
  type Filter,
  flatParameters,
  type ListQuery,
  type ListSpec,
  parseListQuery,
  printListQuery,
} from '#contract/list-query.ts';

export interface ListState {
  query: ListQuery;
  /** What the address says that this list does not know, by parameter. */
  refusals: Record<string, Refusal[]> | null;
  /** Writes the address; back to the first page unless the page itself is set. */
  change(changes: Partial<ListQuery>, options?: { replace?: boolean }): void;
  clear(): void;
  /** Drops from the address what was refused. */
  dropRefused(): void;
}

/**
 * The whole state of a list, in the address and nowhere else, in the API's own grammar (DESIGN section 9).
 */
export function useListState(spec: ListSpec): ListState {
  const [parameters, setParameters] = useSearchParams();
  const address = parameters.toString();
  const read = useMemo(
    () => parseListQuery(spec, flatParameters(new URLSearchParams(address))),
    [spec, address],
  );
  const query = read.ok ? read.query : emptyListQuery;
  return {
    query,
    refusals: read.ok ? null : read.refusals,
    change: (changes, { replace = false } = {}) =>
      setParameters(printListQuery({ ...query, page: 1, ...changes }), { replace }),
    clear: () => setParameters(printListQuery({ limit: query.limit, sort: query.sort })),
    dropRefused: () => {
      const kept = new URLSearchParams(address);
      if (!read.ok) Object.keys(read.refusals).forEach((name) => kept.delete(name));
      setParameters(kept, { replace: true });
    },
  };
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
