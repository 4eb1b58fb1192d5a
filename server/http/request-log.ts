import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

/**
 * One line a request (GROWTH section 15): by route and never by address, which carries one-time tokens; with the
 * network address and the account, so that an attack can be looked for. Never an e-mail address.
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

/** `account`: who called, else whom a login was meant for. */
function actorIn({ caller }: FastifyRequest): { actor?: string; account?: string } {
  if (!caller) return {};
  const { actor, trace } = caller;
  const account = 'id' in actor ? actor.id : trace?.accountId;
  return { actor: actor.kind, ...(account && { account }) };
}
