import type { SendMailOptions, Transporter } from 'nodemailer';

export interface OutgoingMail {
  to: string;
  /** Replaces the name in `MAIL_FROM`. */
  senderName: string | null;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** With its angle brackets. The same at every try, so that an email sent twice is recognised as one. */
  messageId: string;
  attachments: { filename: string; content: Buffer; contentType: string }[];
}

/** An email was not accepted. `permanent`: another try would be refused too. */
export class MailRefused extends Error {
  readonly permanent: boolean;

  constructor(message: string, { permanent }: { permanent: boolean }) {
    super(message);
    this.name = 'MailRefused';
    this.permanent = permanent;
  }
}

export interface MailTransport {
  /** @throws MailRefused with the server's words, never with a secret. */
  send(mail: OutgoingMail): Promise<void>;
  /** Signs in without sending anything. @throws MailRefused as `send` does. */
  verify(): Promise<void>;
  close(): void;
}

interface TransportOptions {
  smtpUrl: string;
  /** Refuses a server that offers no STARTTLS. */
  requireTls?: boolean;
  mailFrom: string;
  /** Identifies the list of these emails for readers' filters (RFC 2919). */
  list: { host: string; name: string };
  /** How long the server may be silent, and how long one email may take in all. */
  silenceMs?: number;
  deadlineMs?: number;
}

// More than the worker sends at once, so that nobody waits for a connection that a slow recipient holds.
const connections = 10;

/**
 * Sends by SMTP over a few kept connections (DESIGN section 3, `SMTP_URL`).
 */
export function createMailTransport(options: TransportOptions): MailTransport {
  const { smtpUrl, requireTls = false, silenceMs = 10_000, deadlineMs = 45_000 } = options;
  let opened: Promise<Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: smtpUrl,
      requireTLS: requireTls,
      pool: true,
      maxConnections: connections,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async send(mail) {
      const transporter = await (opened ??= open());
      try {
        await transporter.sendMail({
          ...messageOf(mail, options),
          signal: AbortSignal.timeout(deadlineMs),
        });
      } catch (error) {
        throw refusalOf(error, secretsOf(smtpUrl));
      }
    },
    async verify() {
      const transporter = await (opened ??= open());
      try {
        await transporter.verify();
      } catch (error) {
        throw refusalOf(error, secretsOf(smtpUrl));
      }
    },
    close() {
      void opened?.then((transporter) => transporter.close());
      opened = undefined;
    },
  };
}

/**
 * An email as it is sent. Only the sender's name can differ from `MAIL_FROM`: the mail server may send only for that
 * address (decision 92).
 */
export function messageOf(
  { to, senderName, replyTo, ...parts }: OutgoingMail,
  { mailFrom, list }: Pick<TransportOptions, 'mailFrom' | 'list'>,
): SendMailOptions {
  return {
    ...parts,
    from: namedSender(mailFrom, senderName),
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    list: { id: { url: list.host, comment: list.name } },
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}

/** Sender's name and address on one line. */
export function writtenSender(mailFrom: string, senderName: string | null): string {
  const { name, address } = namedSender(mailFrom, senderName);
  return name === '' ? address : `${name} <${address}>`;
}

function namedSender(mailFrom: string, senderName: string | null): { name: string; address: string } {
  const { name, address } = senderOf(mailFrom);
  return { name: senderName ?? name, address };
}

/** The sender's name while no setting replaces it. */
export function shownSender(mailFrom: string): string {
  const { name, address } = senderOf(mailFrom);
  return name || address;
}

/** `Name <address>` in parts, because a comma in the name must not make two senders of it. */
export function senderOf(mailFrom: string): { name: string; address: string } {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

function refusalOf(error: unknown, secrets: string[]): MailRefused {
  const { message, code, command, responseCode } = error as {
    message?: string;
    code?: string;
    command?: string;
    responseCode?: number;
  }; // nodemailer's own fields, all optional
  const refusedForGood = code === 'EENVELOPE' && command === 'RCPT TO' && (responseCode ?? 0) >= 500;
  // No server could send to this address.
  const impossible = code === 'EENVELOPE' && command === 'API';
  const words = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), String(message ?? error));
  return new MailRefused(words, { permanent: refusedForGood || impossible });
}

function secretsOf(smtpUrl: string): string[] {
  const { password = '' } = URL.parse(smtpUrl) ?? {};
  return [...new Set([password, unescaped(password)])].filter((secret) => secret !== '');
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
