import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { EmailDetails, EmailKind, EmailRow as WireRow } from '#contract/email.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { extendLink, issueFirstLinks, issueLink } from '#server/auth/one-time-links.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { EmailRow, EmailTable, LinkPurpose, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { Refused } from '#server/refused.ts';
import type { Secrets } from '#server/secrets.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { mailContent, type MailSender, type MailSubject, mailSubject, targetUrl } from './mail-content.ts';
import { linkOfKind, type MailData, mailKinds, type MailReason } from './mail-kinds.ts';
import { mailPlainText } from './mail-plain-text.ts';
import { resendAddress } from './mail-resend.ts';
import { maxTries, secondsToNextTry } from './mail-retry.ts';
import { emailOnWire } from './mail-row.ts';
import {
  countEmails,
  endLease,
  findEmail,
  findRecipient,
  insertEmails,
  leaseEmail,
  takeStuckEmails,
} from './mail-store.ts';
import {
  createMailTransport,
  MailRefused,
  type MailTransport,
  senderOf,
  writtenSender,
} from './mail-transport.ts';

interface MailServiceDeps {
  db: Kysely<Tables>;
  queue: Pick<Queue, 'enqueue' | 'enqueueAll'>;
  secrets: Pick<Secrets, 'linkTokenOf'>;
  clock: Clock;
  log: Pick<BaseLogger, 'info' | 'warn'>;
  settings: Pick<SettingsService, 'getAll'>;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'productName'>;
  /** Amounts and moments are written in these. */
  currency: string;
  timeZone: string;
  /** Where links go that no mail server carries: the operator's terminal. */
  print(line: string): void;
  /** Instead of the one that `smtpUrl` names. */
  transport?: MailTransport;
}

/** A mail to write. `link` belongs to the kinds that carry a one-time link, and to no other. */
export type NewMail = { [Kind in EmailKind]: { kind: Kind; data: MailData<Kind> } }[EmailKind] & {
  to: string;
  locale: Locale;
  reason: MailReason;
  /** One mail per client, event and period. */
  onceKey?: string;
  clientId?: string;
  userId?: string;
  link?: NewMailLink;
};

/** What a mail says by now, as far as that changes; undefined when it is no longer so. */
export type FactsNow = (
  tx: Kysely<Tables>,
  mail: { kind: EmailKind; clientId: string },
  now: Date,
) => Promise<EmailRow['data'] | undefined>;

type AnyMail = Omit<NewMail, 'data'> & { data: EmailRow['data'] };

interface NewMailLink {
  purpose: LinkPurpose;
  accountId: string | null;
  /** The address that the link proves, where it proves one. */
  email: string | null;
  /** Counted from the sending. */
  seconds: number;
}

const leaseSeconds = 60;
/** A mail that is due and that nobody has come for in this time has lost its job. */
const lostSeconds = 120;
const takeUpLimit = 500;
const longestError = 500;
/** Stands where a token was. */
const hidden = '…';

/**
 * The outbox, which is the e-mail log too (DESIGN sections 7 and 13): mails are written in the transaction that
 * causes them and sent by jobs. One-time links are made from the mail's id and are never stored in clear.
 */
