import { proofSeconds } from '#contract/accounts/auth.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { AppError } from './app-error.ts';

/** Who calls. `nobody` has no session; `system` is the platform itself (jobs, commands). */
export type Actor =
  | { kind: 'nobody' }
  | { kind: 'system' }
  | {
      kind: 'staff';
      id: string;
      name: string;
      /** Empty for a job or a key. */
      sessionId: string;
      /** The key that acts for them. */
      keyId: string | null;
      permissions: readonly Permission[];
      /** Must have a second factor and has none: may only set it up. */
      mustSetUpTwoFactor: boolean;
      /** When they last proved who they are; null for a job or a key. */
      provedAt: Date | null;
    }
  | {
      kind: 'customer';
      /** The client's. */
      id: string;
      name: string;
      sessionId: string;
      /** Who acts for the client, and what they may. */
      person: { id: string; name: string };
      role: MemberRole;
    }
  | { kind: 'cabinet'; id: string }
  | { kind: 'provisioner' };
export type StaffActor = Extract<Actor, { kind: 'staff' }>;
export type CustomerActor = Extract<Actor, { kind: 'customer' }>;
export type CabinetActor = Extract<Actor, { kind: 'cabinet' }>;
export type ProvisionerActor = Extract<Actor, { kind: 'provisioner' }>;

/** A call as the services see it: who, when, in which language, from where. */
export interface Caller<Who extends Actor = Actor> {
  actor: Who;
  now: Date;
  locale: Locale;
  ip: string | null;
  requestId: string | null;
  userAgent: string | null;
  /** As sent; each reader finds its own among them. */
  cookies: string | null;
  /** What the request log adds to the actor; absent outside of requests. */
  trace?: CallTrace;
  /** Throws for a value that the call's route may not answer as its `data`; absent outside of requests. */
  checkData?: (data: unknown) => void;
  /** The same for a whole answer with more than `data`, such as a sign-in's. */
  checkAnswer?: (answer: unknown) => void;
}

export type StaffCaller = Caller<StaffActor>;
export type CustomerCaller = Caller<CustomerActor>;
export type CabinetCaller = Caller<CabinetActor>;

/** Found out while the call is answered: the account of a failed login. */
export interface CallTrace {
  accountId: string | null;
}

/** The request that enqueued a job, for the audit log. */
export type AskedFrom = Pick<Caller, 'ip' | 'requestId' | 'userAgent'>;

export function askedFrom({ ip, requestId, userAgent }: Caller): AskedFrom {
  return { ip, requestId, userAgent };
}

/** The caller who made that request, at the time when the job runs. */
export function askedBy(from: AskedFrom, now: Date, locale: Locale): Caller {
  return { actor: { kind: 'nobody' }, now, locale, cookies: null, ...from };
}

/** The platform as a caller: jobs and commands. */
export function systemCaller(now: Date, locale: Locale): Caller {
  return {
    actor: { kind: 'system' },
    now,
    locale,
    ip: null,
    requestId: null,
    userAgent: null,
    cookies: null,
  };
}

/** Refuses a sensitive act until its actor has proved who they are again (docs/decisions/0190). */
export function requireFreshProof({ provedAt, keyId }: StaffActor, now: Date): void {
  if (keyId !== null) throw new AppError('not_by_key');
  const age = provedAt === null ? Infinity : now.getTime() - provedAt.getTime();
  if (age > proofSeconds * 1000) throw new AppError('reauthentication_required');
}
