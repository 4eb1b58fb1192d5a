import { type EmailKind, type EmailRow as Email, isSentOnce, resendNeeds } from '#contract/entities/email.ts';
import { can } from '#contract/kernel/permissions.ts';
import { closeAlarm } from '#server/alarms/raise-alarm.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, EmailRow, LinkPurpose } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { linkOfKind } from '#server/mail/mail-kinds.ts';
import { findRecipient, markDealtWith, type Recipient } from '#server/mail/mail-store.ts';
import type { NewMailLink } from '#server/mail/new-mail.ts';
import { requireEmail, toEmail } from './read-email.ts';
import { linkSecondsOf } from '#server/mail/render-email.ts';
import { writeEmail } from '#server/mail/write-email.ts';

export interface ResendDeps extends MailDeps {
  /** The values of an email to a client as they are now, if they can change; undefined when its reason is gone. */
  factsNow(
    tx: Db,
    email: { kind: EmailKind; clientId: string; data: EmailRow['data'] },
    now: Date,
  ): Promise<EmailRow['data'] | undefined>;
}

/**
 * Sends an email again as a new one, with a new link for the same purpose and account.
 * @throws AppError `not_found`, `forbidden`, or `already_confirmed`, `cabinet_not_active`, `mail_outdated`, `deleted` when it
 * makes no sense any more.
 */
export function resendEmail(deps: ResendDeps, caller: Caller, id: string): Promise<Email> {
  return answered(deps.db, caller, async (tx) => {
    if (!mayResend(caller, await requireEmail({ db: tx }, id))) throw new AppError('forbidden');
    const newId = await sendAgain({ ...deps, db: tx }, caller, id);
    return toEmail(await requireEmail({ db: tx }, newId), caller.locale);
  });
}

/** Of staff not everybody may send every email again (docs/decisions/0252). */
function mayResend({ actor }: Caller, email: Pick<EmailRow, 'kind' | 'client_id'>): boolean {
  return actor.kind !== 'staff' || can(actor.permissions, resendNeeds(email), { write: true }).allowed;
}

/** The same in the transaction of `db`, sent after a while. Returns the id of the new one. Throws like `resendEmail`. */
export async function sendAgain(
  deps: ResendDeps,
  caller: Caller,
  id: string,
  { afterSeconds }: { afterSeconds?: number } = {},
): Promise<string> {
  const { db: tx } = deps;
  const { now } = caller;
  const email = await requireEmail({ db: tx }, id, { lock: true });
  const { kind, locale, data, client_id: clientId, user_id: userId } = email;
  const to = resendAddress(email, await findRecipient(tx, email));
  const facts = clientId ? await deps.factsNow(tx, { kind, clientId, data }, now) : {};
  if (!facts) throw new AppError('mail_outdated');
  const newId = await writeEmail(deps, tx, now, {
    kind,
    to,
    locale,
    data: { ...data, ...facts },
    reason: 'resent',
    clientId: clientId ?? undefined,
    personId: email.person_id ?? undefined,
    userId: userId ?? undefined,
    link: linkAgain(email, to),
    documentId: email.document_id ?? undefined,
    afterSeconds,
  });
  if (newId === null) throw new Error('an email without a once key was not written');
  await markDealtWith(tx, id, now);
  await closeAlarm(tx, { kind: 'email_failed', cause: id }, now);
  await writeAudit(tx, caller, {
    action: 'email.resent',
    subject: { type: 'email', id, name: email.subject },
    clientId,
    changes: [{ field: 'to', before: email.to_address, after: to }],
  });
  return newId;
}

/**
 * The address for sending an email again: the account's present one, because the old one may have belonged to
 * somebody else. Only the news of a changed address goes to the old one again.
 */
function resendAddress(
  { kind, to_address, client_id, user_id }: EmailRow,
  recipient: Recipient | undefined,
): string {
  if (!recipient) {
    if (client_id || user_id || linkOfKind(kind)) throw new AppError('deleted');
    return to_address;
  }
  const { deleted_at, email, pending_email } = recipient.row;
  if (deleted_at) throw new AppError('deleted');
  if (isSentOnce(kind)) throw new AppError('mail_outdated');
  switch (kind) {
    case 'document_copy':
      if (recipient.kind !== 'client' || !recipient.row.documents_email) throw new AppError('mail_outdated');
      return recipient.row.documents_email;
    case 'email_changed':
      return to_address;
    case 'address_asked':
    case 'staff_address_asked':
      if (pending_email === null) throw new AppError('mail_outdated');
      return to_address;
    case 'confirm_new_email':
    case 'confirm_staff_email':
      if (!pending_email) throw new AppError('already_confirmed');
      return pending_email;
    default:
      refuseOutdated(kind, recipient);
      return email;
  }
}

function refuseOutdated(kind: EmailKind, { kind: account, row }: Recipient): void {
  if (account === 'user') {
    if (kind === 'staff_invitation' && row.joined_at) throw new AppError('already_confirmed');
    return;
  }
  const { confirmed_at, password_hash, cabinet_status } = row;
  const isDone = (kind === 'confirm' && confirmed_at) || (kind === 'client_invitation' && password_hash);
  if (isDone) throw new AppError('already_confirmed');
  const tellsOfCabinet = kind === 'cabinet_ready' || kind === 'cabinet_address';
  if (tellsOfCabinet && cabinet_status !== 'active') throw new AppError('cabinet_not_active');
}

/** When an account had several owners in turn, each of them can take it back. */
const refusals: readonly LinkPurpose[] = ['refuse_email', 'refuse_staff_email'];

function linkAgain(email: EmailRow, to: string): NewMailLink | undefined {
  const purpose = linkOfKind(email.kind)?.purpose;
  const seconds = linkSecondsOf(email);
  if (!purpose || seconds === null) return undefined;
  const { link_account: account, link_email: proved } = email.data;
  return {
    purpose,
    accountId: typeof account === 'string' ? account : null,
    email: proved === null ? null : to,
    seconds,
    besideOlder: refusals.includes(purpose),
  };
}
