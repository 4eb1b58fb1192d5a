import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

/**
 * Logs one line a request (GROWTH section 15), by route and never by address, because addresses carry one-time
 * tokens. It has the network address and the account, so that attacks can be found, and never an email address.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: clientAddress(request),
        ...actorIn(request),
      },
      'request',
    );
  });
}

/** `account`: who called, else the account of a login attempt. */
function actorIn({ caller }: FastifyRequest): { actor?: string; account?: string } {
  if (!caller) return {};
  const { actor, trace } = caller;
  const account = 'id' in actor ? actor.id : trace?.accountId;
  return { actor: actor.kind, ...(account && { account }) };
}
