import { useEffect, useState } from 'react';
import type { ListState } from '#web/ui/list-state.ts';

/** Which columns are shown, in their order. */
export interface ColumnChoice {
  fields: string[];
  shown: string[];
}

type Columns = readonly { field: string; shown?: boolean }[];

/**
 * The columns of a list: those of its address, else the remembered ones, which the address then names unless they are
 * the usual ones (docs/decisions/0050). Those of a saved view are not remembered as one's own.
 */
export function useColumnChoice(
  name: string,
  columns: Columns,
  state: ListState,
): { choice: ColumnChoice; choose(choice: ColumnChoice): void; reset(): void } {
  const key = `columns.${name}`;
  const [own, setOwn] = useState(() => readChoice(stored(key), columns));
  const choice = state.columns ? choiceOf(state.columns, columns) : own;
  useNamedColumns(state, columns, own);

  function remember(next: ColumnChoice, text: string | null): void {
    const { view, query } = state;
    if (view === null) {
      setOwn(next);
      store(key, text);
    }
    const named = view === null ? unusual(next, columns) : shownColumns(next);
    state.change({ columns: named, page: query.page }, { replace: true });
  }

  return {
    choice,
    choose: (next) => remember(next, JSON.stringify(next)),
    reset: () => remember(firstChoice(columns), null),
  };
}

/** The address says the columns whenever they are not the usual ones, so that whoever gets it sees the same. */
function useNamedColumns(state: ListState, columns: Columns, own: ColumnChoice): void {
  const named = state.columns !== null || state.view !== null || state.refusals !== null;
  const missing = named ? null : unusual(own, columns);
  useEffect(() => {
    if (missing) state.change({ columns: missing, page: state.query.page }, { replace: true });
  });
}

/** The columns that are shown, in order. */
export function shownColumns({ fields, shown }: ColumnChoice): string[] {
  return fields.filter((field) => shown.includes(field));
}

/** The columns shown, or null when they are the usual ones. */
export function unusual(choice: ColumnChoice, columns: Columns): string[] | null {
  const shown = shownColumns(choice);
  return String(shown) === String(shownColumns(firstChoice(columns))) ? null : shown;
}

/** Those columns first, in that order; the others after them, hidden. */
export function choiceOf(shown: readonly string[], columns: Columns): ColumnChoice {
  return readChoice(JSON.stringify({ fields: shown, shown }), columns);
}

export function firstChoice(columns: Columns): ColumnChoice {
  return {
    fields: columns.map(({ field }) => field),
    shown: columns.filter(({ shown }) => shown).map(({ field }) => field),
  };
}

/** A remembered choice, mended to the columns there are; garbage is the first choice. */
export function readChoice(remembered: string | null, columns: Columns): ColumnChoice {
  const first = firstChoice(columns);
  const read = parsed(remembered);
  if (!read) return first;
  const fields = [...new Set(read.fields.filter((field) => first.fields.includes(field)))];
  const shown = first.fields.filter((field) => read.shown.includes(field));
  return {
    fields: [...fields, ...first.fields.filter((field) => !fields.includes(field))],
    shown: shown.length > 0 ? shown : first.shown,
  };
}

/** The choice with a column one place earlier (-1) or later (1). */
export function moved(choice: ColumnChoice, field: string, by: -1 | 1): ColumnChoice {
  const from = choice.fields.indexOf(field);
  const to = from + by;
  if (from < 0 || to < 0 || to >= choice.fields.length) return choice;
  const fields = choice.fields.toSpliced(from, 1).toSpliced(to, 0, field);
  return { ...choice, fields };
}

function parsed(remembered: string | null): ColumnChoice | null {
  try {
    const value: unknown = JSON.parse(remembered ?? 'null');
    if (typeof value !== 'object' || value === null || !('fields' in value) || !('shown' in value))
      return null;
    if (!isTexts(value.fields) || !isTexts(value.shown)) return null;
    return { fields: value.fields, shown: value.shown };
  } catch {
    return null;
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

// A browser may refuse its storage; the choice then lasts as long as the page.
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    return;
  }
}
