import { useCustom } from '@refinedev/core';
import type * as z from 'zod';
import type { Route } from '#contract/http/route.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { type CallOptions, filledPath } from '#web/providers/http-client.ts';
import { useLate } from './use-late.ts';

type DataOf<R extends Route> = z.output<R['answer']> extends { data: infer Data } ? Data : never;

/**
 * Reads a route that is no row of a list, with refine's `useCustom`. `isLate` is true when the answer of an earlier
 * question has stayed for so long that it would be taken for the one that is asked for.
 */
export function useRead<R extends Route>(
  route: R,
  {
    params,
    query,
    key,
    ...options
  }: Pick<CallOptions<R>, 'params' | 'query'> & {
    /** The cache key, which also decides what is invalidated together. */
    key?: readonly unknown[];
    staleTime?: number;
    enabled?: boolean;
    /** The earlier answer stays visible until the next one comes. */
    keepsLast?: boolean;
  } = {},
) {
  const { keepsLast = false, ...queryOptions } = options;
  const search =
    query instanceof URLSearchParams ? query : new URLSearchParams(query as Record<string, string>);
  const path = filledPath(route.path, params);
  const { query: answer } = useCustom<DataOf<R> & object>({
    url: search.size > 0 ? `${path}?${search}` : path,
    method: 'get',
    queryOptions: {
      retry: false,
      ...queryOptions,
      ...(key && { queryKey: key }),
      ...(keepsLast && { placeholderData: (before) => before }),
    },
    errorNotification: false,
  });
  const { isPending, refetch } = answer;
  const isLate = useLate(answer.isPlaceholderData);
  // The server validates it with this very schema; it may be empty (`{ data: null }`).
  const data = answer.data?.data as DataOf<R> | undefined;
  return { data, error: answer.error ? causeOf(answer.error) : null, isPending, isLate, refetch };
}
