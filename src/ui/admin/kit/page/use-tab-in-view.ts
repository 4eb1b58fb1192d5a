import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * For a row of tabs: scrolls the open tab into view where a phone shows only some. `open`: the tab, if the path does
 * not say it.
 */
export function useTabInView(open?: string): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab =
      row.current?.querySelector('[aria-current="page"]') ?? row.current?.querySelector('[data-opened-last]');
    if (!row.current || !tab) return;
    const frame = row.current.getBoundingClientRect();
    const place = tab.getBoundingClientRect();
    row.current.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
  }, [pathname, open]);
  return row;
}
