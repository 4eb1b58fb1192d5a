import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, when both must render the same; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
