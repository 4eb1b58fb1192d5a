import type { SignInMethods } from '#contract/accounts/sign-in-methods.ts';
import { removeLostPasskey, signInMethodsOf } from '#server/accounts/passkeys/lost-passkeys.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { changeAlone, requireChangeable, requireLiving } from '#server/users/change-rules.ts';
import { asStaff } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';

/** How a colleague signs in, for those who may change the account. */
export async function readUserSignIn(
  { db }: StaffDeps,
  caller: StaffCaller,
  id: string,
): Promise<SignInMethods> {
  const user = await requireChangeable(db, caller, id);
  return signInMethodsOf(db, asStaff(user), user.oidc_issuer);
}

/** Removes a passkey that a colleague has lost. */
export function removeUserPasskey(
  deps: StaffDeps,
  caller: StaffCaller,
  { id, passkeyId }: { id: string; passkeyId: string },
): Promise<void> {
  return changeAlone(deps, caller, async (tx) => {
    const user = await requireLiving(tx, caller, id);
    await removeLostPasskey(deps, tx, caller, { account: asStaff(user), passkeyId });
  });
}
