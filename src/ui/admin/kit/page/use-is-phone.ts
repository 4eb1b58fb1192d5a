import { useSyncExternalStore } from 'react';

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(follow, () => phone().matches);
}

const phone = () => matchMedia('(max-width: 37.5em)');

function follow(onChange: () => void): () => void {
  const media = phone();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
