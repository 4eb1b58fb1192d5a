import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ListSpec } from '../list-query.ts';
import type { Wanted } from '../permissions.ts';
import type { Variant } from '../variants.ts';

/**
 * Who may call a route. There is no default: a route that names nobody does not compile (DESIGN section 13).
 * - `public`: anyone, signed in or not
 * - `customer`: the customer of the session
 * - `cabinet`: an instance, by its signature
 * - `provisioner`: the operator's own, by the webhook driver's signature
 * - `staff`: any member of staff, or the holder of a permission
 */
export type Access =
  | { who: 'public' | 'customer' | 'cabinet' | 'provisioner' }
  | { who: 'staff'; permission: Wanted | null; readOnlyMay?: boolean; beforeTwoFactor?: boolean };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Below `/api`, with `:name` for parameters. */
  path: string;
  /** The same route at another address, where the specification can be read in two ways. */
  alsoAt?: string;
  access: Access;
  summary: string;
  params?: Params;
  query?: Query;
  /** Makes the route a list: its query is the list grammar over these fields. */
  list?: ListSpec;
  /** A function where the product variant decides. */
  body?: Body | ((variant: Variant) => Body);
  /** The largest body, where it may be larger than others. */
  bodyBytes?: number;
  /** A POST that works without any body (empty, or an empty object). */
  bodyOptional?: boolean;
  /** Takes whatever is sent: what must never fail. Elsewhere an unknown key is refused. */
  ignoresBody?: boolean;
  /** Honours `Idempotency-Key`: the same key with the same body acts once, and answers the same. */
  idempotent?: boolean;
  answer: Answer;
  /** What the answer is when it isn't JSON: a `fileAnswer` of this type. */
  mediaType?: 'application/pdf' | 'application/octet-stream';
  status?: 200 | 201;
  /** Codes beyond those that any route may answer. */
  errors?: readonly ErrorCode[];
}

/**
 * Declares a route with its types kept.
 */
export function route<
  const Path extends string,
  Answer extends z.ZodType,
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
>(declaration: Route<Params, Query, Body, Answer> & { path: Path }) {
  return declaration;
}

export const anyone: Access = { who: 'public' };
export const customer: Access = { who: 'customer' };
export const cabinet: Access = { who: 'cabinet' };
export const provisioner: Access = { who: 'provisioner' };

/**
 * Any member of staff (`null`) or the holder of a permission, of any one of several. `readOnlyMay`: a write that read-only staff may do.
 * `beforeTwoFactor`: open to people who must have a second factor and have not set it up yet.
 */
export function staff(
  permission: Wanted | null,
  { readOnlyMay = false, beforeTwoFactor = false } = {},
): Access {
  return { who: 'staff', permission, readOnlyMay, beforeTwoFactor };
}

/** The schema of a route's body. */
export type BodyOf<R extends Route> = Exclude<NonNullable<R['body']>, (variant: Variant) => unknown>;

/** The schema of a route's body in a product variant. */
export function bodyOf({ body }: Route, variant: Variant): z.ZodType | undefined {
  return typeof body === 'function' ? body(variant) : body;
}

/** Whether the route changes something. */
export function writes({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET';
}
