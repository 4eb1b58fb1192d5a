import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** The CSP of everything that is not a page. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Headers of every answer, JSON as the only body, CORS closed unless configured (DESIGN section 13).
 */
export async function secure(
  app: FastifyInstance,
  { corsOrigins }: { corsOrigins: string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    xFrameOptions: { action: 'deny' },
    // What today's browsers ignore would only make each answer longer.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  if (corsOrigins.length > 0) {
    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['retry-after', 'x-request-id', 'content-disposition'],
      maxAge: 600,
    });
  }
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('content-security-policy', closedPolicy);
    if (request.url.startsWith('/api/')) {
      void reply.header('cache-control', 'no-store').header('vary', 'content-language, accept-language');
    }
  });
  takeOnlyJson(app);
}

/** An empty body is none: the browser sends its content type with every request. */
function takeOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    request.rawBody = text;
    if (text === '') done(null, undefined);
    else void parse(request, text, done); // answers by `done`
  });
}

export function newRequestId(): string {
  return randomUUID();
}
