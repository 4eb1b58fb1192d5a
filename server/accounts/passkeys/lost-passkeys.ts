import type { SignInMethods } from '#contract/accounts/sign-in-methods.ts';
import type { AccountDeps } from '#server/accounts/account-deps.ts';
import { auditClient, auditUser } from '#server/audit-log/audit-store.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import type { AuditChange, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { toPasskey } from './own-passkeys.ts';
import { deletePasskey, passkeysOf } from './passkey-store.ts';
import { emailAboutPasskey } from './tell-owner.ts';

/** How somebody else signs in besides a password. The caller has checked the right to know it. */
export async function signInMethodsOf(
  db: Db,
  account: Pick<AccountRow, 'kind' | 'id' | 'two_factor_at'>,
  oidcIssuer: string | null,
): Promise<SignInMethods> {
  return {
    passkeys: (await passkeysOf(db, account)).map(toPasskey),
    two_factor_at: account.two_factor_at?.toISOString() ?? null,
    oidc_issuer: oidcIssuer,
  };
}

/**
 * Removes a passkey that its owner has lost, and ends their sessions, which may be open on the same device. The last
 * one of somebody without a password goes too, unless it is one's own: it may be in strange hands. The caller has
 * checked the right to do it.
 */
export async function removeLostPasskey(
  { mail }: AccountDeps,
  tx: Db,
  caller: StaffCaller,
  { account, passkeyId }: { account: AccountRow; passkeyId: string },
): Promise<void> {
  const { actor, now } = caller;
  const known = await passkeysOf(tx, account);
  const passkey = known.find(({ id }) => id === passkeyId);
  if (!passkey) throw new AppError('not_found');
  const isOwn = account.kind === 'staff' && account.id === actor.id;
  if (isOwn && known.length === 1 && account.password_hash === null) throw new AppError('last_sign_in');
  await deletePasskey(tx, account.kind, passkeyId);
  await endAccess(tx, account, 'signed_out', { now, sessionId: isOwn ? actor.sessionId : null });
  await audit(tx, caller, account, { field: 'passkey', before: passkey.name, after: null });
  await mail.write(tx, now, emailAboutPasskey(caller, account, { done: 'removed', passkey: passkey.name }));
}

/** Under the client that shows a person, who is named. */
function audit(tx: Db, caller: StaffCaller, account: AccountRow, change: AuditChange): Promise<void> {
  if (account.kind === 'staff') {
    return auditUser(tx, caller, account, { action: 'user.passkey_remove', changes: [change] });
  }
  const member = { field: 'member', before: null, after: account.email };
  return auditClient(tx, caller, account.client ?? account, {
    action: 'client.passkey_remove',
    changes: [member, change],
  });
}
