import type * as z from 'zod';
import type { addressRefused, staffAddressConfirmed } from '#contract/accounts/auth.ts';
import { confirmAddress, refuseAddress } from '#server/accounts/change-address.ts';
import { resetPassword, useAddressLink } from '#server/accounts/use-account-link.ts';
import { sessionOfToken } from '#server/auth/issue-session.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { lockStaff } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';

/** Sets a new password by an emailed link; ends every session. */
export async function resetStaffPassword(
  deps: StaffDeps,
  caller: Caller,
  { hash: token, password }: { hash: string; password: string },
): Promise<void> {
  const use = () => Promise.resolve();
  await resetPassword(deps, caller, { token, purposes: ['staff_reset'], lock: lockStaff, password, use });
}

/** Replaces the old address by the new one; opens no session. */
export async function confirmStaffAddress(
  deps: StaffDeps,
  caller: Caller,
  { hash, token }: { hash: string; token: string | null },
): Promise<z.infer<typeof staffAddressConfirmed>> {
  const session = await sessionOfToken(deps.db, token, caller.now, { mayWait: true });
  return useAddressLink(deps, caller, {
    token: hash,
    purposes: ['confirm_staff_email'],
    lock: lockStaff,
    async use(tx, account, link) {
      const confirmed = await confirmAddress(deps, tx, caller, { account, link, session });
      return confirmed && { email: confirmed.email, session_kept: confirmed.isSessionKept };
    },
  });
}

/** Refuses a new address from the old one. */
export function refuseStaffAddress(
  deps: StaffDeps,
  caller: Caller,
  token: string,
): Promise<z.infer<typeof addressRefused>> {
  return useAddressLink(deps, caller, {
    token,
    purposes: ['refuse_staff_email'],
    lock: lockStaff,
    use: (tx, account, link) => refuseAddress(tx, caller, { account, link }),
  });
}
