import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type LargeBodies, largeBodyBytes } from './large-bodies.ts';

/** The CSP for everything that is not a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Sets the headers of every answer, accepts JSON bodies only, and keeps CORS closed unless configured (DESIGN section
 * 13).
 */
export async function secure(
  app: FastifyInstance,
  { corsOrigins, largeBodies }: { corsOrigins: string[]; largeBodies: LargeBodies },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    xFrameOptions: { action: 'deny' },
    // Left out, because today's browsers ignore it.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      // Allows the cookie of a known device. It is no session, and writes accept only JSON.
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['retry-after', 'x-request-id', 'content-disposition'],
      maxAge: 600,
    });
  }
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('content-security-policy', closedPolicy);
    if (isOfApi(request)) varyByLanguage(reply.header('cache-control', 'no-store'));
  });
  takeOnlyJson(app, largeBodies);
}

/** Keeps what the answer varies by already, such as its origin. */
export function varyByLanguage(reply: FastifyReply): void {
  const before = String(reply.getHeader('vary') ?? '').split(/,\s*/);
  const names = new Set([...before.filter((name) => name !== ''), 'content-language', 'accept-language']);
  void reply.header('vary', [...names].join(', '));
}

/**
 * Judged by the route, because the text of an address may contain escapes. Addresses without a route get the API's
 * refusal.
 */
function isOfApi({ is404, routeOptions }: FastifyRequest): boolean {
  return is404 || routeOptions.url?.startsWith('/api/') === true;
}

/** The headers of `secure` for an answer before any hook has run, to an address that cannot be decoded. */
export function headersBeforeHooks({ id }: FastifyRequest): Record<string, string> {
  return {
    'x-request-id': id,
    'content-security-policy': closedPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  };
}

/** Accepts JSON only. An empty body is none: the browser sends its content type with every request. */
function takeOnlyJson(app: FastifyInstance, largeBodies: LargeBodies): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    request.rawBody = text;
    if (text === '') done(null, undefined);
    else if (text.length < largeBodyBytes) void parse(request, text, done); // answers through `done`
    else largeBodies.inTurn(() => parse(request, text, done)).catch(done);
  });
}

export function newRequestId(): string {
  return randomUUID();
}
