import { useState } from 'react';

/** Which columns are shown, in their order. */
export interface ColumnChoice {
  fields: string[];
  shown: string[];
}

/**
 * The remembered choice of columns of a list. A column that the declaration gained since is added, hidden; one
 * that it lost is dropped.
 */
export function useColumnChoice(
  name: string,
  columns: readonly { field: string; shown?: boolean }[],
): { choice: ColumnChoice; choose(choice: ColumnChoice): void; reset(): void } {
  const key = `columns.${name}`;
  const [choice, setChoice] = useState(() => readChoice(stored(key), columns));
  return {
    choice,
    choose: (next) => {
      setChoice(next);
      store(key, JSON.stringify(next));
    },
    reset: () => {
      setChoice(firstChoice(columns));
      store(key, null);
    },
  };
}

export function firstChoice(columns: readonly { field: string; shown?: boolean }[]): ColumnChoice {
  return {
    fields: columns.map(({ field }) => field),
    shown: columns.filter(({ shown }) => shown).map(({ field }) => field),
  };
}

/** A remembered choice, mended to the columns there are; garbage is the first choice. */
export function readChoice(
  remembered: string | null,
  columns: readonly { field: string; shown?: boolean }[],
): ColumnChoice {
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
