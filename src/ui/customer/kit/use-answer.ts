import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import type { Api, CustomerRoute } from '#web/ui/customer/session/customer-client.ts';

/** What a page asks the API for when it is shown. */
export interface Asked<Data> {
  data: Data | null;
  /** Why there is no data. */
  failure: unknown;
  /** Asks once more; what is shown stays until the answer is there. */
  again(): void;
  /** Another request answered with a newer one. */
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

type DataOf<Name extends CustomerRoute> =
  z.output<Api[Name]['answer']> extends { data: infer Data } ? Data : never;

/** The same for the `data` of a route that needs nothing said. */
export function useData<Name extends CustomerRoute>(name: Name): Asked<DataOf<Name>> {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const answer = await client.call(name, { signal });
      return (answer as { data: DataOf<Name> }).data; // by the type above
    },
    [client, name],
  );
  return useAnswer(ask);
}
