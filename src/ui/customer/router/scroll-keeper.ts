import { useEffect, useLayoutEffect } from 'react';
import { tabStorage } from '#web/ui/shared/json-storage.ts';
import { useLocation } from './router.tsx';

/**
 * Back and forward return to the earlier scroll position, everything else starts at the top (specification, section
 * 2). Rendered next to a lazy screen, so that it runs when the screen is there.
 */
export function ScrollKeeper(): null {
  const { key, kind, hash } = useLocation();
  const place = `scroll.${key}`;

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (hash !== '') return;
    scrollTo(0, kind === 'pop' ? savedPlace(place) : 0);
  }, [place, kind, hash]);

  useEffect(() => {
    const save = () => tabStorage.keep(place, scrollY);
    addEventListener('scrollend', save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scrollend', save);
      removeEventListener('pagehide', save);
    };
  }, [place]);
  return null;
}

function savedPlace(place: string): number {
  const saved = tabStorage.kept(place);
  return typeof saved === 'number' ? saved : 0;
}
