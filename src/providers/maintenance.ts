import type { WebConfig } from '#contract/company/web-config.ts';
import { HttpError } from '#web/providers/http-error.ts';
import type { HttpClient } from '#web/providers/http-client.ts';

/** Whether the whole panel is view-only (DESIGN section 8). */
export interface Maintenance {
  isOn(): boolean;
  /** Asks the server. */
  look(): Promise<void>;
  /** Calls back when it is switched; returns a function that stops this. */
  subscribe(listener: () => void): () => void;
}

const restMs = 10_000;

/**
 * Watches the maintenance switch, because a page may be open for hours. It is checked when the tab becomes visible
 * again, and set when a write is refused for it.
 */
export function watchMaintenance({ readOnly }: Pick<WebConfig, 'readOnly'>): Maintenance & {
  heed(client: HttpClient): HttpClient;
} {
  const listeners = new Set<() => void>();
  let isOn = readOnly;
  let lookedAt = Date.now();

  function set(now: boolean): void {
    if (now === isOn) return;
    isOn = now;
    listeners.forEach((listener) => listener());
  }

  async function look(): Promise<void> {
    lookedAt = Date.now();
    try {
      const response = await fetch('/config.json', { headers: { Accept: 'application/json' } });
      if (response.ok) set(((await response.json()) as WebConfig).readOnly);
    } catch {
      // Without a network nothing is known; the next look may have one.
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt >= restMs) void look();
  });

  async function heeded<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'maintenance') set(true);
      throw error;
    }
  }

  return {
    isOn: () => isOn,
    look,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Wraps a client to listen to its refusals. */
    heed: (client) => ({
      call: (route, options) => heeded(client.call(route, options)),
      // The overloads promise the type that `parse` returns.
      request: ((...given: Parameters<HttpClient['request']>) =>
        heeded(client.request(...given))) as HttpClient['request'],
    }),
  };
}