export function createMailService(deps: MailServiceDeps) {
  const { db, queue, secrets, clock, log, settings, config, print } = deps;
  const transport = deps.transport ?? transportOf(config);

  return {
    /**
     * Writes a mail in the caller's transaction, with its link and its job. Gives its id, or null when there has
     * been one with the same `onceKey`.
     */
    write: (tx: Kysely<Tables>, now: Date, mail: NewMail): Promise<string | null> => writeRow(tx, now, mail),

    /** The same for many at once; a link among them is the first of its purpose for its account. */
    async writeAll(tx: Kysely<Tables>, now: Date, mails: readonly NewMail[]): Promise<void> {
      if (mails.length === 0) return;
      const rows = mails.map((mail) => ({ mail, row: emailRow(newId(now), now, mail) }));
      const ids = await insertEmails(
        tx,
        rows.map(({ row }) => row),
      );
      const written = new Set(ids);
      const links = rows.flatMap(({ mail: { link }, row: { id } }) =>
        link && written.has(id) ? { ...link, token: secrets.linkTokenOf(id), now } : [],
      );
      await issueFirstLinks(tx, links);
      await queue.enqueueAll(
        tx,
        'send-email',
        ids.map((emailId) => ({ emailId })),
      );
    },

    /** The job: one try to send. A refusal is kept with the row and tried again later; it is no error here. */
    async deliver(emailId: string): Promise<void> {
      const lease = randomUUID();
      const now = clock.now();
      const until = new Date(now.getTime() + leaseSeconds * 1000);
      const email = await leaseEmail(db, { id: emailId, lease, now, until });
      if (!email) return;
      try {
        await send(email, lease);
      } catch (error) {
        await recordFailure(email, lease, error);
      }
    },

    /**
     * The job that runs at the start and every minute: gives mails that a dead worker or a lost job left behind a
     * new job, each at most once in two minutes. Gives how many there were.
     */
    takeUp(now: Date): Promise<number> {
      const lostBefore = new Date(now.getTime() - lostSeconds * 1000);
      return db.transaction().execute(async (tx) => {
        const ids = await takeStuckEmails(tx, { now, lostBefore, limit: takeUpLimit });
        for (const emailId of ids) await queue.enqueue(tx, 'send-email', { emailId });
        return ids.length;
      });
    },

    /** One mail with its kept copy; what was not sent yet, as it would look. */
    async show(caller: Pick<Caller, 'locale'>, id: string): Promise<Omit<EmailDetails, 'next'>> {
      const email = await findEmail(db, id);
      if (!email) throw new Refused('not_found');
      const copy =
        email.html !== null && email.text !== null
          ? { html: email.html, text: email.text }
          : await render(email, mayBeWhole(email) ? secrets.linkTokenOf(id) : hidden);
      const { message_id } = email;
      return { ...emailOnWire(email, caller.locale), ...copy, ...(await headOf(email)), message_id };
    },

    /**
     * Sends a mail again as a new one, with a new link of the same purpose and account.
     *
     * `factsNow` says what has changed since in what it tells.
     *
     * @throws Refused `not_found`, or `already_confirmed`, `cabinet_not_active`, `mail_outdated`, `deleted` when it
     * makes no sense now.
     */
    resend(caller: Caller, id: string, factsNow: FactsNow): Promise<WireRow> {
      return db.transaction().execute(async (tx) => {
        const email = await findEmail(tx, id, { lock: true });
        if (!email) throw new Refused('not_found');
        const to = resendAddress(email, await findRecipient(tx, email));
        const { kind, client_id: clientId } = email;
        const facts = clientId ? await factsNow(tx, { kind, clientId }, caller.now) : {};
        if (!facts) throw new Refused('mail_outdated');
        const newId = await writeRow(tx, caller.now, {
          kind: email.kind,
          to,
          locale: email.locale,
          data: { ...email.data, ...facts },
          reason: 'resent',
          clientId: email.client_id ?? undefined,
          userId: email.user_id ?? undefined,
          link: linkAgain(email, to),
        });
        const written = newId ? await findEmail(tx, newId) : undefined;
        if (!written) throw new Error('a mail without a once key was not written');
        await writeAudit(tx, caller, {
          action: 'email.resent',
          subject: { type: 'email', id, name: email.subject },
          clientId: email.client_id,
          changes: [{ field: 'to', before: email.to_address, after: to }],
        });
        return emailOnWire(written, caller.locale);
      });
    },

    /** How many mails there are of each status. */
    counts: () => countEmails(db),

    /** Lets go of the connections to the mail server. */
    close: () => transport?.close(),
  };

  async function writeRow(tx: Kysely<Tables>, now: Date, mail: AnyMail): Promise<string | null> {
    const id = newId(now);
    const [written] = await insertEmails(tx, [emailRow(id, now, mail)]);
    if (!written) return null;
    const { link } = mail;
    if (link) await issueLink(tx, { ...link, token: secrets.linkTokenOf(id), now });
    await queue.enqueue(tx, 'send-email', { emailId: id });
    return id;
  }

  function emailRow(id: string, now: Date, mail: AnyMail): Insertable<EmailTable> {
    const { kind, to, locale, link } = mail;
    if ((linkOfKind(kind)?.purpose ?? null) !== (link?.purpose ?? null)) {
      throw new Error(`a mail of kind ${kind} with a link for ${link?.purpose ?? 'nothing'}`);
    }
    return {
      id,
      to_address: to,
      kind,
      locale,
      subject: mailSubject({ kind, locale, data: mail.data }, config.productName),
      data: JSON.stringify({ ...mail.data, ...(link && keptLink(link)) }),
      reason: mail.reason,
      once_key: mail.onceKey ?? null,
      client_id: mail.clientId ?? null,
      user_id: mail.userId ?? null,
      message_id: `<${id}@${senderOf(config.mailFrom).address.split('@').at(-1)}>`,
      created_at: now,
    };
  }

  async function send(email: EmailRow, lease: string): Promise<void> {
    if (email.attempts > maxTries) throw new MailRefused('gave_up', { permanent: true });
    const token = secrets.linkTokenOf(email.id);
    const seconds = linkSecondsOf(email);
    if (seconds !== null) {
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000);
      const isGood = await extendLink(db, { token, expiresAt });
      if (!isGood) throw new MailRefused('link_void', { permanent: true });
    }
    const mail = await render(email, token);
    const { senderName, replyTo } = await headNow();
    await transport?.send({
      to: email.to_address,
      senderName,
      replyTo,
      subject: email.subject,
      messageId: email.message_id,
      ...mail,
    });
    const kept = mayBeWhole(email) ? mail : hideToken(mail, token);
    const head = { sender: writtenSender(config.mailFrom, senderName), reply_to: replyTo };
    const outcome = { status: 'sent', ...kept, ...head, sent_at: clock.now(), error: null } as const;
    const isOurs = await endLease(db, { id: email.id, lease, outcome });
    if (!isOurs) log.warn({ emailId: email.id }, 'e-mail was sent after its lease had run out');
    if (!transport && seconds !== null) {
      print(`${email.kind} ${email.to_address} ${targetUrl(subjectOf(email), config, token)}`);
    }
  }

  async function headNow(): Promise<{ senderName: string | null; replyTo: string | null }> {
    const { mail_sender_name: senderName, support_email: replyTo } = await settings.getAll([
      'mail_sender_name',
      'support_email',
    ]);
    return { senderName, replyTo };
  }

  /** As sent; what was not sent yet, as it would be. */
  async function headOf({
    status,
    sender,
    reply_to,
  }: EmailRow): Promise<Pick<EmailRow, 'sender' | 'reply_to'>> {
    if (status === 'sent') return { sender, reply_to };
    const { senderName, replyTo } = await headNow();
    return { sender: writtenSender(config.mailFrom, senderName), reply_to: replyTo };
  }

  async function recordFailure(email: EmailRow, lease: string, error: unknown): Promise<void> {
    const words = error instanceof Error ? error.message : String(error);
    const text = hideToken({ text: words }, secrets.linkTokenOf(email.id)).text.slice(0, longestError);
    const isFinal = error instanceof MailRefused && error.permanent;
    const wait = isFinal ? undefined : secondsToNextTry(email.attempts);
    log.warn(
      { emailId: email.id, kind: email.kind, attempt: email.attempts, error: text, nextTrySeconds: wait },
      'e-mail was not sent',
    );
    await db.transaction().execute(async (tx) => {
      const id = email.id;
      if (wait === undefined) {
        await endLease(tx, { id, lease, outcome: { status: 'failed', error: text } });
        return;
      }
      const nextTry = new Date(clock.now().getTime() + wait * 1000);
      const outcome = { status: 'queued', error: text, leased_until: nextTry } as const;
      const isOurs = await endLease(tx, { id, lease, outcome });
      if (!isOurs) return;
      await keepLink(tx, email, nextTry);
      await queue.enqueue(tx, 'send-email', { emailId: id }, { afterSeconds: wait });
    });
  }

  /** So that no clean-up takes the link away while its mail waits. */
  async function keepLink(tx: Kysely<Tables>, email: EmailRow, nextTry: Date): Promise<void> {
    const seconds = linkSecondsOf(email);
    if (seconds === null) return;
    const expiresAt = new Date(nextTry.getTime() + seconds * 1000);
    await extendLink(tx, { token: secrets.linkTokenOf(email.id), expiresAt });
  }

  async function render(email: EmailRow, token: string): Promise<{ html: string; text: string }> {
    // React and its renderer would slow the start.
    const { mailHtml } = await import('./mail-html.ts');
    const content = mailContent(subjectOf(email), await senderIn(email.locale), token);
    return { html: await mailHtml(content), text: mailPlainText(content) };
  }

  async function senderIn(locale: Locale): Promise<MailSender> {
    const chosen = await settings.getAll(['support_email', 'support_phone', 'mail_signature']);
    return {
      product: config.productName,
      publicUrl: config.publicUrl,
      currency: deps.currency,
      timeZone: deps.timeZone,
      supportEmail: chosen.support_email,
      supportPhone: chosen.support_phone,
      signature: chosen.mail_signature[locale] ?? null,
    };
  }

  /** Without a mail server there is no other way for customers' mails to be read (API.md, "emails"). */
  function mayBeWhole({ kind }: EmailRow): boolean {
    return !transport && mailKinds[kind].audience === 'customer';
  }
}
export type MailService = ReturnType<typeof createMailService>;

function transportOf({
  smtpUrl,
  mailFrom,
  publicUrl,
  productName,
}: MailServiceDeps['config']): MailTransport | undefined {
  if (!smtpUrl) return undefined;
  return createMailTransport({
    smtpUrl,
    mailFrom,
    list: { host: new URL(publicUrl).hostname, name: productName },
  });
}

function hideToken<Copy extends Record<string, string>>(copy: Copy, token: string): Copy {
  return Object.fromEntries(
    Object.entries(copy).map(([part, text]) => [part, text.replaceAll(token, hidden)]),
  ) as Copy; // fromEntries forgets the keys
}

/** What a row keeps of its link beside the data of its text: all but the token. */
function keptLink({ accountId, email, seconds }: NewMailLink) {
  return { link_account: accountId, link_email: email, link_seconds: seconds };
}

function linkSecondsOf({ data }: Pick<EmailRow, 'data'>): number | null {
  return typeof data.link_seconds === 'number' ? data.link_seconds : null;
}

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
  };
}

function subjectOf(email: EmailRow): MailSubject {
  const { kind, locale, data, user_id } = email;
  return { kind, locale, data, toStaff: user_id !== null, linkSeconds: linkSecondsOf(email) };
}
