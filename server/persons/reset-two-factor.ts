import type { Member } from '#contract/accounts/member.ts';
import { resetTwoFactor } from '#server/accounts/two-factor/change-two-factor.ts';
import { accountById, lockAccount } from '#server/auth/account-store.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { answered } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { memberOf } from './member-store.ts';

/** Switches off the second factor of a client's member who has lost it; the person is told. */
export function resetTwoFactorOfMember(
  deps: CustomerDeps,
  caller: StaffCaller,
  { clientId, personId }: { clientId: string; personId: string },
): Promise<Member> {
  return answered(deps.db, caller, async (tx) => {
    await lockAccount(tx, { kind: 'customer', id: personId, clientId });
    const client = await clientById(tx, clientId);
    const which = { clientId, personId };
    const account = await accountById(tx, { kind: 'customer', id: personId });
    if (!client || client.deleted_at || !account || !(await memberOf(tx, which, null))) {
      throw new AppError('not_found');
    }
    await resetTwoFactor(deps, tx, caller, { ...account, client: { id: client.id, name: client.name } });
    const member = await memberOf(tx, which, null);
    if (!member) throw new Error('the member just read is gone');
    return member;
  });
}
