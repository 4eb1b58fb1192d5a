import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flatParameters, printListQuery } from '#contract/kernel/list-query.ts';
import { type SavedView, type ViewedList, viewedLists } from '#contract/entities/saved-view.ts';
import { savedViewApi } from '#contract/routes/panel/saved-view.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { type ColumnChoice, shownColumns } from '#web/ui/admin/list/state/column-choice.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

/** The name of a list's saved views; undefined for a list without them. */
export function viewedList(name: string): ViewedList | undefined {
  return Object.hasOwn(viewedLists, name) ? (name as ViewedList) : undefined;
}

/** The person's own views of a list, and the team's. */
export function useSavedViews(resource: ViewedList, { enabled }: { enabled: boolean }) {
  const { http } = useAdmin();
  return useQuery({
    queryKey: ['saved-views', resource],
    queryFn: async ({ signal }) =>
      (await http.call(savedViewApi.views, { query: { resource }, signal })).data,
    enabled,
  });
}

/** Loads them again. */
export function useRefreshViews(resource: ViewedList): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ['saved-views', resource] });
}

export type CurrentView =
  | { state: 'none' | 'loading' | 'missing' | 'failed' }
  | { state: 'same' | 'changed'; view: SavedView };

/**
 * The saved view in the address, and whether the list has been changed since. An address with only the view's name is
 * filled with its content.
 */
export function useCurrentView(name: string, list: ListState, choice: ColumnChoice): CurrentView {
  const resource = viewedList(name);
  const isNamed = resource !== undefined && list.view !== null;
  const { data, isError } = useSavedViews(resource ?? 'clients', { enabled: isNamed });
  const view = data?.find(({ id }) => id === list.view);
  const isToFill = isNamed && list.isBare && view !== undefined;
  useEffect(() => {
    if (isToFill) list.fill(view.search, view.columns);
  });
  if (!isNamed) return { state: 'none' };
  if (view) return { state: isToFill || isSame(view, list, choice) ? 'same' : 'changed', view };
  if (isError) return { state: 'failed' };
  return { state: data ? 'missing' : 'loading' };
}

/** The part of a list's state that is saved. */
export function stateToSave(
  { query: { limit, sort, filters, trashed } }: Pick<ListState, 'query'>,
  choice: ColumnChoice,
): Pick<SavedView, 'search'> & { columns: string[] } {
  return {
    search: String(printListQuery({ limit, sort, filters, trashed })),
    columns: shownColumns(choice),
  };
}

/** Whether a list shows the same as the view; the order of its filters does not matter. */
export function isSame(
  view: Pick<SavedView, 'search' | 'columns'>,
  list: Pick<ListState, 'query'>,
  choice: ColumnChoice,
): boolean {
  const shown = stateToSave(list, choice);
  const sameColumns = view.columns === null || String(view.columns) === String(shown.columns);
  return sameColumns && told(view.search) === told(shown.search);
}

function told(search: string): string {
  const parameters = Object.entries(flatParameters(new URLSearchParams(search)));
  // The order of sorts matters, the order of filters does not.
  const isSort = ([name]: [string, unknown]) => name.startsWith('sort[');
  return JSON.stringify([
    parameters.filter(isSort),
    parameters.filter((one) => !isSort(one)).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
