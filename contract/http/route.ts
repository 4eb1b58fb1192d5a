import type * as z from 'zod';
import type { MemberRole } from '../accounts/member-role.ts';
import type { ErrorCode } from './errors.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import type { Wanted } from '../kernel/permissions.ts';
import type { Variant } from '../kernel/variants.ts';

/**
 * Who may call a route. There is no default: a route without `access` does not compile (DESIGN section 13).
 * - `public`: anyone, signed in or not
 * - `customer`: somebody who is signed in for a client, in this role or one that may more
 * - `cabinet`: a cabinet, by its signature
 * - `provisioner`: the operator's own, by the webhook driver's signature
 * - `staff`: any member of staff, or the holder of a permission
 */
export type Access =
  | { who: 'public' | 'cabinet' | 'provisioner' }
  | { who: 'customer'; role: MemberRole }
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
  /** A second address of the same route, where the specification can be read in two ways. */
  alsoAt?: string;
  access: Access;
  /** For staff: only soon after they proved who they are (403 `reauthentication_required`; docs/decisions/0190). */
  sensitive?: true;
  summary: string;
  params?: Params;
  query?: Query;
  /** Makes the route a list: its query is the list grammar over these fields. */
  list?: ListSpec;
  /** A function where it depends on the product variant. */
  body?: Body | ((variant: Variant) => Body);
  /** The size limit of the body, where it is larger than usual. */
  bodyBytes?: number;
  /** The list whose schema refuses invisible characters itself, so that they hide no other refusal of its rows. */
  textBySchema?: string;
  /** A POST that works without any body (empty, or an empty object). */
  bodyOptional?: boolean;
  /** Ignores the body, for calls that must never fail. All other routes refuse unknown keys. */
  ignoresBody?: boolean;
  /** Its body is read as text, of whatever type it is: what is signed over its bytes. */
  rawBody?: boolean;
  /** Accepts `Idempotency-Key`: the same key with the same body acts once, and gets the same answer. */
  idempotent?: boolean;
  answer: Answer;
  /**
   * Any website may read the answer, and caches keep it for these seconds; it has an ETag. Only for what is the same for
   * everybody.
   */
  sharedSeconds?: number;
  /** The type of an answer that isn't JSON but a `fileAnswer`. */
  mediaType?:
    | 'application/pdf'
    | 'application/xml'
    | 'application/octet-stream'
    | 'application/zip'
    | 'text/csv';
  /** Answered with 302 to the `redirectAnswer`: a browser comes here itself, not a program. */
  redirects?: true;
  status?: 200 | 201;
  /** Begins work for later: 202 where `data` is only the `id` of what was begun. */
  accepts?: boolean;
  /** Codes beyond those that any route may answer. */
  errors?: readonly ErrorCode[];
}

/** Declares a route and keeps its exact types. */
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
/** Somebody who is signed in for a client, in this role or one that may more. */
export function customer<const Lowest extends MemberRole>(role: Lowest) {
  return { who: 'customer', role } as const satisfies Access;
}
export const cabinet: Access = { who: 'cabinet' };
export const provisioner: Access = { who: 'provisioner' };

/**
 * Any member of staff (`null`), or the holder of a permission or of one of several. `readOnlyMay`: a write that read-
 * only staff may do. `beforeTwoFactor`: open to people who must have a second factor and have not set it up yet.
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

/** Whether a key for a program may call the route: neither a sensitive act, nor a person's own (docs/decisions/0191). */
export function isOpenToKeys({ access, sensitive }: Pick<Route, 'access' | 'sensitive'>): boolean {
  return access.who === 'staff' && access.permission !== null && !sensitive;
}

/** Whether the route changes something. */
export function writes({ method }: Pick<Route, 'method'>): boolean {
  return method !== 'GET';
}
