import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';

type Addressee = Pick<AccountRow, 'id' | 'email' | 'locale' | 'client'>;

/** Tells a customer that somebody else has given their address as their own. */
export function alreadyRegistered(owner: Addressee & Pick<AccountRow, 'name'>): NewMail {
  return {
    ...emailTo({ ...owner, kind: 'customer' }),
    kind: 'already_registered',
    data: { name: owner.name },
    reason: 'address_taken',
  };
}

/**
 * Logs a new password and tells its owner, in the transaction of the change. `mayTell`: false for an address that nobody
 * has confirmed: it may be a stranger's.
 */
export async function notifyPasswordChange(
  { mail }: { mail: Pick<MailService, 'write'> },
  tx: Db,
  caller: Caller,
  account: Addressee & Pick<AccountRow, 'kind' | 'name'>,
  { mayTell = true } = {},
): Promise<void> {
  await auditOwnAccount(tx, caller, account, { what: 'password' });
  if (!mayTell) return;
  await mail.write(tx, caller.now, {
    ...emailTo(account),
    kind: 'password_changed',
    data: { name: account.name, ...eventOf(caller, account) },
    reason: 'password_changed',
  });
}
