import { type EmailDetails, emailEntity, type EmailRow as Email } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { hasText, translate } from '#server/kernel/messages.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { auditLook, hiddenToken, seenLink } from '#server/mail/mail-links.ts';
import {
  emailSource,
  findEmail,
  type ListedEmail,
  listedEmails,
  type NamedEmail,
} from '#server/mail/mail-store.ts';
import { writtenSender } from '#server/mail/mail-transport.ts';
import { refusalMeaning } from './refusal-meaning.ts';
import { headNow, renderEmail, withToken } from '#server/mail/render-email.ts';

/** The email log as a list (API.md, "emails"). `reason` is filtered by its key. */
export function mailListing({ db }: Pick<MailDeps, 'db'>): Listing<Email> {
  return {
    name: 'emails',
    source: () => emailSource,
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await listedEmails(db, ids)).map((row) => toEmail(row, locale)),
    csv: fileColumnsOf(emailEntity, {}),
  };
}

/** One email: its stored copy, or a preview if it was not sent yet. */
export async function readEmail(
  deps: MailDeps,
  caller: Caller,
  id: string,
): Promise<Omit<EmailDetails, 'next'>> {
  const { db, secrets, transport } = deps;
  const email = await requireEmail(deps, id);
  const { state, token } = await seenLink(
    db,
    { secrets, hasMailServer: transport !== undefined },
    caller,
    email,
  );
  const { html, text, message_id } = email;
  const kept = html !== null && text !== null ? { html, text } : await renderEmail(deps, email, hiddenToken);
  if (state === 'shown') await auditLook(db, caller, email);
  return {
    ...toEmail(email, caller.locale),
    ...(token === undefined ? kept : withToken(deps, email, kept, token)),
    ...(await headOf(deps, email)),
    message_id,
    link: state,
  };
}

/** @throws AppError `not_found` */
export async function requireEmail(
  { db }: Pick<MailDeps, 'db'>,
  id: string,
  options?: { lock: boolean },
): Promise<NamedEmail> {
  const email = await findEmail(db, id, options);
  if (!email) throw new AppError('not_found');
  return email;
}

/** A row of the email log, with its rule and our own errors in the reader's language. */
export function toEmail(row: ListedEmail, locale: Locale): Email {
  return toAnswer(emailEntity, row, {
    to: row.to_address,
    status: row.only_logged ? 'only_logged' : row.status,
    error: row.error && errorInWords(locale, row.error),
    reason: inWords(locale, 'mailReasons', row.reason),
  });
}

/** A mail server's refusal stays behind its meaning: it is what one asks that server's people about. */
export function errorInWords(locale: Locale, error: string): string {
  const meaning = refusalMeaning(error);
  return meaning
    ? `${translate(locale, `mailErrors.${meaning}`)} (${error})`
    : inWords(locale, 'mailErrors', error);
}

/** Texts that are no key stay as they are. */
function inWords(locale: Locale, group: string, text: string): string {
  const key = `${group}.${text}`;
  return /^[a-z_]+$/.test(text) && hasText(locale, key) ? translate(locale, key) : text;
}

/** As sent; a preview if it was not sent yet. */
async function headOf(
  deps: MailDeps,
  { status, sender, reply_to }: EmailRow,
): Promise<Pick<EmailRow, 'sender' | 'reply_to'>> {
  if (status === 'sent') return { sender, reply_to };
  const { senderName, replyTo } = await headNow(deps);
  return { sender: writtenSender(deps.config.mailFrom, senderName), reply_to: replyTo };
}
