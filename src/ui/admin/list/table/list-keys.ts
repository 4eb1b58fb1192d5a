import type { RefObject } from 'react';
import { useKeys } from '#web/ui/admin/kit/use-keys.ts';

/**
 * A way through a list by keys: j and k move the focus between the titles of its rows, from where Enter opens one; x
 * selects it. The arrows do the same as j and k once the focus is in the table: before, they move the page.
 */
export function useListKeys(frame: RefObject<HTMLElement | null>): void {
  useKeys((key) => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-row-key]') ?? null;
    const row = frame.current?.contains(focused) ? focused : null;
    switch (key) {
      case 'j':
        return () => focusTitle(frame.current, row, 1);
      case 'k':
        return () => focusTitle(frame.current, row, -1);
      case 'ArrowDown':
        return row ? () => focusTitle(frame.current, row, 1) : undefined;
      case 'ArrowUp':
        return row ? () => focusTitle(frame.current, row, -1) : undefined;
      case 'x':
        return row ? () => row.querySelector<HTMLElement>('input[type=checkbox]')?.click() : undefined;
      default:
        return undefined;
    }
  });
}

export function focusFirstRow(list: HTMLElement): void {
  focusTitle(list, null, 1);
}

/** Focuses the title of the row before or after one; of the last or the first without one. */
function focusTitle(frame: HTMLElement | null, row: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('tr[data-row-key]') ?? [])];
  const place = row ? rows.indexOf(row) + by : by > 0 ? 0 : rows.length - 1;
  const title = rows[place]?.querySelector<HTMLElement>('.row-title, .title-button');
  title?.focus({ focusVisible: true } as FocusOptions); // TypeScript's types don't know it yet
}
