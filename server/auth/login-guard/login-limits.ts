import type { LoginScope } from '#contract/entities/login-lock.ts';
import type { AccountKind } from '#server/db/tables.ts';
import type { Limit } from '#server/kernel/config.ts';

export interface LoginLimits {
  login: Limit;
  loginPerAddress: Limit;
}

/** The present failures of one scope (GROWTH section 15, "Logins"). */
export interface Failures {
  failures: number;
  /** Refused until then; null: the next try may come. */
  nextAt: Date | null;
  /** Forgotten from then on. */
  resetsAt: Date;
}

export interface Counted extends Failures {
  scope: LoginScope;
}

/** A scope that has just been slowed down or shut by failures. */
export interface Slowed {
  kind: AccountKind;
  email: string;
  scope: LoginScope;
  failures: number;
}

const longestWaitSeconds = 60;

/**
 * The scopes that an attempt counts in. A known device has a count of its own, so that neither a stranger's failures
 * nor those of others behind the same address lock it out.
 */
export function scopesOf({
  hasEmail,
  isKnownDevice,
}: {
  hasEmail: boolean;
  isKnownDevice: boolean;
}): readonly LoginScope[] {
  if (!hasEmail) return ['address'];
  return isKnownDevice ? ['device'] : ['pair', 'account', 'address'];
}

/** The refusal with the longest wait; undefined: the attempt is allowed. */
export function refusalOf<Count extends Counted>(
  counts: readonly Count[],
  now: Date,
): (Count & { nextAt: Date }) | undefined {
  const waiting = counts.filter((count): count is Count & { nextAt: Date } => isWaiting(count, now));
  return waiting.toSorted((a, b) => b.nextAt.getTime() - a.nextAt.getTime())[0];
}

/**
 * The failures of a scope with one more. An account is slowed down until a window without failures has passed. Every
 * other scope is locked at its limit until the window that began with the first failure ends.
 */
export function oneMore(
  scope: LoginScope,
  before: Failures | undefined,
  limits: LoginLimits,
  now: Date,
): Failures {
  const { count, seconds } = limitOf(scope, limits);
  const kept = before && before.resetsAt > now ? before : undefined;
  const failures = (kept?.failures ?? 0) + 1;
  const windowEnd = later(now, seconds);
  if (scope === 'account') {
    const wait = waitSeconds(failures, count);
    return { failures, nextAt: wait > 0 ? later(now, wait) : null, resetsAt: windowEnd };
  }
  const resetsAt = kept?.resetsAt ?? windowEnd;
  return { failures, nextAt: failures >= count ? resetsAt : null, resetsAt };
}

/** The same with one less, because the attempt was no failure. */
export function oneLess(scope: LoginScope, before: Failures, limits: LoginLimits): Failures {
  const failures = Math.max(0, before.failures - 1);
  const isShut = scope !== 'account' && failures >= limitOf(scope, limits).count;
  return { failures, nextAt: isShut ? before.resetsAt : null, resetsAt: before.resetsAt };
}

/** True from the failure at which a scope is slowed down or shut. */
export function isSlowed(scope: LoginScope, { failures }: Pick<Failures, 'failures'>, limits: LoginLimits) {
  return failures >= limitOf(scope, limits).count;
}

/** Seconds to wait after this number of failures: 1 at the limit, doubled by each further one, up to 60. */
export function waitSeconds(failures: number, count: number): number {
  if (failures < count) return 0;
  // The exponent is bounded, because the power could overflow.
  return Math.min(longestWaitSeconds, 2 ** Math.min(failures - count, 10));
}

function limitOf(scope: LoginScope, { login, loginPerAddress }: LoginLimits): Limit {
  return scope === 'address' ? loginPerAddress : login;
}

function isWaiting({ nextAt, resetsAt }: Failures, now: Date): boolean {
  return nextAt !== null && nextAt > now && resetsAt > now;
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
