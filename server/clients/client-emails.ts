import { linkSeconds } from '#contract/accounts/auth.ts';
import type { AwaitedEmail } from '#contract/clients/client-details.ts';
import type { AccountRow } from '#server/auth/account-store.ts';
import type { ClientRow } from '#server/db/tables.ts';
import type { MailReason } from '#server/mail/mail-kinds.ts';
import type { NewMail } from '#server/mail/new-mail.ts';

type Addressee = Pick<AccountRow, 'id' | 'email' | 'name' | 'locale' | 'client'>;

/** The email to a client whom staff created: its link sets the password and confirms the address. */
export function clientInvitation(
  { id, email, name, locale, client }: Addressee,
  reason: MailReason = 'client_created',
): NewMail {
  return {
    kind: 'client_invitation',
    to: email,
    locale,
    data: { name },
    reason,
    clientId: client?.id ?? id,
    link: { purpose: 'client_invitation', accountId: id, email, seconds: linkSeconds.invitation },
  };
}

/** The email to a client with a password: its link confirms the first address. */
export function clientConfirmation(
  { id, email, name, locale, client }: Addressee,
  reason: MailReason,
): NewMail {
  return {
    kind: 'confirm',
    to: email,
    locale,
    data: { name },
    reason,
    clientId: client?.id ?? id,
    link: { purpose: 'confirm', accountId: id, email, seconds: linkSeconds.confirm },
  };
}

/** Which of the two emails the client has not followed yet; null once the address is confirmed. */
export function awaitedEmail({
  confirmed_at,
  password_hash,
}: Pick<ClientRow, 'confirmed_at' | 'password_hash'>): AwaitedEmail | null {
  if (confirmed_at) return null;
  return password_hash === null ? 'invitation' : 'confirmation';
}
