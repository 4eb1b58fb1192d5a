import { useList } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { limits } from '#contract/kernel/primitives.ts';

/** The count follows when a filter has not been changed for this long. */
const restMs = 250;

/** How many rows a list has for a query; null until it is known, and for none. */
export function useMatching(resource: string, query: ListQuery | null): number | null {
  const wanted = query && { ...query, page: 1, limit: limits.pageSize.min };
  const asked = wanted ? String(printListQuery(wanted)) : null;
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    const waiting = setTimeout(() => setRested(asked), restMs);
    return () => clearTimeout(waiting);
  }, [asked]);
  const isAsked = asked !== null && rested === asked;
  const { result, query: answer } = useList({
    resource,
    meta: { listQuery: wanted ?? {} },
    queryOptions: { enabled: isAsked },
    errorNotification: false,
  });
  return isAsked && answer.isSuccess ? (result.total ?? null) : null;
}
