import { useCallback, useEffect, useState } from 'react';

/** What a page asks the API for when it is shown. */
export interface Asked<Data> {
  data: Data | null;
  /** Why there is no data. */
  failure: unknown;
  /** Asks once more; what is shown stays until the answer is there. */
  again(): void;
  /** Another request answered with it anew. */
  replace(data: Data): void;
}

/**
 * Asks when the page is shown and whenever `ask` is another function: keep it with `useCallback`.
 */
export function useAnswer<Data>(ask: (signal: AbortSignal) => Promise<Data>): Asked<Data> {
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    ask(abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return;
        setData(answer);
        setFailure(null);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(error);
      },
    );
    return () => abort.abort();
  }, [ask, attempt]);
  const again = useCallback(() => {
    setFailure(null);
    setAttempt((number) => number + 1);
  }, []);
  return { data, failure: data === null ? failure : null, again, replace: setData };
}
