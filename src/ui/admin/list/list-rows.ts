import { useTable } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { errorText } from '#web/providers/i18n.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';

export type ListRows<R extends Row> = ReturnType<typeof useListRows<R>>;

/** The page of rows for an address, by refine's `useTable`. */
export function useListRows<R extends Row>(
  { name: resource, list }: Pick<Resource<R>, 'name' | 'list'>,
  state: ListState,
  { isAwaited }: { isAwaited: boolean },
) {
  return useTable<R>({
    resource,
    // We write the address ourselves, in the API's grammar (docs/decisions/0111).
    syncWithLocation: false,
    meta: { listQuery: { ...state.query, include: [...(list?.include ?? [])] } },
    queryOptions: { enabled: !isAwaited, placeholderData: keepPreviousData },
    // A failed reload keeps the earlier rows, and a toast says that they may be out of date.
    errorNotification: (error) =>
      error?.statusCode === 401 ? false : { type: 'error', message: errorText(error?.cause) },
  });
}
