import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Locale, negotiateLocale } from '#contract/variants.ts';
import type { SessionService } from '#server/auth/session-service.ts';
import type { Clock } from '#server/clock.ts';
import { sharedReads } from '#server/db/shared-reads.ts';
import type { SessionRow } from '#server/db/tables.ts';
import type { Actor, CabinetActor, Caller, ProvisionerActor } from './caller.ts';
import { bearerOf } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The body as it came, for signatures. */
    rawBody: string;
  }
}

interface IdentifyDeps {
  clock: Clock;
  sessions: SessionService;
  defaultLocale: Locale;
  staffActor(session: SessionRow): Promise<Actor | undefined>;
  customerActor(session: SessionRow): Promise<Actor | undefined>;
  cabinetActor(request: FastifyRequest, body: string, now: Date): Promise<CabinetActor | undefined>;
  provisionerActor(request: FastifyRequest, body: string, now: Date): Promise<ProvisionerActor | undefined>;
}

/**
 * Says of every API request who calls: by bearer token before anything else is read, by signature once a cabinet's
 * body is there.
 */
export function identifyCallers(app: FastifyInstance, deps: IdentifyDeps): void {
  // A page of the panel asks for several things at once.
  const share = sharedReads();
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', '');
  app.addHook('onRequest', async (request) => {
    // By the route, not by the text of the address, which may be written with escapes.
    if (!request.routeOptions.config?.contract) return;
    const now = deps.clock.now();
    request.caller = {
      actor: await actorOf(request),
      now,
      locale: localeOf(request),
      ip: request.ip,
      requestId: request.id,
      userAgent: request.headers['user-agent'] ?? null,
    };
  });
  app.addHook('preHandler', async (request) => {
    const { contract } = request.routeOptions.config;
    const who = contract?.access.who;
    if ((who !== 'cabinet' && who !== 'provisioner') || !request.caller) return;
    const signed = who === 'cabinet' ? deps.cabinetActor : deps.provisionerActor;
    const actor = await signed(request, request.rawBody, request.caller.now);
    if (actor) request.caller = { ...request.caller, actor };
  });

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    const token = bearerOf(request);
    return token ? share(token, () => actorWith(token)) : { kind: 'nobody' };
  }

  async function actorWith(token: string): Promise<Actor> {
    const session = await deps.sessions.byToken(token, deps.clock.now());
    if (!session) return { kind: 'nobody' };
    const actor = await (session.kind === 'staff' ? deps.staffActor(session) : deps.customerActor(session));
    return actor ?? { kind: 'nobody' };
  }

  function localeOf(request: FastifyRequest): Locale {
    return requestLocale(request, deps.defaultLocale);
  }
}

/** The language that a request asks for (API.md, "Language"). */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>, fallback: Locale): Locale {
  const contentLanguage = headers['content-language'];
  return negotiateLocale({ contentLanguage, acceptLanguage: headers['accept-language'] }, fallback);
}
