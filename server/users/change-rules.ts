import { emailing } from '#server/auth/guard.ts';
import { holdsAll, type Permission } from '#contract/kernel/permissions.ts';
import { lockAccount } from '#server/auth/account-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { hasKeeper } from './last-keeper.ts';
import type { StaffDeps } from './staff-deps.ts';
import { presentAccounts, type StaffRow, userById } from './user-store.ts';

/**
 * Rules for every change of staff by staff (DESIGN section 8; API.md, "users"): nobody may grant what they don't
 * hold, change an account above their own, or remove the last holder of `users.write`.
 */

/**
 * Runs one change of staff at a time, because the rule of the last holder concerns all of them. `mailed`: an unproved
 * address to which the change sends an email.
 */
export function changeAlone<Result>(
  { db, guard }: StaffDeps,
  caller: StaffCaller,
  change: (tx: Db) => Promise<Result>,
  mailed?: string,
): Promise<Result> {
  const { actor, now } = caller;
  return emailing(guard, now, mailed, () =>
    answered(db, caller, async (tx) => {
      await lockUntilCommit(tx, 'users');
      // The caller's own row first, as everywhere: ending a session locks it too.
      await lockAccount(tx, actor);
      await requireOpenSession(tx, actor);
      return change(tx);
    }),
  );
}

/** The account, locked in a transaction; 404 when unknown, 403 when it is above the caller's own. */
export async function requireChangeable(db: Db, caller: StaffCaller, id: string): Promise<StaffRow> {
  const user = await userById(db, id, { lock: db.isTransaction });
  if (!user) throw new AppError('not_found');
  refuseAbove(caller, user.effective_permissions);
  return user;
}

/** The same for an account that is not deleted. */
export async function requireLiving(tx: Db, caller: StaffCaller, id: string): Promise<StaffRow> {
  const user = await requireChangeable(tx, caller, id);
  if (user.deleted_at) throw new AppError('deleted');
  return user;
}

export function refuseAbove({ actor }: StaffCaller, wanted: readonly Permission[]): void {
  if (!holdsAll(actor.permissions, wanted)) throw new AppError('above_own_permissions');
}

/** Refuses a change after which nobody could manage users any more. */
export async function keepLastKeeper(tx: Db, change: () => Promise<void>): Promise<void> {
  const had = hasKeeper(await presentAccounts(tx));
  await change();
  if (had && !hasKeeper(await presentAccounts(tx))) throw new AppError('last_keeper');
}
