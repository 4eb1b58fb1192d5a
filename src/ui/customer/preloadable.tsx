import { type ComponentType, lazy } from 'react';

/**
 * A screen that is loaded when it is first shown, or before: what `preload` brought is there at the first look,
 * without the pause that React keeps between a fallback and what it stood for.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const Late = lazy(async () => ({ default: await load() }));
  function Screen(props: Props) {
    const Shown = loaded ?? Late;
    return <Shown {...props} />;
  }
  return Object.assign(Screen, {
    async preload(): Promise<void> {
      loaded = await load();
    },
  });
}
