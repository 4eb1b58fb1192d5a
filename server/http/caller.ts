import type { Permission } from '#contract/permissions.ts';
import type { Locale } from '#contract/variants.ts';

/** Who calls. `nobody` has no session; `system` is the platform itself (jobs, commands). */
export type Actor =
  | { kind: 'nobody' }
  | { kind: 'system' }
  | {
      kind: 'staff';
      id: string;
      name: string;
      sessionId: string;
      permissions: readonly Permission[];
      /** Must have a second factor and has none: may only set it up. */
      mustSetUpTwoFactor: boolean;
    }
  | { kind: 'customer'; id: string; name: string; sessionId: string }
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
}

/** The platform as a caller: jobs and commands. */
export function systemCaller(now: Date, locale: Locale): Caller {
  return { actor: { kind: 'system' }, now, locale, ip: null, requestId: null, userAgent: null };
}
