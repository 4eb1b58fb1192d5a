import type { ServerOptions } from 'node:http';

/** Time limits of a connection, in milliseconds. */
export interface ServerTimeouts {
  headers: number;
  /** Headers and body together. An import of 16 MB at 2 Mbit/s fits into this time. */
  request: number;
  /** Nothing moves in either direction. */
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
 * Limits slow requests for every HTTP server here: a client that sends a byte now and then could keep a connection
 * for ever (GROWTH section 15; Fastify turns Node's own limit off).
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
