import { linkSeconds } from '#contract/accounts/auth.ts';
import type { User, UserInput } from '#contract/entities/user.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import { takeEmailInterval } from '#server/accounts/email-interval.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditUser } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { changeAlone, refuseAbove, requireLiving } from './change-rules.ts';
import { requireRights } from './roles/require-rights.ts';
import { roleName } from './roles/read-roles.ts';
import { toUser } from './read-user.ts';
import { asStaff } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';
import { insertUser, type StaffRow, userByEmail, userById } from './user-store.ts';

/** Invites a colleague by email, in the inviter's language; no password passes through anybody else. */
export async function createUser(deps: StaffDeps, caller: StaffCaller, input: UserInput): Promise<User> {
  const { now } = caller;
  const id = newId(now);
  refuseAbove(caller, input.permissions);
  await takeEmailInterval(deps, 'staff_invitation', { accountId: id, now });
  const change = async (tx: Db) => {
    if (await userByEmail(tx, input.email)) throw fieldError('email', 'errors.email_taken');
    const rights = await requireRights(tx, caller, input);
    const locale = (await userById(tx, caller.actor.id))?.locale ?? caller.locale;
    const row = await insertUser(tx, { ...input, id, locale, created_at: now, updated_at: now });
    const user = { ...row, ...rights, passkeys: 0 };
    const changes = auditChanges({}, editable(user, caller.locale));
    await auditUser(tx, caller, user, { action: 'user.create', changes });
    await writeInvitation(deps, tx, user, { reason: 'user_invited', now });
    return toUser(user, caller.locale);
  };
  return changeAlone(deps, caller, change, input.email);
}

/** Sends the invitation again with a new link, once per interval; the link before is void. */
export async function inviteUserAgain(
  deps: StaffDeps,
  caller: StaffCaller,
  id: string,
): Promise<{ retry_after: number }> {
  const { now } = caller;
  const seen = await requireInvited(deps.db, caller, id);
  const interval = await takeEmailInterval(deps, 'staff_invitation', { accountId: id, now });
  const change = async (tx: Db) => {
    const user = await requireInvited(tx, caller, id);
    await writeInvitation(deps, tx, user, { reason: 'resent', now });
    await auditUser(tx, caller, user, { action: 'user.invite' });
  };
  await changeAlone(deps, caller, change, seen.email);
  return { retry_after: interval };
}

async function requireInvited(db: Db, caller: StaffCaller, id: string): Promise<StaffRow> {
  const user = await requireLiving(db, caller, id);
  if (user.joined_at) throw new AppError('already_confirmed');
  return user;
}

export async function writeInvitation(
  { mail }: StaffDeps,
  tx: Db,
  user: StaffRow,
  { reason, now }: { reason: 'user_invited' | 'resent'; now: Date },
): Promise<void> {
  const { id: accountId, name, email } = user;
  await mail.write(tx, now, {
    ...emailTo(asStaff(user)),
    kind: 'staff_invitation',
    data: { name },
    reason,
    link: { purpose: 'staff_invitation', accountId, email, seconds: linkSeconds.invitation },
  });
}

/** The fields of an account that staff can change, as the audit log has them. */
export function editable(user: StaffRow, locale: Locale) {
  const { email, pending_email, name, permissions, two_factor_required } = user;
  const names = user.roles.map((role) => roleName(role, locale));
  const roles = names.length > 0 ? names : null;
  return { email, pending_email, name, roles, permissions, two_factor_required };
}
