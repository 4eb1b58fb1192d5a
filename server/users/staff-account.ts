import type { StaffAccount, StaffLoginAnswer } from '#contract/accounts/auth.ts';
import { alarmKindsFor } from '#contract/accounts/alarm.ts';
import { inOrder } from '#contract/kernel/permissions.ts';
import { isFactorMissing, isPasswordEnough } from '#server/accounts/passkeys/missing-factor.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import type { IssuedToken } from '#server/auth/issue-session.ts';
import type { Db, SessionOpening, SessionRow, UserRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffActor } from '#server/kernel/caller.ts';
import type { StaffDeps } from './staff-deps.ts';
import { type ActingUser, actingUser, type StaffRow, userById } from './user-store.ts';

/** A colleague's row in the form of an account. */
export function asStaff<Row extends Pick<UserRow, Exclude<keyof AccountRow, 'kind' | 'client'>>>(
  user: Row,
): Row & { kind: 'staff' } {
  return { ...user, kind: 'staff' };
}

/** The same, locked. */
export async function lockStaff(tx: Db, id: string): Promise<(StaffRow & { kind: 'staff' }) | undefined> {
  const user = await userById(tx, id, { lock: true });
  return user && asStaff(user);
}

/** The actor of a session, while its account may act. */
export async function staffActor(db: Db, session: SessionRow): Promise<StaffActor | undefined> {
  const user = await actingUser(db, session.account_id);
  if (!user || user.deleted_at) return undefined;
  const { id, name, effective_permissions: permissions } = user;
  const mustSetUpTwoFactor = isTwoFactorMissing(user, session.opened_by);
  const provedAt = session.proved_at ?? session.created_at;
  return {
    kind: 'staff',
    id,
    name,
    permissions,
    sessionId: session.id,
    keyId: null,
    mustSetUpTwoFactor,
    provedAt,
  };
}

/** Somebody in whose name a job works, while the account may act; without a session. */
export async function actorOfJob(db: Db, id: string): Promise<StaffActor | undefined> {
  const user = await actingUser(db, id);
  if (!user || user.deleted_at) return undefined;
  const { name, effective_permissions: permissions } = user;
  return {
    kind: 'staff',
    id,
    name,
    permissions,
    sessionId: '',
    keyId: null,
    mustSetUpTwoFactor: isTwoFactorMissing(user, null),
    provedAt: null,
  };
}

/** The caller's own account; 401 when it is gone. */
export async function requireActing(db: Db, { id }: { id: string }): Promise<ActingUser> {
  const user = await actingUser(db, id);
  if (!user) throw new AppError('unauthorized');
  return user;
}

/** Refuses what is done with a password, while colleagues sign in at the identity provider alone. */
export function requirePasswords({ passwordsOff }: Pick<StaffDeps, 'passwordsOff'>): void {
  if (passwordsOff) throw new AppError('passwords_off');
}

export function staffAccountOf(
  { passwordsOff }: Pick<StaffDeps, 'passwordsOff'>,
  user: ActingUser,
  mustSetUpTwoFactor: boolean,
): StaffAccount {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    permissions: inOrder(user.effective_permissions),
    locale: user.locale,
    alarms: alarmKindsFor(user.effective_permissions).filter((kind) => user.alarms.includes(kind)),
    two_factor_missing: mustSetUpTwoFactor,
    has_password: user.password_hash !== null && !passwordsOff,
    signs_in_by_oidc: user.oidc_subject !== null,
  };
}

export function staffLoginAnswer(
  deps: Pick<StaffDeps, 'passwordsOff'>,
  token: IssuedToken,
  user: ActingUser,
  openedBy: SessionOpening,
): StaffLoginAnswer {
  return { ...token, domain: null, data: staffAccountOf(deps, user, isTwoFactorMissing(user, openedBy)) };
}

/** Must have two factors, and one is missing. `openedBy`: null without a session. */
export function isTwoFactorMissing(user: ActingUser, openedBy: SessionOpening | null): boolean {
  return isFactorMissing({
    isRequired: user.must_have_two_factor,
    hasPassword: user.password_hash !== null,
    isOn: user.two_factor_at !== null,
    hasPasskey: user.has_passkey,
    openedBy,
  });
}

/** Whether the caller's own password is a proof; where two factors are required it may be too little. */
export async function isOwnPasswordEnough(db: Db, actor: StaffActor): Promise<boolean> {
  const user = await requireActing(db, actor);
  return isPasswordEnough({
    isRequired: user.must_have_two_factor,
    isOn: user.two_factor_at !== null,
    hasPasskey: user.has_passkey,
    isHeldBack: actor.mustSetUpTwoFactor,
  });
}
