import { type ComponentType, createElement, use } from 'react';
import { networkError } from '#web/providers/http-error.ts';

/** What couldn't be loaded is remembered as such until somebody asks for it again. */
const failed = new Set<() => void>();

/**
 * A part that is loaded when it is first shown, or before: what `preload` brought is there at the first look, without
 * the pause that React keeps between a fallback and what it stood for. Without a network it throws HttpError while it
 * is rendered, for a `FailureBoundary` around it to show.
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

/** Lets parts that couldn't be loaded try once more when they are rendered next. */
export function loadAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}
