import { guardLink } from '#server/auth/guard.ts';
import type { StaffLoginAnswer, StaffRegisterInput } from '#contract/accounts/auth.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { linkRefused } from '#server/accounts/use-account-link.ts';
import { findLink, useLink, useLinkOf, voidLinksOf } from '#server/auth/one-time-link-store.ts';
import type { Db, OneTimeLinkRow, UserRow } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { administrator } from './invite-administrator.ts';
import { isReplacedSetUp } from './set-up-link.ts';
import { letIn } from '#server/users/sign-in-staff.ts';
import { asStaff, requirePasswords } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { hasJoinedUser, insertUser, updateUser, userByEmail, userById } from '#server/users/user-store.ts';

const purposes = ['setup', 'staff_invitation'] as const;
const shownPurposes = [...purposes, 'staff_recovery'] as const;

const purposeNames = { setup: 'setup', staff_invitation: 'invitation', staff_recovery: 'recovery' } as const;

/** What a set-up or invitation link is for; does not use it up. */
export async function readInvitation({ db, guard }: StaffDeps, caller: Caller, token: string) {
  const found = await guardLink(guard, caller, async () => {
    const link = await findLink(db, { token, purposes: shownPurposes, now: caller.now });
    return link && (await isOpen(db, link)) ? link : undefined;
  });
  if (!found) throw (await isReplacedSetUp(db, token)) ? new AppError('setup_replaced') : linkRefused();
  const user = found.account_id ? await userById(db, found.account_id) : undefined;
  const purpose = purposeNames[found.purpose as (typeof shownPurposes)[number]]; // only these were looked for
  return { purpose, email: found.email, name: user?.name ?? null };
}

/** Creates the first administrator by the set-up link, or completes a manager's invitation. */
export async function joinStaff(
  deps: StaffDeps,
  caller: Caller,
  input: StaffRegisterInput,
): Promise<StaffLoginAnswer> {
  const { db, guard, passwords } = deps;
  const wanted = { token: input.token, purposes, now: caller.now };
  const good = await guardLink(guard, caller, () => findLink(db, wanted));
  if (!good && (await isReplacedSetUp(db, input.token))) throw new AppError('setup_replaced');
  if (!good || !(await isOpen(db, good))) throw new AppError('setup_closed');
  // The first administrator's serves when passwords are on again.
  if (good.purpose === 'staff_invitation') requirePasswords(deps);
  checkEmail(good, input.email);
  const passwordHash = await passwords.hashNew(input.password, [good.email, input.email, input.name]);
  return db.transaction().execute(async (tx) => {
    // Everything that voids an invitation locks this row first.
    if (good.account_id) await userById(tx, good.account_id, { lock: true });
    const link = await useLink(tx, wanted);
    if (!link || !(await isOpen(tx, link))) throw new AppError('setup_closed');
    const user = await join(tx, caller, { link, input, passwordHash });
    await auditOwnAccount(tx, caller, asStaff(user), { what: 'join' });
    return letIn(deps, tx, caller, { user, login: false });
  });
}

/**
 * Signs an administrator in by a link of the command line, without a password: the way back when the identity provider
 * is away. Somebody who was only invited joins by it.
 */
export async function recoverStaff(
  deps: StaffDeps,
  caller: Caller,
  { token }: { token: string },
): Promise<StaffLoginAnswer> {
  const { db, guard } = deps;
  const wanted = { token, purposes: ['staff_recovery'] as const, now: caller.now };
  const answer = await guardLink(guard, caller, () =>
    db.transaction().execute(async (tx) => {
      const used = await useLinkOf(tx, wanted, (id) => userById(tx, id, { lock: true }));
      if (!used || !(await isOpen(tx, used.link))) return undefined;
      const user = await joinedUser(tx, caller, used.account);
      return letIn(deps, tx, caller, { user, login: true, opening: { by: 'link' } });
    }),
  );
  if (!answer) throw new AppError('setup_closed');
  return answer;
}

/** Somebody who has joined, at the latest now: without a password. */
export async function joinedUser<Row extends UserRow>(tx: Db, caller: Caller, user: Row): Promise<Row> {
  if (user.joined_at) return user;
  const changes = { joined_at: caller.now, updated_at: caller.now };
  await updateUser(tx, user.id, changes);
  await voidLinksOf(tx, user.id, ['staff_invitation', 'staff_recovery']);
  await auditOwnAccount(tx, caller, asStaff(user), { what: 'join' });
  return { ...user, ...changes };
}

/**
 * Set-up: nobody has joined yet. Invitation: the account is neither deleted nor joined, and its address is the
 * invited one. Recovery: the same, joined or not.
 */
async function isOpen(db: Db, link: OneTimeLinkRow): Promise<boolean> {
  if (link.purpose === 'setup') return !(await hasJoinedUser(db));
  const user = link.account_id ? await userById(db, link.account_id) : undefined;
  if (!user || user.deleted_at || emailKey(link.email ?? '') !== user.email_key) return false;
  return link.purpose === 'staff_recovery' || !user.joined_at;
}

function checkEmail(link: OneTimeLinkRow, email: string | undefined): void {
  if (link.purpose === 'setup') {
    if (!email) throw fieldError('email', 'validation.required');
  } else if (email && emailKey(email) !== emailKey(link.email ?? '')) {
    throw fieldError('email', 'validation.notAllowed');
  }
}

async function join(
  tx: Db,
  { now, locale: callers }: Caller,
  { link, input, passwordHash }: { link: OneTimeLinkRow; input: StaffRegisterInput; passwordHash: string },
): Promise<UserRow> {
  const { name, email = '', locale = callers } = input;
  if (link.purpose === 'setup') {
    if (await userByEmail(tx, email)) throw fieldError('email', 'errors.email_taken');
    return insertUser(tx, administrator(now, { name, email, passwordHash, locale }));
  }
  const invited = link.account_id ? await userById(tx, link.account_id) : undefined;
  if (!invited) throw new AppError('setup_closed');
  const changes = { name, password_hash: passwordHash, locale, joined_at: now, updated_at: now };
  await updateUser(tx, invited.id, changes);
  return { ...invited, ...changes };
}
