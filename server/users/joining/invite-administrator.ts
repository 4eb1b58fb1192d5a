import type { Insertable } from 'kysely';
import { linkSeconds } from '#contract/accounts/auth.ts';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import { issueLink } from '#server/auth/one-time-link-store.ts';
import type { UserTable } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { newToken } from '#server/keys/secrets.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { hasJoinedUser, insertUser, updateUser, userByEmail } from '#server/users/user-store.ts';

/** Makes the first administrator from the configuration; does nothing when somebody has joined. */
export async function ensureAdministrator(
  { db, passwords, defaultLocale: locale }: StaffDeps,
  now: Date,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await hasJoinedUser(db)) return false;
  const passwordHash = await passwords.hashNew(password, []);
  return db.transaction().execute(async (tx) => {
    // Several processes of one installation may start at once.
    await lockUntilCommit(tx, 'users');
    if ((await hasJoinedUser(tx)) || (await userByEmail(tx, email))) return false;
    await insertUser(tx, administrator(now, { name: email, email, passwordHash, locale }));
    return true;
  });
}

/**
 * Makes an account with every permission for the operator's command, and the token for joining. An account that was
 * invited and has not joined gets all permissions and a new token. While passwords are off the token signs in by itself,
 * also somebody who has joined.
 * @throws AppError at `email` when somebody has joined with it and can have a new password.
 */
export async function inviteAdministrator(
  { db, defaultLocale: locale, passwordsOff }: StaffDeps,
  caller: Caller,
  { email, name }: { email: string; name: string },
): Promise<{ token: string; expiresAt: Date }> {
  const { now } = caller;
  const token = newToken();
  const seconds = passwordsOff ? linkSeconds.recovery : linkSeconds.invitation;
  await db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'users');
    const known = await userByEmail(tx, email);
    if (known?.joined_at && !passwordsOff) throw fieldError('email', 'errors.email_taken');
    const user =
      known ?? (await insertUser(tx, administrator(now, { name, email, passwordHash: null, locale })));
    if (known) await updateUser(tx, user.id, { permissions: [...fullPermissions], updated_at: now });
    const link = { token, accountId: user.id, email: user.email, now, seconds };
    await issueLink(tx, { ...link, purpose: passwordsOff ? 'staff_recovery' : 'staff_invitation' });
    await auditUser(tx, caller, user, { action: known ? 'user.invite' : 'user.create' });
  });
  return { token, expiresAt: new Date(now.getTime() + seconds * 1000) };
}

/** An account with every permission; without a password it has to join later. */
export function administrator(
  now: Date,
  of: { name: string; email: string; passwordHash: string | null; locale: Locale },
): Omit<Insertable<UserTable>, 'email_key'> {
  const { passwordHash: password_hash, ...own } = of;
  return {
    ...own,
    id: newId(now),
    permissions: [...fullPermissions],
    password_hash,
    joined_at: password_hash === null ? null : now,
    created_at: now,
    updated_at: now,
  };
}
