import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { EmailRow, LinkPurpose } from '#server/db/tables.ts';
import type { MailData, MailReason } from './mail-kinds.ts';

/** An email to write. Kinds with a one-time link must have `link`, others must not. */
export type NewMail = { [Kind in EmailKind]: { kind: Kind; data: MailData<Kind> } }[EmailKind] & {
  to: string;
  locale: Locale;
  reason: MailReason;
  /** One email per client, event and period. */
  dedupeKey?: string;
  clientId?: string;
  userId?: string;
  /** Whom of the client's persons it is for; left out: the owner whose contact the client has. */
  personId?: string;
  link?: NewMailLink;
  /** It waits so long for what may make it needless; see `withdraw`. */
  afterSeconds?: number;
  /** A document to attach as a PDF. */
  documentId?: string;
  /** A CSV to attach; forgotten once it is sent. */
  file?: { name: string; content: Buffer };
};

export interface NewMailLink {
  purpose: LinkPurpose;
  accountId: string | null;
  /** The address that the link proves, if it proves one. */
  email: string | null;
  /** Counted from when the email is sent. */
  seconds: number;
  /** Earlier links for the same purpose stay valid. */
  besideOlder?: boolean;
}

/** An email whose values were stored before, so the types don't know its kind. */
export type AnyMail = Omit<NewMail, 'data'> & { data: EmailRow['data'] };
