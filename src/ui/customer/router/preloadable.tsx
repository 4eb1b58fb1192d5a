import { type ComponentType, createElement, use } from 'react';
import { networkError } from '#web/providers/http-error.ts';

/** Parts that could not be loaded, until somebody tries again. */
const failed = new Set<() => void>();

/**
 * A part that is loaded when it is first shown, or earlier: after `preload` it is there at once, without React's
 * pause between a fallback and the content. Without a network it throws HttpError while rendering, for a
 * `FailureBoundary` around it.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  async function ask(): Promise<ComponentType<Props>> {
    try {
      return (loaded = await load());
    } catch {
      failed.add(() => {
        coming = null;
      });
      throw networkError();
    }
  }
  function Part(props: Props) {
    return createElement(loaded ?? use((coming ??= ask())), props);
  }
  return Object.assign(Part, {
    async preload(): Promise<void> {
      loaded = await load();
    },
  });
}

/** Lets parts that could not be loaded try again when they are next rendered. */
export function loadAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}
