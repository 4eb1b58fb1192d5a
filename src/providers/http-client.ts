import type * as z from 'zod';
import type { ErrorCode } from '#contract/http/errors.ts';
import type { Route } from '#contract/http/route.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { errorOfResponse, HttpError, networkError } from '#web/providers/http-error.ts';

export { HttpError } from '#web/providers/http-error.ts';

/** The session of staff or of a customer. */
export interface ClientSession {
  token(): string | null;
  /** True when the token is past its `expires`: it is refreshed before the next request. */
  isExpired?(): boolean;
  /** Exchanges the token and stores its successor; null when the session is over. Throws without a network. */
  refresh(): Promise<string | null>;
  /** The session is over: clears it and leads to the login. */
  lost(): void;
  /** Asks the person to prove who they are. True: the refused request is sent again. */
  proof?: { ask(): Promise<boolean> };
  /** Called on every refusal. */
  refused?(error: HttpError): void;
}

interface RequestOptions {
  query?: URLSearchParams | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  /** For routes that anyone may call: a 401 neither refreshes nor ends the session. */
  isPublic?: boolean;
  /** Sends no token, for a fresh login. */
  anonymous?: boolean;
  patienceMs?: number | undefined;
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

export interface CallOptions<R extends Route> {
  params?: InputOf<NonNullable<R['params']>>;
  /** The list grammar (`printListQuery`) or a route's own query. */
  query?: URLSearchParams | InputOf<NonNullable<R['query']>>;
  body?: InputOf<NonNullable<R['body']>>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** For requests that may take longer than others. */
  patienceMs?: number;
}

export interface HttpClient {
  /** Calls a route of the contract. Throws HttpError; an abort by `signal` throws its reason. */
  call<R extends Route>(route: R, options?: CallOptions<R>): Promise<z.output<R['answer']>>;
  request(method: string, path: string, options: RequestOptions & { parse: 'response' }): Promise<Response>;
  request(method: string, path: string, options?: RequestOptions & { parse?: 'json' }): Promise<unknown>;
}

/** A JSON answer that takes longer counts as a lost network, unless the call allows more time. */
const usualPatienceMs = 30_000;

interface Place {
  apiUrl: string;
  locale: () => Locale;
}

type SendOptions = RequestOptions & { parse?: 'json' | 'response' };

/**
 * Follows the API's conventions: language, bearer token, JSON both ways, one refresh on a 401, one kind of error
 * (specification, section 7; DESIGN section 4).
 */
export function createHttpClient({
  session,
  ...place
}: Place & { session: ClientSession | null }): HttpClient {
  const refresh = session ? singleFlight(session) : null;

  async function send(method: string, path: string, options: SendOptions = {}): Promise<unknown> {
    if (session && refresh && !options.isPublic && session.token() && session.isExpired?.()) {
      if ((await refresh()) === null) {
        session.lost();
        throw new HttpError({ status: 401, code: 'unauthorized', message: 'errors.unauthorized' });
      }
    }
    const token = options.anonymous ? null : (session?.token() ?? null);
    try {
      return await sendOnce(place, method, path, options, token);
    } catch (error) {
      if (error instanceof HttpError) session?.refused?.(error);
      if (session?.proof && isProofWanted(error)) {
        if (await session.proof.ask()) return send(method, path, options);
        throw error;
      }
      if (!session || !refresh || options.isPublic || !isSessionOver(error)) throw error;
      const successor = token === null ? null : await refresh(token);
      if (successor !== null) return sendOnce(place, method, path, options, successor);
      session.lost();
      throw error;
    }
  }

  return {
    async call(route, { params, query, body, headers, signal, patienceMs } = {}) {
      const answer = await send(route.method, filledPath(route.path, params), {
        query: query instanceof URLSearchParams ? query : searchOf(query),
        body,
        headers,
        signal,
        patienceMs,
        isPublic: route.access.who === 'public',
        anonymous: route.path.endsWith('/auth/login'),
      });
      return answer as z.output<(typeof route)['answer']>; // the server validates it with this very schema
    },
    // The overloads promise the type that `parse` returns.
    request: send as HttpClient['request'],
  };
}

async function sendOnce(
  { apiUrl, locale }: Place,
  method: string,
  path: string,
  { query, body, headers, signal, parse = 'json', patienceMs = usualPatienceMs }: SendOptions,
  token: string | null,
): Promise<unknown> {
  const search = query && query.size > 0 ? `?${query}` : '';
  const patience = parse === 'json' ? [AbortSignal.timeout(patienceMs)] : [];
  const response = await answered(
    fetch(apiUrl + path + search, {
      method,
      // Sends the cookie of a known device, also when the API is on another host.
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        'Content-Language': locale(),
        // For every request, with or without a body (specification, section 7).
        'Content-Type': 'application/json',
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.any([...(signal ? [signal] : []), ...patience]),
    }),
    signal,
  );
  if (!response.ok) throw await errorOfResponse(response);
  if (parse === 'response') return response;
  return answered(response.json(), signal);
}

function isSessionOver(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401 && error.code === 'unauthorized';
}

function isProofWanted(error: unknown): boolean {
  return error instanceof HttpError && error.code === ('reauthentication_required' satisfies ErrorCode);
}

/** Everything but the caller's own abort counts as a lost network. */
async function answered<Answer>(promise: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await promise;
  } catch {
    if (signal?.aborted) throw signal.reason;
    throw networkError();
  }
}

/** One refresh at a time in all tabs: a tab that has waited uses the successor that another one stored. */
function singleFlight(session: ClientSession): (stale?: string) => Promise<string | null> {
  let running: Promise<string | null> | null = null;
  return (stale = session.token() ?? '') => {
    running ??= exclusively(async () => {
      const now = session.token();
      if (now === null || now !== stale) return now;
      return session.refresh();
    }).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Under one lock in all tabs, so that two never use one token. */
export async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  // Without the lock manager (plain http on another host), the server's ten seconds of grace are enough.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('tenantry-refresh', work);
}

/** A route's path with its `:names` filled in. */
export function filledPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

function searchOf(query: unknown): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}
