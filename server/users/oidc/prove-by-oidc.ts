import { requireOpenSession } from '#server/auth/open-session.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { fitOf, isFresh } from '#server/oidc/judge-identity.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { type StaffRow, userById } from '#server/users/user-store.ts';
import { linkIdentity, withIdentity } from './accept-identity.ts';

/**
 * Runs what a proof of the caller allows, by an answer of the identity provider for which they proved who they are
 * after we asked.
 *
 * @throws AppError `oidc_not_you`, `oidc_not_fresh`, or as `withIdentity` does
 */
export function withFreshIdentity<Result>(
  deps: StaffDeps,
  caller: StaffCaller,
  answer: string,
  then: (tx: Db, user: StaffRow) => Promise<Result>,
): Promise<Result> {
  const { actor, now } = caller;
  return withIdentity(deps, caller, { answer, fresh: true }, ({ identity, state, saysWhen }) =>
    deps.db.transaction().execute(async (tx) => {
      const user = await userById(tx, actor.id, { lock: true });
      if (!user || user.deleted_at) throw new AppError('unauthorized');
      await requireOpenSession(tx, actor);
      if (fitOf(user, identity) === 'other') throw new AppError('oidc_not_you');
      const askedSecondsAgo = (now.getTime() - state.at) / 1000;
      if (!isFresh(identity, { askedSecondsAgo, saysWhen })) throw new AppError('oidc_not_fresh');
      return then(tx, await linkIdentity(tx, caller, { user, identity }));
    }),
  );
}
