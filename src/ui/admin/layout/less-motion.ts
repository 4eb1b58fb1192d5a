import { useSyncExternalStore } from 'react';

/** Whether the system asks for less motion. */
export function useLessMotion(): boolean {
  return useSyncExternalStore(follow, () => wish().matches);
}

function follow(listener: () => void): () => void {
  const heard = wish();
  heard.addEventListener('change', listener);
  return () => heard.removeEventListener('change', listener);
}

function wish(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
