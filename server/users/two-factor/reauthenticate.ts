import { proofSeconds } from '#contract/accounts/auth.ts';
import type { ReauthenticateInput } from '#contract/accounts/two-factor.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { guardOwnSecret } from '#server/auth/guard.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { updateSession } from '#server/auth/session-store.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { asStaff, requireActing } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { takeSecondFactor, wrongCode } from '#server/accounts/two-factor/second-factor.ts';
import { userById } from '#server/users/user-store.ts';

interface Proved {
  proved_until: string;
}

/**
 * Proves who holds the session, so that it may do sensitive acts for a while: by the password, and by the second
 * factor where it is on. Wrong ones count as those of a login do.
 */
export async function reauthenticate(
  deps: StaffDeps,
  caller: StaffCaller,
  { current_password, ...given }: ReauthenticateInput,
): Promise<Proved> {
  const judged = await requireActing(deps.db, caller.actor);
  await requireOwnPassword(deps, caller, judged, current_password);
  if (!judged.two_factor_at) {
    return deps.db
      .transaction()
      .execute(async (tx) => prove(tx, caller, await lockJudged(tx, caller, judged)));
  }
  if (given.code === undefined && given.recovery_code === undefined) {
    throw fieldError('code', 'validation.required');
  }
  const done = await guardOwnSecret(deps.guard, 'second_factor', caller, judged.id, () =>
    deps.db.transaction().execute(async (tx) => {
      const user = await lockJudged(tx, caller, judged);
      if (!(await takeSecondFactor(deps, tx, caller, { account: asStaff(user), given }))) return undefined;
      return prove(tx, caller, user);
    }),
  );
  if (!done) throw wrongCode(given);
  return done;
}

/** The account as it was judged, locked; its session is still open. */
async function lockJudged(tx: Db, { actor }: StaffCaller, judged: UserRow): Promise<UserRow> {
  const user = await userById(tx, actor.id, { lock: true });
  if (!user || user.deleted_at) throw new AppError('unauthorized');
  await requireOpenSession(tx, actor);
  requireSamePassword(judged, user);
  if ((user.two_factor_at === null) !== (judged.two_factor_at === null)) {
    throw fieldError('code', 'validation.required');
  }
  return user;
}

async function prove(tx: Db, caller: StaffCaller, { id, name }: UserRow): Promise<Proved> {
  const { actor, now } = caller;
  await updateSession(tx, actor.sessionId, { proved_at: now });
  await writeSecurityEvent(tx, caller, { event: 'reauthenticated', account: { kind: 'staff', id, name } });
  const proved = { proved_until: new Date(now.getTime() + proofSeconds * 1000).toISOString() };
  caller.checkData?.(proved);
  return proved;
}
