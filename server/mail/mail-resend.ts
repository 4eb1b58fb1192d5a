import type { EmailRow } from '#server/db/tables.ts';
import { Refused } from '#server/refused.ts';
import { linkOfKind } from './mail-kinds.ts';
import type { Recipient } from './mail-store.ts';

/**
 * Where a mail goes when it is sent again: to the account's present address, since the old one may have been
 * somebody else's. Only the news of a changed address goes where it went.
 *
 * @throws Refused when it would say something that is no longer so.
 */
export function resendAddress(
  { kind, to_address, client_id, user_id }: Pick<EmailRow, 'kind' | 'to_address' | 'client_id' | 'user_id'>,
  recipient: Recipient | undefined,
): string {
  if (!recipient) {
    if (client_id || user_id || linkOfKind(kind)) throw new Refused('deleted');
    return to_address;
  }
  if (recipient.row.deleted_at) throw new Refused('deleted');
  if (kind === 'email_changed') return to_address;
  if (recipient.kind === 'user') {
    if (kind === 'staff_invitation' && recipient.row.joined_at) throw new Refused('already_confirmed');
    return recipient.row.email;
  }
  const { confirmed_at, pending_email, password_hash, cabinet_status, email } = recipient.row;
  switch (kind) {
    case 'confirm':
      if (confirmed_at) throw new Refused('already_confirmed');
      return email;
    case 'confirm_new_email':
      if (!pending_email) throw new Refused('already_confirmed');
      return pending_email;
    case 'client_invitation':
      if (password_hash) throw new Refused('already_confirmed');
      return email;
    case 'cabinet_ready':
    case 'cabinet_address':
      if (cabinet_status !== 'active') throw new Refused('cabinet_not_active');
      return email;
    default:
      return email;
  }
}
