import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { fileAnswer } from '#contract/answers.ts';
import { refusalsByField } from '#contract/issues.ts';
import { type ListQuery, parseListQuery } from '#contract/list-query.ts';
import { can } from '#contract/permissions.ts';
import { limits } from '#contract/primitives.ts';
import { type Route, writes } from '#contract/route.ts';
import { bodyHash, type OnceKey } from '#server/db/idempotency.ts';
import type {
  Actor,
  CabinetActor,
  Caller,
  CustomerActor,
  ProvisionerActor,
  StaffActor,
} from '#server/http/caller.ts';
import { Refused, refusedField } from '#server/refused.ts';

// A schema that a route does not declare is `ZodNever` in its type.
type Parsed<Schema, Otherwise> = [NonNullable<Schema>] extends [z.ZodNever]
  ? Otherwise
  : NonNullable<Schema> extends z.ZodType
    ? z.output<NonNullable<Schema>>
    : Otherwise;
/** What a handler is given: everything parsed by the route's own schemas. */
export interface Call<R extends Route, Who extends Actor = Actor> {
  params: Parsed<R['params'], Record<string, never>>;
  query: Parsed<R['query'], Record<string, never>>;
  /** For a list route. */
  list: ListQuery;
  body: Parsed<R['body'], undefined>;
  /** The `Idempotency-Key` of a route that honours one. */
  once: OnceKey | null;
  caller: Caller<Who>;
  /** The bearer token as sent; refresh and logout work on it. */
  token: string | null;
  request: FastifyRequest;
}

/** What may refuse before the body is looked at: limits (429) and unknown ids (404). */
export interface EarlyCall<R extends Route, Who extends Actor = Actor> {
  params: Parsed<R['params'], Record<string, never>>;
  rawBody: unknown;
  caller: Caller<Who>;
  /** The bearer token as sent. */
  token: string | null;
  request: FastifyRequest;
}

export interface Implementation {
  route: Route;
  before: ((call: EarlyCall<Route, Actor>) => Promise<void>) | undefined;
  handle: (call: Call<Route, Actor>) => Promise<unknown>;
  /** A write that maintenance leaves when it switches maintenance off (DESIGN section 8): whether this call does. */
  endsMaintenance?: (call: EarlyCall<Route, Actor>) => boolean;
  /** Instead of `handle`: the answer as it is sent, made by the route's own schema. */
  written?: (call: Call<Route, Actor>) => Promise<Buffer>;
  /** For a list: the same as a file. */
  csv?: (call: Call<Route, Actor>, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Joins a route of the contract with what answers it. `before` runs ahead of the body's validation. */
export function on<R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<z.input<R['answer']>>,
  before?: (call: EarlyCall<R>) => Promise<void>,
): Implementation {
  // The mount below hands each handler what its own route's schemas and access check gave.
  return { route, handle: handle as Implementation['handle'], before: before as Implementation['before'] };
}

/** The same for a route that only staff may call. */
export function onStaff<R extends Route>(
  route: R,
  handle: (call: Call<R, StaffActor>) => Promise<z.input<R['answer']>>,
  before?: (call: EarlyCall<R, StaffActor>) => Promise<void>,
): Implementation {
  requireAccess(route, 'staff');
  return { route, handle: handle as Implementation['handle'], before: before as Implementation['before'] };
}

/** The same for a route that only customers may call. */
export function onCustomer<R extends Route>(
  route: R,
  handle: (call: Call<R, CustomerActor>) => Promise<z.input<R['answer']>>,
  before?: (call: EarlyCall<R, CustomerActor>) => Promise<void>,
): Implementation {
  requireAccess(route, 'customer');
  return { route, handle: handle as Implementation['handle'], before: before as Implementation['before'] };
}

/** The same for a route that cabinets call. */
export function onCabinet<R extends Route>(
  route: R,
  handle: (call: Call<R, CabinetActor>) => Promise<z.input<R['answer']>>,
): Implementation {
  requireAccess(route, 'cabinet');
  return { route, handle: handle as Implementation['handle'], before: undefined };
}

/** The same for a route that the operator's provisioner calls. */
export function onProvisioner<R extends Route>(
  route: R,
  handle: (call: Call<R, ProvisionerActor>) => Promise<z.input<R['answer']>>,
): Implementation {
  requireAccess(route, 'provisioner');
  return { route, handle: handle as Implementation['handle'], before: undefined };
}

function requireAccess({ path, access }: Route, who: Actor['kind']): void {
  if (access.who !== who) throw new Error(`${path} is not for ${who}`);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: Route;
  }
}

interface MountDeps {
  /** The panel's maintenance switch. */
  isPanelReadOnly(): Promise<boolean>;
}

/**
 * Puts every route of the contract on the server. Throws when one has no implementation, or two
 * (DESIGN section 13: the route table is the single source).
 */
export function mountRoutes(
  app: FastifyInstance,
  contract: readonly Route[],
  implementations: readonly Implementation[],
  deps: MountDeps,
): void {
  for (const route of contract) {
    const answering = implementations.filter((candidate) => candidate.route === route);
    if (answering.length !== 1) {
      throw new Error(`${route.method} ${route.path} has ${answering.length} implementations instead of one`);
    }
  }
  for (const implementation of implementations) mount(app, implementation, deps);
}

