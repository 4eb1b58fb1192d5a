import type { EmailRow as WireRow } from '#contract/email.ts';
import type { Locale } from '#contract/variants.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { hasText, translate } from '#server/messages.ts';

/** What `emailOnWire` needs of a row: a list reads no more. */
export type ListedEmail = Pick<
  EmailRow,
  | 'id'
  | 'to_address'
  | 'kind'
  | 'locale'
  | 'subject'
  | 'status'
  | 'attempts'
  | 'error'
  | 'reason'
  | 'client_id'
  | 'created_at'
  | 'sent_at'
>;

/** A row of the e-mail log; the rule behind it and our own errors in the reader's language. */
export function emailOnWire(row: ListedEmail, locale: Locale): WireRow {
  return {
    id: row.id,
    to: row.to_address,
    kind: row.kind,
    locale: row.locale,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    error: row.error && inWords(locale, 'mailErrors', row.error),
    reason: inWords(locale, 'mailReasons', row.reason),
    client_id: row.client_id,
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  };
}

/** What mail servers say stays as they said it. */
function inWords(locale: Locale, group: string, text: string): string {
  if (!/^[a-z_]+$/.test(text)) return text;
  const key = `${group}.${text}`;
  return hasText(locale, key) ? translate(locale, key) : text;
}
