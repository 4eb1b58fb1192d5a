import type { Member } from '#contract/accounts/member.ts';
import type { SignInMethods } from '#contract/accounts/sign-in-methods.ts';
import { removeLostPasskey, signInMethodsOf } from '#server/accounts/passkeys/lost-passkeys.ts';
import { resetTwoFactor } from '#server/accounts/two-factor/change-two-factor.ts';
import { accountById, type AccountRow, lockAccount } from '#server/auth/account-store.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { memberOf } from './member-store.ts';

/** How a client's member signs in, and what staff do for one who has lost a device; the person is told. */

interface Which {
  clientId: string;
  personId: string;
}

export async function readMemberSignIn({ db }: CustomerDeps, which: Which): Promise<SignInMethods> {
  return signInMethodsOf(db, await requireMember(db, which), null);
}

export async function removeMemberPasskey(
  deps: CustomerDeps,
  caller: StaffCaller,
  { passkeyId, ...which }: Which & { passkeyId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockMember(tx, which);
    await removeLostPasskey(deps, tx, caller, { account, passkeyId });
  });
}

export function resetTwoFactorOfMember(
  deps: CustomerDeps,
  caller: StaffCaller,
  which: Which,
): Promise<Member> {
  return answered(deps.db, caller, async (tx) => {
    await resetTwoFactor(deps, tx, caller, await lockMember(tx, which));
    const member = await memberOf(tx, which, null);
    if (!member) throw new Error('the member just read is gone');
    return member;
  });
}

async function lockMember(tx: Db, which: Which): Promise<AccountRow> {
  await lockAccount(tx, { kind: 'customer', id: which.personId, clientId: which.clientId });
  return requireMember(tx, which);
}

/** The person as an account that is shown under this client. */
async function requireMember(db: Db, which: Which): Promise<AccountRow> {
  const client = await clientById(db, which.clientId);
  const account = await accountById(db, { kind: 'customer', id: which.personId });
  if (!client || client.deleted_at || !account || !(await memberOf(db, which, null))) {
    throw new AppError('not_found');
  }
  return { ...account, client: { id: client.id, name: client.name } };
}
