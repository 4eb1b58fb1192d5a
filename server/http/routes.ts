import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { mayAs } from '#contract/accounts/member-role.ts';
import { fileAnswer, redirectAnswer } from '#contract/http/answers.ts';
import type { ListQuery, ListSpec } from '#contract/kernel/list-query.ts';
import { can } from '#contract/kernel/permissions.ts';
import { strangeTextIn } from '#contract/kernel/plain-text.ts';
import { type BodyOf, bodyOf, isOpenToKeys, type Route, writes } from '#contract/http/route.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import type { IdempotencyKey } from '#server/db/idempotency.ts';
import {
  type Actor,
  type CabinetActor,
  type Caller,
  type CustomerActor,
  type ProvisionerActor,
  requireFreshProof,
  type StaffActor,
} from '#server/kernel/caller.ts';
import { idempotencyKey, parametersOf, parseBody, parseParams, parseQuery } from '#server/http/parse-call.ts';
import { AppError, roleRefusal } from '#server/kernel/app-error.ts';
import { type LargeBodies, largeBodyBytes } from './large-bodies.ts';

// A schema that a route does not declare is `ZodNever` in its type.
type Parsed<Schema, Otherwise> = [NonNullable<Schema>] extends [z.ZodNever]
  ? Otherwise
  : NonNullable<Schema> extends z.ZodType
    ? z.output<NonNullable<Schema>>
    : Otherwise;
/** What a handler gets: everything parsed by the route's own schemas. */
export interface Call<R extends Route, Who extends Actor = Actor> {
  params: Parsed<R['params'], Record<string, never>>;
  query: Parsed<R['query'], Record<string, never>>;
  /** For a list route: the query, and the fields that it was read with. */
  list: ListQuery;
  spec: ListSpec;
  body: Parsed<BodyOf<R>, undefined>;
  /** The `Idempotency-Key` of a route that honours one. */
  once: IdempotencyKey | null;
  caller: Caller<Who>;
  /** The bearer token as sent; refresh and logout work on it. */
  token: string | null;
  request: FastifyRequest;
  /** Sets a cookie with the answer; the text of a `Set-Cookie`. */
  setCookie(cookie: string): void;
}

/** A call before its body is checked: limits (429) and unknown ids (404) may refuse it. */
export interface EarlyCall<R extends Route, Who extends Actor = Actor> {
  params: Parsed<R['params'], Record<string, never>>;
  /** Undefined also when it has characters that must not be looked up; the call is refused after this. */
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
  /** Whether this call switches maintenance off (DESIGN section 8); such a write is allowed during maintenance. */
  endsMaintenance?: (call: EarlyCall<Route, Actor>) => boolean;
  /** Instead of `handle`: the finished answer as bytes, made by the route's own schema. */
  written?: (call: Call<Route, Actor>) => Promise<Buffer>;
  /** For a list with fields that staff define: its fields at this time, as these parameters need them. */
  spec?: (caller: Caller, parameters: Readonly<Record<string, unknown>>) => Promise<ListSpec>;
  /** For a list: its file. */
  csv?: (call: Call<Route, Actor>, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Joins a route of the contract with its implementation. `before` runs before the body is checked. */
export function on<R extends Route>(
  route: R,
  handle: (call: Call<R>) => Promise<z.input<R['answer']>>,
  before?: (call: EarlyCall<R>) => Promise<void>,
): Implementation {
  // The mount below gives each handler exactly what its route's schemas and access check produced.
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
  variant: Variant;
  /** The panel's maintenance switch. */
  isPanelReadOnly(): Promise<boolean>;
  largeBodies: LargeBodies;
}

/**
 * Puts every route of the contract on the server. Throws when one has no implementation, or two (DESIGN section 13:
 * the route table is the single source).
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
  for (const implementation of implementations) {
    if (implementation.route.rawBody) {
      void app.register(async (scope) => {
        takeAnyBody(scope);
        mount(scope, implementation, deps);
      });
      continue;
    }
    mount(app, implementation, deps);
    const { alsoAt } = implementation.route;
    if (alsoAt !== undefined)
      mount(app, { ...implementation, route: { ...implementation.route, path: alsoAt } }, deps);
  }
}

/** Below a scope of its own, so that every other route still takes JSON alone. */
function takeAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = String(body);
    done(null, undefined);
  });
}

