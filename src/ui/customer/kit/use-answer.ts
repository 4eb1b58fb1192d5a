import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import type { Api, CustomerRoute } from '#web/ui/customer/session/customer-client.ts';

/** A request that a page makes when it is shown. */
export interface ApiAnswer<Data> {
  data: Data | null;
  /** Why there is no data. */
  failure: unknown;
  /** Asks again; the earlier answer stays visible until the new one comes. */
  again(): void;
  /** Replaces the data with a newer answer of another request. */
  replace(data: Data): void;
}

/**
 * Asks when the page is shown, when its language changes (an answer has names in it), and whenever `ask` changes: keep
 * it with `useCallback`.
 */
export function useAnswer<Data>(ask: (signal: AbortSignal) => Promise<Data>): ApiAnswer<Data> {
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const { language } = useTranslation().i18n;
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
  }, [ask, attempt, language]);
  const again = useCallback(() => {
    setFailure(null);
    setAttempt((number) => number + 1);
  }, []);
  return { data, failure: data === null ? failure : null, again, replace: setData };
}

type DataOf<Name extends CustomerRoute> =
  z.output<Api[Name]['answer']> extends { data: infer Data } ? Data : never;

/** True while neither an answer nor a failure is there. */
export function isComing({ data, failure }: Pick<ApiAnswer<unknown>, 'data' | 'failure'>): boolean {
  return data === null && failure === null;
}

/** The `data` of a route. */
export type DataAnswer<Name extends CustomerRoute> = ApiAnswer<DataOf<Name>>;

/** The same for the `data` of a route without input. `isAllowed` false: it isn't asked for at all. */
export function useData<Name extends CustomerRoute>(name: Name, isAllowed = true): DataAnswer<Name> {
  const { client } = useCustomer();
  const ask = useCallback(
    async (signal: AbortSignal) => {
      if (!isAllowed) return new Promise<never>(() => undefined);
      const answer = await client.call(name, { signal });
      return (answer as { data: DataOf<Name> }).data; // typed by the route
    },
    [client, name, isAllowed],
  );
  return useAnswer(ask);
}
