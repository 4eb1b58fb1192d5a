import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { keepPlace, placeIn } from '#web/ui/admin/resource/list-place.ts';

/**
 * Keeps where somebody is in a list, and comes back there: to the page, the filter and the order by the address, to the
 * scroll position and the row by what was kept when the row was opened. Gives the handler that keeps it.
 */
export function useListPlace(list: string, rows: { ids: readonly string[]; total: number } | null) {
  const { search, state } = useLocation();
  const isBack = useNavigationType() === 'POP' || isBackState(state);
  const [left] = useState(() => {
    const place = isBack ? placeIn(list) : null;
    return place?.search === search ? place : null;
  });
  const isRestored = useRef(false);
  const ids = rows?.ids.join(' ');
  const total = rows?.total ?? 0;
  useEffect(() => {
    if (ids === undefined) return;
    const place = { search, ids: ids === '' ? [] : ids.split(' '), total };
    const isThere = !isRestored.current && left?.search === search;
    keepPlace(list, { ...place, scroll: isThere ? left.scroll : 0, row: isThere ? left.row : null });
    if (isThere && left.row !== null) comeBack(left.row, left.scroll);
    isRestored.current = true;
  }, [list, search, ids, total, left]);
  return (event: MouseEvent) => {
    const place = placeIn(list);
    const row = event.target instanceof Element ? event.target.closest('tr[data-row-key]') : null;
    if (place && row) keepPlace(list, { ...place, scroll: scrollY, row: row.getAttribute('data-row-key') });
  };
}

function isBackState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'back' in state;
}

/** Scrolls to where it was, and gives the row the focus: the next key press goes on from there. */
function comeBack(row: string, scroll: number): void {
  scrollTo(0, scroll);
  const line = document.querySelector(`tr[data-row-key="${CSS.escape(row)}"]`);
  line?.querySelector<HTMLElement>('.row-title, .title-button')?.focus({ preventScroll: true });
  const place = line?.getBoundingClientRect();
  if (line && place && (place.top < 0 || place.bottom > innerHeight))
    line.scrollIntoView({ block: 'center' });
}
