import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ChevronIcon } from '#web/ui/admin/kit/icons.tsx';
import './page-tabs.css';

/**
 * A row of tabs. Where only some fit, the open one is scrolled into view, and an edge with more behind it fades and
 * has an arrow. `open`: the tab, if the path does not say it.
 */
export function TabRow({
  label,
  className,
  open,
  children,
}: {
  label: string;
  className: string;
  open?: string;
  children: ReactNode;
}) {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState<HiddenTabs>({ start: false, end: false });
  const look = useCallback(
    () => setHidden((now) => (row.current ? changed(now, hiddenTabs(row.current)) : now)),
    [],
  );
  useLayoutEffect(() => {
    const nav = row.current;
    if (!nav) return undefined;
    const observer = new ResizeObserver(look);
    for (const part of [nav, ...nav.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [children, look]);
  useLayoutEffect(() => {
    if (row.current) showOpenTab(row.current);
    look();
  }, [pathname, open, look]);
  const scroll = (direction: 1 | -1) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.current?.scrollBy({
      left: direction * row.current.clientWidth * 0.7,
      behavior: isStill ? 'instant' : 'smooth',
    });
  };
  return (
    <div className={`tab-row ${className}`}>
      {hidden.start && <More side="start" onClick={() => scroll(-1)} />}
      <nav
        ref={row}
        className="tabs"
        aria-label={label}
        data-hides={sides.filter((side) => hidden[side]).join(' ')}
        onScroll={look}
      >
        {children}
      </nav>
      {hidden.end && <More side="end" onClick={() => scroll(1)} />}
    </div>
  );
}

/** For a finger or a mouse: the keyboard comes to every tab by itself. */
function More({ side, onClick }: { side: (typeof sides)[number]; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`tabs-more tabs-more-${side}`}
      aria-hidden
      tabIndex={-1}
      onClick={onClick}
    >
      <ChevronIcon />
    </button>
  );
}

const sides = ['start', 'end'] as const;
type HiddenTabs = Record<(typeof sides)[number], boolean>;

/** On which sides tabs are scrolled out of sight; a pixel may be a rounding. */
function hiddenTabs({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): HiddenTabs {
  return { start: scrollLeft > 1, end: scrollLeft + clientWidth < scrollWidth - 1 };
}

function changed(before: HiddenTabs, now: HiddenTabs): HiddenTabs {
  return sides.every((side) => before[side] === now[side]) ? before : now;
}

function showOpenTab(row: HTMLElement): void {
  const tab = row.querySelector('[aria-current="page"]') ?? row.querySelector('[data-opened-last]');
  if (!tab) return;
  const frame = row.getBoundingClientRect();
  const place = tab.getBoundingClientRect();
  row.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
}
