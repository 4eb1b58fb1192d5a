import type { StaffLoginAnswer } from '#contract/accounts/auth.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Identity, provedAt } from '#server/oidc/judge-identity.ts';
import { joinedUser } from '#server/users/joining/join-staff.ts';
import { letIn } from '#server/users/sign-in-staff.ts';
import { asStaff } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { userByEmail, userById, userByIdentity } from '#server/users/user-store.ts';
import { type Accepted, linkIdentity, withIdentity } from './accept-identity.ts';

/**
 * Signs in a person who is invited: by the identity that signed in before, else by the address. Somebody who has not
 * joined yet joins by it. The provider's sign-in counts as a whole, so no second factor is asked for
 * (docs/decisions/0192).
 */
export async function signInByOidc(
  deps: StaffDeps,
  caller: Caller,
  answer: string,
): Promise<StaffLoginAnswer> {
  let tried: UserRow | undefined;
  try {
    return await withIdentity(deps, caller, { answer, fresh: false }, async (accepted) => {
      tried = await accountOf(deps.db, accepted.identity);
      return letIdentityIn(deps, caller, tried, accepted);
    });
  } catch (error) {
    if (error instanceof AppError && noted.some((code) => code === error.code)) {
      const details = { door: 'staff', reason: error.code };
      const account = tried ? asStaff(tried) : null;
      await writeSecurityEvent(deps.db, caller, { event: 'login_failed', account, details });
    }
    throw error;
  }
}

/** Refusals that are somebody's attempt, and not a page that was left open or a provider that is away. */
const noted = [
  'oidc_not_invited',
  'oidc_email_unverified',
  'oidc_domain',
  'oidc_other_account',
  'oidc_failed',
];

async function letIdentityIn(
  deps: StaffDeps,
  caller: Caller,
  found: UserRow | undefined,
  { identity, saysWhen }: Accepted,
): Promise<StaffLoginAnswer> {
  return deps.db.transaction().execute(async (tx) => {
    const user = found && (await userById(tx, found.id, { lock: true }));
    if (!user || user.deleted_at) throw new AppError('oidc_not_invited');
    const linked = await linkIdentity(tx, caller, { user, identity });
    const joined = await joinedUser(tx, caller, linked);
    const opening = { by: 'oidc' as const, provedAt: provedAt(identity, { now: caller.now, saysWhen }) };
    return letIn(deps, tx, caller, { user: joined, login: true, opening });
  });
}

async function accountOf(db: Db, identity: Identity): Promise<UserRow | undefined> {
  return (await userByIdentity(db, identity)) ?? (await userByEmail(db, identity.email ?? ''));
}