function mount(app: FastifyInstance, implementation: Implementation, deps: MountDeps): void {
  const { route, before, handle, written, csv, endsMaintenance } = implementation;
  const { access } = route;
  const isHeldByMaintenance = access.who === 'staff' && writes(route) && !access.readOnlyMay;
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { contract: route },
    ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
    onRequest: async (request) => {
      if (access.who === 'cabinet' || access.who === 'provisioner') return; // the signature needs the body
      requireAllowed(route, callerOf(request).actor);
      if (!isHeldByMaintenance || endsMaintenance) return; // what ends it needs the body
      if (await deps.isPanelReadOnly()) throw new Refused('maintenance');
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      requireAllowed(route, caller.actor);
      const params = parseParams(route, request.params);
      const token = bearerOf(request);
      const early = { params, rawBody: request.body, caller, token, request } as EarlyCall<Route, Actor>;
      if (endsMaintenance && !endsMaintenance(early) && (await deps.isPanelReadOnly())) {
        throw new Refused('maintenance');
      }
      await before?.(early);
      const { query, list } = parseQuery(route, request.query);
      const body = parseBody(route, request.body);
      // Each part was parsed by this very route's schemas.
      const once = onceKey(route, { caller, request, body });
      const call = { params, query, list, body, once, caller, token, request } as Call<Route, Actor>;
      if (list?.format === 'csv') {
        if (csv) return csv(call, reply);
        throw new Refused('validation_failed', { fields: { format: [{ key: 'validation.notAllowed' }] } });
      }
      if (written) return reply.type('application/json; charset=utf-8').send(await written(call));
      const answer = route.answer.parse(await handle(call));
      void reply.status(route.status ?? 200);
      return route.mediaType ? sendFile(reply, route.mediaType, answer) : reply.send(answer);
    },
  });
}

function sendFile(reply: FastifyReply, mediaType: string, answer: unknown): FastifyReply {
  const { name, content, bytes } = fileAnswer.parse(answer);
  if (bytes !== undefined) void reply.header('content-length', bytes);
  return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(content);
}

function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the caller has not been identified');
  return caller;
}

function requireAllowed({ access, ...route }: Route, actor: Actor): void {
  if (access.who === 'public') return;
  if (access.who !== actor.kind) throw new Refused('unauthorized');
  if (access.who !== 'staff' || actor.kind !== 'staff') return;
  if (actor.mustSetUpTwoFactor && !access.beforeTwoFactor) throw new Refused('two_factor_required');
  const write = writes(route) && !access.readOnlyMay;
  if (access.permission) {
    const verdict = can(actor.permissions, access.permission, { write });
    if (!verdict.allowed) throw new Refused(verdict.reason === 'read_only' ? 'read_only' : 'forbidden');
  }
}

/** A malformed id is like an unknown one. */
function parseParams({ params }: Route, given: unknown): unknown {
  if (!params) return {};
  const read = params.safeParse(given);
  if (!read.success) throw new Refused('not_found');
  return read.data;
}

function parseQuery(route: Route, given: unknown): { query: unknown; list: ListQuery | undefined } {
  const parameters = (given ?? {}) as Record<string, unknown>; // Fastify's parser gives a flat object
  if (route.list) {
    const read = parseListQuery(route.list, parameters);
    if (!read.ok) throw new Refused('validation_failed', { fields: read.refusals });
    return { query: {}, list: read.query };
  }
  if (route.query) return { query: parseOrRefuse(route.query, parameters), list: undefined };
  const unknown = Object.keys(parameters);
  if (unknown.length > 0) {
    const fields = Object.fromEntries(
      unknown.map((name) => [name, [{ key: 'validation.unknownKey', params: { name } }]]),
    );
    throw new Refused('validation_failed', { fields });
  }
  return { query: {}, list: undefined };
}

const nothing = z.strictObject({});

function parseBody(route: Route, given: unknown): unknown {
  if (!writes(route) || route.ignoresBody) return undefined;
  return parseOrRefuse(route.body ?? nothing, given ?? {});
}

const printable = /^[\x21-\x7e]+$/;

/** What tells a repeated write, with the account and the address that it counts for. */
function onceKey(
  { method, idempotent }: Route,
  { caller: { actor }, request, body }: { caller: Caller; request: FastifyRequest; body: unknown },
): OnceKey | null {
  const key = request.headers['idempotency-key'];
  if (!idempotent || key === undefined || !('id' in actor)) return null;
  const { max } = limits.idempotencyKey;
  if (typeof key !== 'string' || key.length > max || !printable.test(key)) {
    throw refusedField('Idempotency-Key', 'validation.notAllowed');
  }
  const route = `${method} ${request.url.split('?', 1)[0]}`;
  return { caller: `${actor.kind} ${actor.id}`, route, key, bodyHash: bodyHash(body) };
}

/** The value as a schema reads it, or a 422 with every refusal at its field. */
export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  // With the input, a refusal tells a missing value from one of a wrong type.
  const read = schema.safeParse(given, { reportInput: true });
  if (!read.success) throw new Refused('validation_failed', { fields: refusalsByField(read.error) });
  return read.data;
}

/** The token of `Authorization: Bearer …`, if there is one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  return tokenOf(headers.authorization);
}

/** A token with or without `Bearer` before it. */
export function tokenOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const token = header.replace(/^Bearer\s+/i, '').trim();
  return token === '' || /\s/.test(token) ? null : token;
}