function mount(app: FastifyInstance, implementation: Implementation, deps: MountDeps): void {
  const { route, before, handle, written, csv, endsMaintenance, spec: specFor } = implementation;
  const { access } = route;
  const bodySchema = bodyOf(route, deps.variant);
  /** Slow work on a large body waits for its turn. */
  const inTurn = async <Result>(text: string, work: () => Result): Promise<Result> =>
    text.length < largeBodyBytes ? work() : deps.largeBodies.inTurn(work);
  const isHeldByMaintenance = access.who === 'staff' && writes(route) && !access.readOnlyMay;
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { contract: route },
    ...(route.bodyBytes !== undefined && { bodyLimit: route.bodyBytes }),
    onRequest: async (request) => {
      if (access.who === 'cabinet' || access.who === 'provisioner') return; // the signature needs the body
      requireAllowed(route, callerOf(request));
      // Whether it ends maintenance depends on the body.
      if (isHeldByMaintenance && !endsMaintenance && (await deps.isPanelReadOnly())) {
        throw new AppError('maintenance');
      }
      requireProof(route, callerOf(request));
    },
    handler: async (request, reply) => {
      const caller = callerOf(request);
      requireAllowed(route, caller);
      const params = parseParams(route, request.params);
      const token = bearerOf(request);
      const strange = await inTurn(request.rawBody, () => strangeText(route, bodySchema, request.body));
      const rawBody = Object.keys(strange).length > 0 ? undefined : request.body;
      const early = { params, rawBody, caller, token, request } as EarlyCall<Route, Actor>;
      if (endsMaintenance && !endsMaintenance(early) && (await deps.isPanelReadOnly())) {
        throw new AppError('maintenance');
      }
      await before?.(early);
      const spec = specFor ? await specFor(caller, parametersOf(request.query)) : route.list;
      const { query, list } = parseQuery(route, request.query, spec);
      const body = await inTurn(request.rawBody, () => parseBody(route, bodySchema, request.body, strange));
      // Each part was parsed by this route's schemas.
      const once = idempotencyKey(route, { caller, request, params, body });
      const setCookie = (cookie: string) => void reply.header('set-cookie', cookie);
      const checkAnswer = (answer: unknown) => void route.answer.parse(answer);
      const checkData = (data: unknown) => checkAnswer({ data });
      const told = { ...caller, checkData, checkAnswer };
      const call = { params, query, list, spec, body, once, caller: told, token, request, setCookie } as Call<
        Route,
        Actor
      >;
      if (list?.format === 'csv') {
        if (csv) return csv(call, reply);
        throw new AppError('validation_failed', { fields: { format: [{ key: 'validation.notAllowed' }] } });
      }
      if (written) return reply.type('application/json; charset=utf-8').send(await written(call));
      const answer = route.answer.parse(await handle(call));
      if (route.redirects) return reply.redirect(redirectAnswer.parse(answer).location, 302);
      if (route.sharedSeconds !== undefined)
        return sendShared(request, reply, { answer, seconds: route.sharedSeconds });
      void reply.status(route.accepts && hasBegun(answer) ? 202 : (route.status ?? 200));
      return route.mediaType ? sendFile(reply, route.mediaType, answer) : reply.send(answer);
    },
  });
}

/** Whether an answer only names what will be worked on. */
function hasBegun(answer: unknown): boolean {
  const { data } = answer as { data: object }; // every answer but a file has it
  return Object.keys(data).join() === 'id';
}

/** An answer that is the same for everybody, as `sharedSeconds` says; 304 to who has this very one. */
function sendShared(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { answer, seconds }: { answer: unknown; seconds: number },
): FastifyReply {
  const body = JSON.stringify(answer);
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  void reply
    .header('etag', tag)
    .header('cache-control', `public, max-age=${seconds}`)
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin');
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return reply.status(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
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

function requireAllowed({ access, ...route }: Route, { actor }: Caller): void {
  if (access.who === 'public') return;
  if (access.who !== actor.kind) throw new AppError('unauthorized');
  if (access.who === 'customer' && actor.kind === 'customer') {
    if (!mayAs(actor.role, access.role)) throw roleRefusal(access.role);
    return;
  }
  if (access.who !== 'staff' || actor.kind !== 'staff') return;
  if (actor.keyId !== null && !isOpenToKeys({ access, ...route })) throw new AppError('not_by_key');
  if (actor.mustSetUpTwoFactor && !access.beforeTwoFactor) throw new AppError('two_factor_required');
  const write = writes(route) && !access.readOnlyMay;
  if (access.permission) {
    const verdict = can(actor.permissions, access.permission, { write });
    if (!verdict.allowed) throw new AppError(verdict.reason === 'read_only' ? 'read_only' : 'forbidden');
  }
}

/** Asked last: a caller who may not do something, or not now, is not asked who they are. */
function requireProof({ sensitive }: Route, { actor, now }: Caller): void {
  if (sensitive && actor.kind === 'staff') requireFreshProof(actor, now);
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

/**
 * The strange characters of a body, by field. None where all of them are in rows that their schema refuses itself, and
 * nothing else is wrong with the body: then each row is told all of its mistakes.
 */
function strangeText(
  { ignoresBody, textBySchema: list }: Route,
  schema: z.ZodType | undefined,
  body: unknown,
): ReturnType<typeof strangeTextIn> {
  if (ignoresBody) return {};
  const found = strangeTextIn(body);
  const isInRows = list !== undefined && Object.keys(found).every((path) => path.startsWith(`${list}.`));
  return isInRows && schema?.safeParse(body).success ? {} : found;
}
