import { HttpError } from '#web/providers/http-client.ts';

/** A slow server needs longer for thousands of rows than for other requests. */
export const importPatienceMs = 10 * 60_000;

const pauseMs = 3000;
const giveUpMs = 30 * 60_000;

/**
 * Sends again as long as the result is unknown: no answer came, or a proxy answered instead of the server. Only for
 * requests with an `Idempotency-Key`. Throws the server's refusal, the last network error after half an hour, or the
 * reason of `signal`.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { signal, onLost }: { signal: AbortSignal; onLost: () => void },
): Promise<Answer> {
  const end = Date.now() + giveUpMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      if (!isLost(error) || Date.now() > end) throw error;
      onLost();
      await online(signal);
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 0 || [502, 503, 504].includes(error.status));
}

/** Waits for a pause, or until the browser reports the network. */
function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const timer = setTimeout(go, pauseMs);
    addEventListener('online', go, { signal: over.signal });
    signal.addEventListener('abort', stop, { signal: over.signal });

    function go(): void {
      clearTimeout(timer);
      over.abort();
      resolve();
    }

    function stop(): void {
      clearTimeout(timer);
      over.abort();
      reject(signal.reason as Error);
    }
  });
}
