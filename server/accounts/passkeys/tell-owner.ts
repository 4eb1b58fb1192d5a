import type { AccountRow } from '#server/auth/account-store.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { NewMail } from '#server/mail/new-mail.ts';

/** What the owner of an account gets when anybody adds or removes a passkey. */
export function emailAboutPasskey(
  caller: Caller,
  account: AccountRow,
  { done, passkey }: { done: 'added' | 'removed'; passkey: string },
): NewMail {
  return {
    ...emailTo(account),
    kind: account.kind === 'staff' ? `passkey_${done}` : `own_passkey_${done}`,
    data: { name: account.name, passkey, ...eventOf(caller, account) },
    reason: `passkey_${done}`,
  };
}
