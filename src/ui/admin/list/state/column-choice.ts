import { useEffect, useRef, useState } from 'react';
import type { Filter, ListQuery } from '#contract/kernel/list-query.ts';
import { browserStorage } from '#web/ui/shared/json-storage.ts';
import type { ListState } from './list-state.ts';

/** The visible columns, in order. */
export interface ColumnChoice {
  fields: string[];
  shown: string[];
}

export interface ChosenColumns {
  choice: ColumnChoice;
  /** Changes the latest choice, which a slow screen may not show yet. */
  choose: (change: (now: ColumnChoice) => ColumnChoice) => void;
  reset: () => void;
}

type Columns = readonly { field: string; shown?: boolean }[];

/** The columns with those shown that are there at first under these filters. Pure. */
export function shownUnder<C extends Columns[number] & { shownWith?: { field: string; value: string } }>(
  columns: readonly C[],
  { filters, trashed }: Pick<ListQuery, 'filters' | 'trashed'>,
): C[] {
  const asked: readonly Filter[] = [...filters, { field: 'trashed', op: 'eq', value: trashed }];
  const asksFor = ({ field, value }: { field: string; value: string }) =>
    asked.some((one) => one.field === field && isOnly(one, value));
  return columns.map((column) =>
    column.shownWith && asksFor(column.shownWith) ? { ...column, shown: true } : column,
  );
}

/** Whether a filter leaves rows with this value alone. */
function isOnly({ op, value }: Filter, wanted: string): boolean {
  return (op === 'eq' || op === 'in') && String(value) === wanted;
}

/**
 * The columns of a list: those in its address, else the stored ones. The address names them unless they are the
 * default ones (docs/decisions/0050). Columns of a saved view are not stored as one's own.
 */
export function useColumnChoice(name: string, columns: Columns, state: ListState): ChosenColumns {
  const key = `columns.${name}`;
  // As stored: the columns that exist may be known only later.
  const [kept, setKept] = useState<unknown>(() => browserStorage.kept(key));
  const own = readChoice(kept, columns);
  const choice = state.columns ? choiceOf(state.columns, columns) : own;
  useNamedColumns(state, columns, own);
  const latestRef = useRef(choice);
  const shownNow = JSON.stringify(choice);
  useEffect(() => {
    latestRef.current = JSON.parse(shownNow);
  }, [shownNow]);

  function show(next: ColumnChoice, remember: () => void): void {
    const { view, query } = state;
    latestRef.current = next;
    if (view === null) {
      setKept(next);
      remember();
    }
    const named = view === null ? unusual(next, columns) : shownColumns(next);
    state.change({ columns: named, page: query.page }, { replace: true });
  }

  return {
    choice,
    choose: (change) => {
      const next = change(latestRef.current);
      show(next, () => browserStorage.keep(key, next));
    },
    reset: () => show(firstChoice(columns), () => browserStorage.forget(key)),
  };
}

/** The choice without these columns; they stay where they are in what is stored. */
export function withoutUnused(
  { choice: { fields, shown }, ...others }: ChosenColumns,
  unused: ReadonlySet<string>,
): ChosenColumns {
  const isOffered = (field: string) => !unused.has(field);
  return { ...others, choice: { fields: fields.filter(isOffered), shown: shown.filter(isOffered) } };
}

/** Writes columns that are not the default ones into the address, so that others who open it see the same. */
function useNamedColumns(state: ListState, columns: Columns, own: ColumnChoice): void {
  const named = state.columns !== null || state.view !== null || state.refusals !== null;
  const missing = named ? null : unusual(own, columns);
  useEffect(() => {
    if (missing) state.change({ columns: missing, page: state.query.page }, { replace: true });
  });
}

/** The visible columns, in order. */
export function shownColumns({ fields, shown }: ColumnChoice): string[] {
  return fields.filter((field) => shown.includes(field));
}

/** The visible columns, or null when they are the default ones. */
export function unusual(choice: ColumnChoice, columns: Columns): string[] | null {
  const shown = shownColumns(choice);
  return String(shown) === String(shownColumns(firstChoice(columns))) ? null : shown;
}

/** These columns first, in this order; the others after them, hidden. */
export function choiceOf(shown: readonly string[], columns: Columns): ColumnChoice {
  return readChoice({ fields: shown, shown }, columns);
}

export function firstChoice(columns: Columns): ColumnChoice {
  return {
    fields: columns.map(({ field }) => field),
    shown: columns.filter(({ shown }) => shown).map(({ field }) => field),
  };
}

/** A stored choice, adapted to the existing columns; an invalid one gives the default. */
export function readChoice(remembered: unknown, columns: Columns): ColumnChoice {
  const first = firstChoice(columns);
  if (!isChoice(remembered)) return first;
  const fields = [...new Set(remembered.fields.filter((field) => first.fields.includes(field)))];
  const shown = first.fields.filter((field) => remembered.shown.includes(field));
  return {
    fields: [...fields, ...first.fields.filter((field) => !fields.includes(field))],
    shown: shown.length > 0 ? shown : first.shown,
  };
}

/** The choice with a column moved one place earlier (-1) or later (1) among those that are offered. */
export function moved(
  choice: ColumnChoice,
  field: string,
  by: -1 | 1,
  offered: readonly string[] = choice.fields,
): ColumnChoice {
  const places = choice.fields.flatMap((one, place) => (offered.includes(one) ? [place] : []));
  const from = choice.fields.indexOf(field);
  const to = places[places.indexOf(from) + by];
  if (!places.includes(from) || to === undefined) return choice;
  const fields = choice.fields.toSpliced(from, 1).toSpliced(to, 0, field);
  return { ...choice, fields };
}

/** The choice with one column at the place of another, the others after it or before it. */
export function placed(choice: ColumnChoice, field: string, onto: string): ColumnChoice {
  const to = choice.fields.indexOf(onto);
  const fields = choice.fields.filter((one) => one !== field).toSpliced(to, 0, field);
  return { ...choice, fields };
}

/** The choice with a column that was hidden, or without one. One always stays, however quickly others are removed. */
export function toggled({ fields, shown }: ColumnChoice, field: string): ColumnChoice {
  if (!shown.includes(field)) return { fields, shown: [...shown, field] };
  const others = shown.filter((one) => one !== field);
  return { fields, shown: others.length > 0 ? others : [field] };
}

function isChoice(value: unknown): value is ColumnChoice {
  if (typeof value !== 'object' || value === null || !('fields' in value) || !('shown' in value))
    return false;
  return isTexts(value.fields) && isTexts(value.shown);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
