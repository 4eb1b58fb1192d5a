import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Refusal, refusalsByField } from '#contract/kernel/issues.ts';
import { type ListQuery, type ListSpec, parseListQuery } from '#contract/kernel/list-query.ts';
import { strangeTextIn } from '#contract/kernel/plain-text.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { type Route, writes } from '#contract/http/route.ts';
import { bodyHash, type IdempotencyKey } from '#server/db/idempotency.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';

/**
 * The only place where a request's path, query, body and key are read, each by the route's own schema. Characters
 * that DESIGN section 13 refuses are refused here.
 */
type FieldRefusals = Record<string, Refusal[]>;

/** A malformed id is answered like an unknown one. */
export function parseParams({ params }: Route, given: unknown): unknown {
  if (!params) return {};
  const read = params.safeParse(given);
  if (!read.success) throw new AppError('not_found');
  return read.data;
}

/** `spec`: the list's own, where staff define some of its fields. */
export function parseQuery(
  route: Route,
  given: unknown,
  spec: ListSpec | undefined,
): { query: unknown; list: ListQuery | undefined } {
  const parameters = parametersOf(given);
  const strange = byParameter(strangeTextIn(parameters), parameters);
  if (spec) {
    const read = parseListQuery(spec, parameters);
    const fields = { ...(read.ok ? {} : read.refusals), ...strange };
    if (!read.ok || Object.keys(strange).length > 0) throw new AppError('validation_failed', { fields });
    return { query: {}, list: read.query };
  }
  if (route.query) return { query: parseOrRefuse(route.query, parameters, strange), list: undefined };
  const unknown = Object.keys(parameters);
  if (unknown.length > 0) {
    const fields = Object.fromEntries(
      unknown.map((name) => [name, [{ key: 'validation.unknownKey', params: { name } }]]),
    );
    throw new AppError('validation_failed', { fields });
  }
  return { query: {}, list: undefined };
}

/** The parameters of an address: Fastify's parser gives a flat object. */
export function parametersOf(given: unknown): Record<string, unknown> {
  return (given ?? {}) as Record<string, unknown>;
}

/** Groups refusals by parameter. A parameter given twice is a list, and its refusal belongs to the parameter. */
function byParameter(strange: FieldRefusals, parameters: Record<string, unknown>): FieldRefusals {
  return Object.fromEntries(
    Object.entries(strange).map(([path, refusals]) => [
      Object.hasOwn(parameters, path) ? path : path.replace(/\.\d+$/, ''),
      refusals,
    ]),
  );
}

const nothing = z.strictObject({});

export function parseBody(
  route: Route,
  schema: z.ZodType | undefined,
  given: unknown,
  strange: FieldRefusals,
): unknown {
  if (!writes(route) || route.ignoresBody) return undefined;
  return parseOrRefuse(schema ?? nothing, given ?? {}, strange);
}

const printable = /^[\x21-\x7e]+$/;

/** Identifies a repeated write, together with the account and the address. */
export function idempotencyKey(
  { method, path, idempotent }: Route,
  {
    caller: { actor },
    request,
    params,
    body,
  }: { caller: Caller; request: FastifyRequest; params: unknown; body: unknown },
): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (!idempotent || key === undefined || !('id' in actor)) return null;
  const { max } = limits.idempotencyKey;
  if (typeof key !== 'string' || key.length > max || !printable.test(key)) {
    throw fieldError('Idempotency-Key', 'validation.notAllowed');
  }
  const route = `${method} /api${withParams(path, params)}`;
  return { caller: `${actor.kind} ${actor.id}`, route, key, bodyHash: bodyHash(body) };
}

/** The address with its parsed parameters, so that other spellings of it are the same address. */
function withParams(path: string, params: unknown): string {
  const values = params as Record<string, string>; // every parameter is an id or a word
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '');
}

/**
 * The value as a schema reads it, or a 422 with every refusal at its field. `strange`: refusals for its characters,
 * whatever the schema says.
 */
function parseOrRefuse<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  strange: FieldRefusals,
): z.output<Schema> {
  // `reportInput` tells a missing value from one of a wrong type.
  const read = schema.safeParse(given, { reportInput: true });
  if (read.success && Object.keys(strange).length === 0) return read.data;
  const fields = { ...(read.success ? {} : refusalsByField(read.error)), ...strange };
  throw new AppError('validation_failed', { fields });
}
