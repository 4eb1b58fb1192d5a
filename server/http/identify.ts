import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiKeyToken } from '#contract/accounts/api-key.ts';
import { withoutStrangeCharacters } from '#contract/kernel/plain-text.ts';
import { type Locale, negotiateLocale } from '#contract/kernel/variants.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { singleFlight } from '#server/kernel/single-flight.ts';
import type { SessionRow } from '#server/db/tables.ts';
import type { Actor, CabinetActor, Caller, ProvisionerActor } from '#server/kernel/caller.ts';
import { clientAddress } from './client-address.ts';
import { bearerOf } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The body as received, for signatures. */
    rawBody: string;
  }
}

interface IdentifyDeps {
  clock: Clock;
  sessionOf(token: string, now: Date): Promise<SessionRow | undefined>;
  defaultLocale: Locale;
  staffActor(session: SessionRow): Promise<Actor | undefined>;
  customerActor(session: SessionRow): Promise<Actor | undefined>;
  cabinetActor(request: FastifyRequest, now: Date): Promise<CabinetActor | undefined>;
  provisionerActor(request: FastifyRequest, now: Date): Promise<ProvisionerActor | undefined>;
  /** May refuse the call; `setHeader` adds to the answer. */
  keyActor(
    token: string,
    caller: Caller,
    setHeader: (name: string, value: string) => void,
  ): Promise<Actor | undefined>;
}

/**
 * Finds out who calls, for every API request: by bearer token before anything else is read, by signature once a
 * cabinet's body is there.
 */
export function identifyCallers(app: FastifyInstance, deps: IdentifyDeps): void {
  // A page of the panel sends several requests at once; they share one lookup.
  const share = singleFlight();
  app.decorateRequest('caller', null);
  app.decorateRequest('rawBody', '');
  app.addHook('onRequest', async (request, reply) => {
    // By the route, because the text of an address may contain escapes.
    if (!request.routeOptions.config?.contract) return;
    const now = deps.clock.now();
    const caller: Caller = {
      actor: { kind: 'nobody' },
      now,
      locale: localeOf(request),
      ip: clientAddress(request),
      requestId: request.id,
      trace: { accountId: null },
      userAgent: deviceName(request.headers['user-agent']),
      cookies: request.headers.cookie ?? null,
    };
    request.caller = caller;
    request.caller = { ...caller, actor: await actorOf(request, reply, caller) };
  });
  app.addHook('preHandler', async (request) => {
    const { contract } = request.routeOptions.config;
    const who = contract?.access.who;
    if ((who !== 'cabinet' && who !== 'provisioner') || !request.caller) return;
    const signed = who === 'cabinet' ? deps.cabinetActor : deps.provisionerActor;
    const actor = await signed(request, request.caller.now);
    if (actor) request.caller = { ...request.caller, actor };
  });

  async function actorOf(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<Actor> {
    const token = bearerOf(request);
    if (!token) return { kind: 'nobody' };
    if (!apiKeyToken.test(token)) return share(token, () => actorWith(token));
    const actor = await deps.keyActor(token, caller, (name, value) => void reply.header(name, value));
    return actor ?? { kind: 'nobody' };
  }

  async function actorWith(token: string): Promise<Actor> {
    const session = await deps.sessionOf(token, deps.clock.now());
    if (!session) return { kind: 'nobody' };
    const actor = await (session.kind === 'staff' ? deps.staffActor(session) : deps.customerActor(session));
    return actor ?? { kind: 'nobody' };
  }

  function localeOf(request: FastifyRequest): Locale {
    return requestLocale(request, deps.defaultLocale);
  }
}

/** A device's own name in a form that may be stored and shown. No name refuses anybody. */
function deviceName(userAgent: string | undefined): string | null {
  return userAgent === undefined ? null : withoutStrangeCharacters(userAgent);
}

/** The language that a request wants (API.md, "Language"). */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>, fallback: Locale): Locale {
  const contentLanguage = headers['content-language'];
  return negotiateLocale({ contentLanguage, acceptLanguage: headers['accept-language'] }, fallback);
}
