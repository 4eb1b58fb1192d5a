import { useTable } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { errorText } from '#web/providers/i18n.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { useLate } from '#web/ui/admin/resource/use-late.ts';

export type ListRows<R extends Row> = ReturnType<typeof useListRows<R>>;

/**
 * The page of rows for an address, by refine's `useTable`. The rows of the address before stay for a moment
 * (`isStale`); then they are late, and nobody shall take them for the new ones.
 */
export function useListRows<R extends Row>(
  { name: resource, list }: Pick<Resource<R>, 'name' | 'list'>,
  state: ListState,
  { isAwaited }: { isAwaited: boolean },
) {
  const { tableQuery, result } = useTable<R>({
    resource,
    // We write the address ourselves, in the API's grammar (docs/decisions/0111).
    syncWithLocation: false,
    meta: { listQuery: { ...state.query, include: [...(list?.include ?? [])] } },
    queryOptions: { enabled: !isAwaited, placeholderData: keepPreviousData },
    // A failed reload keeps the earlier rows, and a toast says that they may be out of date.
    errorNotification: (error) =>
      error?.statusCode === 401 ? false : { type: 'error', message: errorText(error?.cause) },
  });
  const isStale = isAwaited || tableQuery.isPlaceholderData;
  const isLate = useLate(isStale);
  const asked = whichRows(state.query);
  const [counted, setCounted] = useState(asked);
  if (!isStale && counted !== asked) setCounted(asked);
  // Another page or order of the same rows changes no number.
  const isCounted = tableQuery.isSuccess && !(isLate && (isAwaited || counted !== asked));
  return { tableQuery, result, isStale, isLate, total: isCounted ? result.total : undefined };
}

/** What decides how many rows there are. */
function whichRows({ filters, trashed }: ListQuery): string {
  return String(printListQuery({ filters, trashed }));
}
