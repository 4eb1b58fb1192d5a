import { emailKey } from '#contract/kernel/primitives.ts';
import type { User, UserChanges } from '#contract/entities/user.ts';
import { askForAddress } from '#server/accounts/change-address.ts';
import { userSubject } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { changeAlone, keepLastKeeper, requireLiving } from './change-rules.ts';
import { editable, writeInvitation } from './create-user.ts';
import { endingOfRights } from './ending-of-rights.ts';
import { toUser } from './read-user.ts';
import { requireRights } from './roles/require-rights.ts';
import { asStaff } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';
import { type StaffRow, updateUser, userByEmail, userById } from './user-store.ts';

/**
 * Changes a colleague. If they have not joined, a new address voids the invitation and sends a new one; if they have,
 * it waits until it is confirmed. One's own account needs the present password, if there is one.
 */
export async function changeUser(
  deps: StaffDeps,
  caller: StaffCaller,
  id: string,
  { updated_at, current_password, email, ...input }: UserChanges,
): Promise<User> {
  const seen = email === undefined ? undefined : await userById(deps.db, id);
  const isOwn = id === caller.actor.id && seen !== undefined && seen.email_key !== emailKey(email ?? '');
  // Who has none has proved who they are in another way: this is a sensitive act.
  const isProved = isOwn && seen.password_hash !== null && !deps.passwordsOff;
  if (isProved) await requireOwnPassword(deps, caller, seen, current_password);
  const known = [seen?.email_key, seen?.pending_email && emailKey(seen.pending_email)];
  const mailed = email !== undefined && !known.includes(emailKey(email)) ? email : undefined;
  const change = async (tx: Db) => {
    const before = await requireLiving(tx, caller, id);
    const after = await changeRow<StaffRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toUser(before, caller.locale),
      async merge() {
        if (isProved) requireSamePassword(seen, before);
        const wanted = { ...before, ...input, ...(await addressChange(tx, before, email)) };
        return { ...wanted, ...(await requireRights(tx, caller, wanted)) };
      },
      audited: (row) => editable(row, caller.locale),
      write: (row) => keepLastKeeper(tx, () => updateUser(tx, id, written(row))),
      entry: (row) => ({ action: 'user.change', ...userSubject(row) }),
    });
    await followPermissions(tx, caller.now, before, after);
    await followAddress(deps, tx, caller, { before, after });
    return toUser(after, caller.locale);
  };
  return changeAlone(deps, caller, change, mailed);
}

/** What a new address does: it waits if the colleague has joined. The present address cancels the one that waits. */
async function addressChange(
  tx: Db,
  before: UserRow,
  email: string | undefined,
): Promise<Partial<Pick<UserRow, 'email' | 'pending_email'>>> {
  if (email === undefined) return {};
  if (emailKey(email) === before.email_key) return { email, pending_email: null };
  if (await userByEmail(tx, email)) throw fieldError('email', 'errors.email_taken');
  return before.joined_at ? { pending_email: email } : { email };
}

/** The columns of an account that staff can change. */
function written(row: StaffRow) {
  const { email, pending_email, name, role_ids, permissions, two_factor_required, updated_at } = row;
  return { email, pending_email, name, role_ids, permissions, two_factor_required, updated_at };
}

async function followPermissions(tx: Db, now: Date, before: StaffRow, after: StaffRow): Promise<void> {
  const because = endingOfRights(before.effective_permissions, after.effective_permissions);
  if (because) await endAccess(tx, asStaff(after), because, { now });
}

/** Ends what a changed address ends, and tells those concerned. */
async function followAddress(
  deps: StaffDeps,
  tx: Db,
  caller: StaffCaller,
  { before, after }: { before: StaffRow; after: StaffRow },
): Promise<void> {
  const account = asStaff(after);
  const { now } = caller;
  if (after.pending_email !== null && after.pending_email !== before.pending_email) {
    const byStaff = caller.actor.id !== after.id;
    await askForAddress(deps, tx, caller, { account, email: after.pending_email, byStaff });
  } else if (after.pending_email === null && before.pending_email !== null) {
    await endAccess(tx, account, 'address_cancelled', { now });
  }
  if (emailKey(after.email) !== before.email_key) {
    await endAccess(tx, account, 'address_corrected', { now });
    await writeInvitation(deps, tx, after, { reason: 'user_invited', now });
  }
}
