import { useList } from '@refinedev/core';
import type { ListQuery } from '#contract/kernel/list-query.ts';
import type { Route } from '#contract/http/route.ts';
import type { Row } from '#web/ui/admin/resource/define-resource.ts';
import { useHolds, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';

const lookEveryMs = 60_000;

/** The most that a panel ever shows. */
const mostRows = 12;

export interface TodoRows<R extends Row> {
  rows: readonly R[];
  total: number;
  /** Whether it is known by now; always for people who may not see the list. */
  isKnown: boolean;
  /** Whether it was answered, or could not be: nothing moves any more. */
  isSettled: boolean;
}

/** The first rows of a list that waits for somebody, and how many there are. */
export function useTodo<R extends Row>(
  resource: { name: string },
  query: Pick<ListQuery, 'filters' | 'sort'> | undefined,
): TodoRows<R> {
  const isListed = useIsListed(resource.name);
  const isAsked = isListed && query !== undefined;
  const { query: answer, result } = useList<R>({
    resource: resource.name,
    meta: { listQuery: { limit: mostRows, ...query } },
    queryOptions: { enabled: isAsked },
    errorNotification: false,
  });
  usePolling(answer.refetch, isAsked && lookEveryMs);
  if (!isListed) return { rows: [], total: 0, isKnown: true, isSettled: true };
  const { isSuccess: isKnown, isFetched: isSettled } = answer;
  return { rows: result.data, total: isKnown ? (result.total ?? 0) : 0, isKnown, isSettled };
}

/** What a route sums up for this list. `isKnown` as above; without data for people who may not read it. */
export function useTodoSum<R extends Route>(route: R, key: readonly unknown[]) {
  const isAsked = useHolds()(route);
  const { data, error, refetch } = useRead(route, { key, keepsLast: true, enabled: isAsked });
  usePolling(refetch, isAsked && lookEveryMs);
  const isKnown = !isAsked || data !== undefined;
  return { data, isKnown, isSettled: isKnown || error !== null };
}
