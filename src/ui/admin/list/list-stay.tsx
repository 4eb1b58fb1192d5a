import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * What stays above a list while its rows are scrolled. The table's head stays below it, so its height is told to the
 * whole list as `--list-stay`. On a low or narrow screen nothing stays, and the height is 0.
 */
export function ListStay({ children }: { children: ReactNode }) {
  const stay = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = stay.current;
    const list = element?.parentElement;
    if (!element || !list) return undefined;
    const observer = new ResizeObserver(() =>
      list.style.setProperty('--list-stay', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={stay} className="list-stay">
      {children}
    </div>
  );
}
