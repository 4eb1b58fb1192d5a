import type { ServerOptions } from 'node:http';

/** How long a connection may take for what, in milliseconds. */
export interface ServerTimeouts {
  headers: number;
  /** Headers and body together: an import of 16 MB comes through a line of 2 Mbit/s in that time. */
  request: number;
  /** Nothing moved at all, in either direction. */
  silence: number;
  /** How often the first two are checked. */
  interval: number;
}

export const serverTimeouts: ServerTimeouts = {
  headers: 15_000,
  request: 75_000,
  silence: 120_000,
  interval: 5000,
};

/**
 * Bounds on slow requests, for whatever serves HTTP here: who sends a byte now and then would keep a connection for
 * ever (GROWTH section 15; Fastify turns Node's own bound off).
 */
export function boundedServer({ headers, request, silence, interval }: ServerTimeouts = serverTimeouts): {
  requestTimeout: number;
  connectionTimeout: number;
  http: ServerOptions;
} {
  return {
    requestTimeout: request,
    connectionTimeout: silence,
    http: { headersTimeout: headers, requestTimeout: request, connectionsCheckingInterval: interval },
  };
}
