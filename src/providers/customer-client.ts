import type * as z from 'zod';
import type { customerApi } from '#contract/customer-api.ts';
import type { WebConfig } from '#contract/web-config.ts';
import { createCustomerSession } from '#web/providers/customer-session.ts';
import { createHttpClient, type HttpClient } from '#web/providers/http-client.ts';
import { type CustomerRoute, customerRoutes } from '#web/providers/customer-routes.ts';
import { currentLocale } from '#web/providers/i18n.ts';

type Api = ReturnType<typeof customerApi>;
type BodyOf<Name extends CustomerRoute> = Api[Name] extends { body?: infer Body }
  ? NonNullable<Body> extends z.ZodType
    ? z.input<NonNullable<Body>>
    : undefined
  : undefined;

export interface CustomerClient {
  /** Calls one of the customers' routes. Throws HttpError. */
  call<Name extends CustomerRoute>(
    name: Name,
    options?: { body?: BodyOf<Name>; headers?: Record<string, string>; signal?: AbortSignal },
  ): Promise<z.output<Api[Name]['answer']>>;
  /** Below the routes, for those of the staff's recovery. */
  http: HttpClient;
}

/** The API as customer pages use it; `onLost` is told when the session is over. */
export function createCustomerClient({ apiUrl }: WebConfig, onLost: () => void): CustomerClient {
  const session = createCustomerSession({ apiUrl, locale: currentLocale, onLost });
  const http = createHttpClient({ apiUrl, locale: currentLocale, session });
  return {
    http,
    async call(name, options = {}) {
      const [method, path, who] = customerRoutes[name];
      const answer = await http.request(method, path, {
        ...options,
        isPublic: who === 'public',
        anonymous: name === 'login',
      });
      return answer as z.output<Api[typeof name]['answer']>; // the server validates it with this very schema
    },
  };
}
