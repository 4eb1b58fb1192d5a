import { forgetAccount } from '#server/auth/login-guard/login-failure-store.ts';
import { guardLink } from '#server/auth/guard.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { updateAccount } from '#server/auth/account-store.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { findLink, useLinkOf } from '#server/auth/one-time-link-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, LinkPurpose, OneTimeLinkRow } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { type AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { notifyPasswordChange } from './account-emails.ts';
import type { AccountDeps } from './account-deps.ts';
import { emailTaken } from './change-address.ts';

interface LinkUse<Row extends AccountRow, Result> {
  token: string;
  purposes: readonly LinkPurpose[];
  /** The link's account, locked. */
  lock(tx: Db, id: string): Promise<Row | undefined>;
  use(tx: Db, account: Row, link: OneTimeLinkRow): Promise<Result>;
}

/**
 * Does what a link about an address allows, in one transaction that also uses the link up. A wrong link counts as a
 * guess. 409 when somebody else has just taken the address.
 * @throws AppError `link_invalid` for a wrong link, and where `use` gives undefined.
 */
export async function useAddressLink<Row extends AccountRow, Result>(
  { db, guard }: AccountDeps,
  caller: Caller,
  { token, purposes, lock, use }: LinkUse<Row, Result | undefined>,
): Promise<Result> {
  const used = await guardLink(guard, caller, async () => {
    try {
      return await answered(db, caller, async (tx) => {
        const wanted = { token, purposes, now: caller.now };
        const found = await useLinkOf(tx, wanted, (id) => lock(tx, id));
        return found && !found.account.deleted_at ? use(tx, found.account, found.link) : undefined;
      });
    } catch (error) {
      throw isUniqueViolation(error) && /^(users|persons)_email$/.test(error.constraint)
        ? emailTaken()
        : error;
    }
  });
  if (!used) throw linkRefused();
  return used;
}

/** Sets a new password by an emailed link. It ends all sessions and resets the account's failed logins. */
export async function resetPassword<Row extends AccountRow, Result>(
  deps: AccountDeps,
  caller: Caller,
  { token, purposes, lock, use, password }: LinkUse<Row, Result> & { password: string },
): Promise<Result> {
  const { db, guard, passwords } = deps;
  const { now } = caller;
  const wanted = { token, purposes, now };
  const good = await guardLink(guard, caller, () => findLink(db, wanted));
  if (!good) throw linkRefused();
  const passwordHash = await passwords.hashNew(password, [good.email]);
  return db.transaction().execute(async (tx) => {
    const found = await useLinkOf(tx, wanted, (id) => lock(tx, id));
    const account = found?.account;
    if (!account || account.deleted_at || emailKey(found.link.email ?? '') !== account.email_key) {
      throw linkRefused();
    }
    await updateAccount(tx, account, { password_hash: passwordHash, updated_at: now });
    await endAccess(tx, account, 'password_reset', { now });
    await forgetAccount(tx, account.kind, account.email_key);
    await notifyPasswordChange(deps, tx, caller, account);
    return use(tx, account, found.link);
  });
}

/** 422 for the link: it is wrong, used or expired, or its account is gone. */
export function linkRefused(): AppError {
  return fieldError('hash', 'errors.link_invalid', 'link_invalid');
}
