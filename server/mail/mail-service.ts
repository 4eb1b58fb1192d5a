import type { Db } from '#server/db/tables.ts';
import type { MailDeps } from './mail-deps.ts';
import { removeUnsent, removeUnsentOf } from './mail-store.ts';
import { createMailTransport, type MailTransport } from './mail-transport.ts';
import type { NewMail } from './new-mail.ts';
import { writeEmail, writeEmails } from './write-email.ts';

/** The outbox, and what the uses in this folder need. */
export interface MailService extends MailDeps {
  /** `writeEmail` */
  write(tx: Db, now: Date, mail: NewMail): Promise<string | null>;
  /** `writeEmails` */
  writeAll(tx: Db, now: Date, mails: readonly NewMail[]): Promise<void>;
  /** Takes back an email that waits (`afterSeconds`), because another one says more. */
  withdraw(tx: Db, dedupeKey: string): Promise<void>;
  /** Takes back what waits of a kind for a client, because its reason is gone; true: there was something. */
  withdrawOf(tx: Db, waiting: Parameters<typeof removeUnsentOf>[1]): Promise<boolean>;
  /** Closes the connections to the mail server. */
  close(): void;
}

/**
 * The outbox, which is also the email log (DESIGN sections 7 and 13). Emails are written in the transaction that
 * causes them and sent by jobs. One-time links are derived from the email's id and never stored in clear.
 */
export function createMailService(given: Omit<MailDeps, 'transport'>): MailService {
  const transport = transportOf(given.config);
  const deps = { ...given, transport };
  return {
    ...deps,
    write: (tx, now, mail) => writeEmail(deps, tx, now, mail),
    writeAll: (tx, now, mails) => writeEmails(deps, tx, now, mails),
    withdraw: removeUnsent,
    withdrawOf: removeUnsentOf,
    close: () => transport?.close(),
  };
}

function transportOf({
  smtpUrl,
  smtpNeedsTls,
  mailFrom,
  publicUrl,
  productName,
}: MailDeps['config']): MailTransport | undefined {
  if (!smtpUrl) return undefined;
  return createMailTransport({
    smtpUrl,
    requireTls: smtpNeedsTls,
    mailFrom,
    list: { host: new URL(publicUrl).hostname, name: productName },
  });
}
