import type { AccountRow } from '#server/auth/account-store.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import type { NewMail } from '#server/mail/new-mail.ts';

/** What the owner of an account gets when a passkey comes or goes, whoever did it. */
export function emailAboutPasskey(account: AccountRow, done: 'added' | 'removed', passkey: string): NewMail {
  return {
    ...emailTo(account),
    kind: account.kind === 'staff' ? `passkey_${done}` : `own_passkey_${done}`,
    data: { name: account.name, passkey },
    reason: `passkey_${done}`,
  };
}
