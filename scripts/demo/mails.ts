import type { Insertable } from 'kysely';
import { linkSeconds } from '#contract/accounts/auth.ts';
import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Config } from '#server/kernel/config.ts';
import type { EmailRow, EmailTable, OneTimeLinkTable, UserRow } from '#server/db/tables.ts';
import { cabinetUrl } from '#server/cabinets/cabinet-address.ts';
import { mailContent, type MailSender, mailSubject } from '#server/mail/mail-content.ts';
import { mailHtml } from '#server/mail/mail-html.ts';
import type { MailReason } from '#server/mail/mail-kinds.ts';
import { mailPlainText } from '#server/mail/mail-plain-text.ts';
import { welcomeAfterSeconds, welcomeKey } from '#server/cabinets/tasks/welcome.ts';
import { senderOf, writtenSender } from '#server/mail/mail-transport.ts';
import { hashToken, type Secrets } from '#server/keys/secrets.ts';
import { day, hour, later, minute } from './calendar.ts';
import type { DemoClient } from './clients.ts';
import type { Random } from './random.ts';

export interface DemoMails {
  emails: Insertable<EmailTable>[];
  /** For emails that wait: the server sends them when it runs. */
  links: Insertable<OneTimeLinkTable>[];
}

interface Options {
  random: Random;
  now: Date;
  locale: Locale;
  config: Config;
  secrets: Secrets;
  sender: Omit<MailSender, 'signature'>;
}

/** Copies of older emails are gone; the log shows such an email as it would look today. */
const copiesKept = 5 * day;
const hidden = '…';

/**
 * The emails of every client's past (sent, refused or waiting), and the invitation of the colleague who has not
 * joined.
 */
export async function demoMails(
  clients: readonly DemoClient[],
  invited: UserRow,
  options: Options,
): Promise<DemoMails> {
  const { random, now, config, secrets, sender } = options;
  const host = senderOf(config.mailFrom).address.split('@').at(-1);
  const emails: Insertable<EmailTable>[] = [];
  const links: Insertable<OneTimeLinkTable>[] = [];
  for (const client of clients) await writeOf(client);
  await write({
    kind: 'staff_invitation',
    to: invited.email,
    locale: invited.locale,
    at: invited.created_at,
    reason: 'user_invited',
    data: { name: invited.name },
    userId: invited.id,
    isWaiting: true,
    link: { purpose: 'staff_invitation', seconds: linkSeconds.invitation },
  });
  return { emails, links };

  async function writeOf({ row, situation, timeline }: DemoClient): Promise<void> {
    const common = { to: row.email, locale: row.locale, data: { name: row.name }, clientId: row.id };
    const isRefused = situation === 'unconfirmed' && random.chance(0.2);
    await write({
      ...common,
      kind: 'confirm',
      at: row.created_at,
      reason: 'registered',
      link: { purpose: 'confirm', seconds: linkSeconds.confirm },
      ...(isRefused && { error: random.pick(refusals) }),
      isWaiting: situation === 'unconfirmed' && !isRefused && row.created_at > later(now, -hour),
    });
    const { confirmedAt, readyAt } = timeline;
    if (!confirmedAt) return;
    // A quick cabinet says it all.
    if (!readyAt || readyAt > later(confirmedAt, welcomeAfterSeconds * 1000)) {
      await write({
        ...common,
        kind: 'welcome',
        at: confirmedAt,
        reason: 'email_confirmed',
        onceKey: welcomeKey(row.id),
      });
    }
    if (!readyAt) return;
    await write({
      ...common,
      kind: 'cabinet_ready',
      at: readyAt,
      reason: 'cabinet_ready',
      data: { name: row.name, cabinet_url: cabinetUrl(config.cabinets, row.domain) },
      onceKey: `cabinet_ready:${row.id}:${confirmedAt.toISOString()}`,
    });
    if (!random.chance(0.08) || !row.last_login || row.last_login < later(readyAt, day)) return;
    const asked = later(row.last_login, -random.between(3, 30) * minute);
    await write({
      ...common,
      kind: 'reset',
      at: asked,
      reason: 'reset_asked',
      link: { purpose: 'reset', seconds: linkSeconds.reset },
    });
    await write({
      ...common,
      kind: 'password_changed',
      reason: 'password_changed',
      at: later(asked, 2 * minute),
    });
  }

  async function write(mail: DemoMail): Promise<void> {
    const id = random.id();
    const { kind, to, locale, data, link, error, at, isWaiting = false } = mail;
    const accountId = mail.clientId ?? mail.userId ?? null;
    const isSent = !error && !isWaiting;
    const kept = link && { link_account: accountId, link_email: to, link_seconds: link.seconds };
    emails.push({
      id,
      kind,
      locale,
      to_address: to,
      reason: mail.reason,
      created_at: at,
      subject: mailSubject({ kind, locale, data }, sender),
      data: JSON.stringify({ ...data, ...kept }),
      once_key: mail.onceKey ?? null,
      client_id: mail.clientId ?? null,
      user_id: mail.userId ?? null,
      status: isWaiting ? 'queued' : error ? 'failed' : 'sent',
      attempts: isWaiting ? 0 : 1,
      error: error ?? null,
      message_id: `<${id}@${host}>`,
      ...(isSent && at > later(now, -copiesKept) && (await copyOf(mail))),
      sender: isSent ? writtenSender(config.mailFrom, null) : null,
      sent_at: isSent ? later(at, random.int(300, 4000)) : null,
    });
    if (!isWaiting || !link) return;
    links.push({
      token_hash: hashToken(secrets.linkTokenOf(id)),
      purpose: link.purpose,
      account_id: accountId,
      email: to,
      created_at: at,
      expires_at: later(now, link.seconds * 1000),
    });
  }

  async function copyOf(mail: DemoMail): Promise<{ html: string; text: string }> {
    const { kind, locale, data, userId } = mail;
    const subject = {
      kind,
      locale,
      data,
      toStaff: userId !== undefined,
      linkSeconds: mail.link?.seconds ?? null,
    };
    const content = mailContent(subject, { ...sender, signature: null }, { token: hidden });
    return { html: await mailHtml(content), text: mailPlainText(content) };
  }
}

interface DemoMail {
  kind: EmailKind;
  to: string;
  locale: Locale;
  data: EmailRow['data'];
  reason: MailReason;
  at: Date;
  clientId?: string;
  userId?: string;
  onceKey?: string;
  link?: { purpose: 'confirm' | 'reset' | 'staff_invitation'; seconds: number };
  /** The mail server's answer. */
  error?: string;
  isWaiting?: boolean;
}

const refusals = ['550 5.1.1 Mailbox does not exist', '550 5.1.2 Host unknown', '552 5.2.2 Mailbox is full'];
