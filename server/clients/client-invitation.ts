import { linkSeconds } from '#contract/auth.ts';
import type { ClientRow } from '#server/db/tables.ts';
import type { NewMail } from '#server/mail/mail-service.ts';

/** The letter to a client whom staff created: its link sets the password and confirms the address. */
export function clientInvitation({
  id,
  email,
  name,
  locale,
}: Pick<ClientRow, 'id' | 'email' | 'name' | 'locale'>): NewMail {
  return {
    kind: 'client_invitation',
    to: email,
    locale,
    data: { name },
    reason: 'client_created',
    clientId: id,
    link: { purpose: 'client_invitation', accountId: id, email, seconds: linkSeconds.invitation },
  };
}
