import type { WebConfig } from '#contract/company/web-config.ts';
import { HttpError } from '#web/providers/http-error.ts';
import type { HttpClient } from '#web/providers/http-client.ts';

/** Whether the whole panel is view-only now (DESIGN section 8). */
export interface Maintenance {
  isOn(): boolean;
  /** Asks the server. */
  look(): Promise<void>;
  /** Calls back when it is switched. Returns how to stop. */
  subscribe(listener: () => void): () => void;
}

const restMs = 10_000;

/**
 * Watches the maintenance switch: a page is open for hours, and it may be turned meanwhile. It is asked for when the
 * tab is looked at again, and known from a write that was refused.
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
    /** The same client, whose refusals are listened to. */
    heed: (client) => ({
      call: (route, options) => heeded(client.call(route, options)),
      // The overloads promise what `parse` makes of it.
      request: ((...given: Parameters<HttpClient['request']>) =>
        heeded(client.request(...given))) as HttpClient['request'],
    }),
  };
}
