import { useState } from 'react';
import { printListQuery } from '#contract/list-query.ts';
import { bulkLimits } from '#contract/panel/bulk.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import type { AnyResource } from '#web/ui/admin/resource/define-resource.ts';

/** The rows of a list that are chosen, over all of its pages. */
export interface Selection {
  ids: readonly string[];
  /** All that the filter finds, instead of some by their ids. */
  isAll: boolean;
  choose(ids: readonly string[]): void;
  chooseAll(): void;
  clear(): void;
}

/** The rows of an act, as the API is told. */
export type Selected = { ids: string[] } | { query: string };

/** The choice of rows of a list with acts on many; another filter begins a new one. Undefined: nobody may act here. */
export function useSelection(
  bulk: AnyResource['bulk'],
  { query: { filters, trashed } }: Pick<ListState, 'query'>,
): Selection | undefined {
  const filter = filterOf({ filters, trashed });
  const [chosen, setChosen] = useState<{ filter: string; ids: readonly string[]; isAll: boolean }>(nothing);
  const may = useMay();
  if (!bulk || !may(bulk.route).allowed) return undefined;
  const { ids, isAll } = chosen.filter === filter ? chosen : nothing;
  return {
    ids,
    isAll,
    choose: (some) => setChosen({ filter, ids: some.slice(0, bulkLimits.ids.max), isAll: false }),
    chooseAll: () => setChosen({ filter, ids: [], isAll: true }),
    clear: () => setChosen(nothing),
  };
}

const nothing = { filter: '', ids: [], isAll: false };

/** The filter of a list as an act on all of it is told. */
export function filterOf({ filters, trashed }: Pick<ListState['query'], 'filters' | 'trashed'>): string {
  return String(printListQuery({ filters, trashed }));
}
