import type * as z from 'zod';
import type { WebConfig } from '#contract/web-config.ts';
import { createCustomerSession } from '#web/providers/customer-session.ts';
import { createHttpClient, filledPath, type HttpClient } from '#web/providers/http-client.ts';
import { type Api, type CustomerRoute, customerRoutes } from '#web/providers/customer-routes.ts';
import { currentLocale } from '#web/providers/i18n.ts';

type BodyOf<Name extends CustomerRoute> = Api[Name] extends { body?: infer Body }
  ? NonNullable<Body> extends z.ZodType
    ? z.input<NonNullable<Body>>
    : undefined
  : undefined;

interface CallOptions<Name extends CustomerRoute> {
  /** For the `:names` in the path. */
  params?: Record<string, string>;
  query?: URLSearchParams;
  body?: BodyOf<Name>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface CustomerClient {
  /** Calls one of the customers' routes. Throws HttpError. */
  call<Name extends CustomerRoute>(
    name: Name,
    options?: CallOptions<Name>,
  ): Promise<z.output<Api[Name]['answer']>>;
  /** The same for a route that answers a file. */
  file<Name extends CustomerRoute>(name: Name, options?: CallOptions<Name>): Promise<Response>;
  /** Below the routes, for those of the staff's recovery. */
  http: HttpClient;
}

/** The API as customer pages use it; `onLost` is told when the session is over. */
export function createCustomerClient({ apiUrl }: WebConfig, onLost: () => void): CustomerClient {
  const session = createCustomerSession({ apiUrl, locale: currentLocale, onLost });
  const http = createHttpClient({ apiUrl, locale: currentLocale, session });
  const requestOf = (name: CustomerRoute, { params, ...options }: CallOptions<CustomerRoute>) => {
    const [method, path, who] = customerRoutes[name];
    const rest = { ...options, isPublic: who === 'public', anonymous: name === 'login' };
    return [method, filledPath(path, params), rest] as const;
  };
  return {
    http,
    file(name, options = {}) {
      const [method, path, rest] = requestOf(name, options);
      return http.request(method, path, { ...rest, parse: 'response' });
    },
    async call(name, options = {}) {
      const answer = await http.request(...requestOf(name, options));
      return answer as z.output<Api[typeof name]['answer']>; // the server validates it with this very schema
    },
  };
}
