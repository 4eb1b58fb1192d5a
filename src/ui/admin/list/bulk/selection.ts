import { useState } from 'react';
import { printListQuery } from '#contract/kernel/list-query.ts';
import { bulkLimits } from '#contract/panel/bulk.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { useMay } from '#web/ui/admin/resource/admin-context.ts';
import type { AnyResource, BulkAct, Row } from '#web/ui/admin/resource/define-resource.ts';

/** The rows of a list that are chosen, over all of its pages. */
export interface Selection {
  ids: readonly string[];
  /** All that the filter finds, instead of some by their ids. */
  isAll: boolean;
  /** Those of the chosen rows that were shown. */
  rows: readonly Row[];
  choose(ids: readonly string[], rows: readonly Row[]): void;
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
  const [chosen, setChosen] = useState<Chosen>(nothing);
  const may = useMay();
  if (!bulk || !may(bulk.route).allowed) return undefined;
  const { ids, isAll, rows } = chosen.filter === filter ? chosen : nothing;
  return {
    ids,
    isAll,
    rows,
    choose: (some, shown) =>
      setChosen({ filter, ids: some.slice(0, bulkLimits.ids.max), isAll: false, rows: shown }),
    chooseAll: () => setChosen({ filter, ids: [], isAll: true, rows: [] }),
    clear: () => setChosen(nothing),
  };
}

interface Chosen extends Pick<Selection, 'ids' | 'isAll' | 'rows'> {
  filter: string;
}

const nothing: Chosen = { filter: '', ids: [], isAll: false, rows: [] };

/**
 * Why an act would do nothing to any of the chosen rows: the first reason. Null if it would, or if nobody knows, because
 * some of them were never shown. Pure.
 */
export function whyNone(
  { ids, isAll, rows }: Pick<Selection, 'ids' | 'isAll' | 'rows'>,
  { wont }: Pick<BulkAct, 'wont'>,
) {
  if (isAll || wont === undefined || ids.length === 0) return null;
  const shown = new Map(rows.map((row) => [row.id, row]));
  const reasons = ids.map((id) => {
    const row = shown.get(id);
    return row === undefined ? null : wont(row);
  });
  return reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
}

/** The filter of a list as an act on all of it is told. */
export function filterOf({ filters, trashed }: Pick<ListState['query'], 'filters' | 'trashed'>): string {
  return String(printListQuery({ filters, trashed }));
}
