import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * For a row of tabs: brings the tab of the open screen into view where a phone shows only some of them. `open`: the tab,
 * where that is not told by the path.
 */
export function useTabInView(open?: string): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab =
      row.current?.querySelector('[aria-current="page"]') ?? row.current?.querySelector('.remembered');
    if (!row.current || !tab) return;
    const frame = row.current.getBoundingClientRect();
    const place = tab.getBoundingClientRect();
    row.current.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
  }, [pathname, open]);
  return row;
}
