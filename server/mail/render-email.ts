import type { Locale } from '#contract/kernel/variants.ts';
import { readBrand } from '#server/branding/read-branding.ts';
import type { EmailRow } from '#server/db/tables.ts';
import {
  type MailBrand,
  mailContent,
  type MailContent,
  type MailSender,
  type MailSubject,
  targetUrl,
} from './mail-content.ts';
import type { MailDeps } from './mail-deps.ts';
import { hiddenToken } from './mail-links.ts';
import { mailPlainText } from './mail-plain-text.ts';
import { ownWordsOf } from './templates/own-words.ts';
import { triedContent } from './templates/tried-content.ts';

interface EmailCopy {
  html: string;
  text: string;
}

export type RenderDeps = Pick<MailDeps, 'db' | 'config' | 'settings' | 'currency' | 'timeZone' | 'logoUrl'>;

/** An email as it looks now, with a token or a placeholder in its link. */
export async function renderEmail(deps: RenderDeps, email: EmailRow, token: string): Promise<EmailCopy> {
  const sender = await senderIn(deps, email.locale);
  if (email.kind === 'template_test') return toCopy(triedContent(email, sender));
  const mail = subjectOf(email);
  return toCopy(mailContent(mail, sender, { token, words: await ownWordsOf(deps.db, mail) }));
}

/** HTML and plain text of an email. */
export async function toCopy(content: MailContent): Promise<EmailCopy> {
  // Loaded late, because React and its renderer would slow the start.
  const { mailHtml } = await import('./mail-html.ts');
  return { html: await mailHtml(content), text: mailPlainText(content) };
}

/** A stored copy with its link. */
export function withToken(
  { config }: Pick<MailDeps, 'config'>,
  email: EmailRow,
  copy: EmailCopy,
  token: string,
) {
  const hidden = targetUrl(subjectOf(email), config, hiddenToken) ?? '';
  const whole = targetUrl(subjectOf(email), config, token) ?? '';
  return { html: copy.html.replaceAll(hidden, whole), text: copy.text.replaceAll(hidden, whole) };
}

/** The sender's name and reply address of an email that is sent now. */
export async function headNow({ settings }: Pick<MailDeps, 'settings'>) {
  const chosen = await settings.getAll(['mail_sender_name', 'support_email']);
  return { senderName: chosen.mail_sender_name, replyTo: chosen.support_email };
}

/** An email in the form that its texts are made from. */
export function subjectOf(email: EmailRow): MailSubject {
  const { kind, locale, data, user_id } = email;
  return { kind, locale, data, toStaff: user_id !== null, linkSeconds: linkSecondsOf(email) };
}

/** How long an email's one-time link is valid; null without one. */
export function linkSecondsOf({ data }: Pick<EmailRow, 'data'>): number | null {
  return typeof data.link_seconds === 'number' ? data.link_seconds : null;
}

/** The sender as the settings and the branding have it now. */
export async function senderIn(
  { db, config, settings, currency, timeZone, logoUrl }: RenderDeps,
  locale: Locale,
): Promise<MailSender> {
  const chosen = await settings.getAll([
    'support_email',
    'support_phone',
    'mail_signature',
    'company_details',
  ]);
  return {
    product: config.productName,
    publicUrl: config.publicUrl,
    currency,
    timeZone,
    supportEmail: chosen.support_email,
    supportPhone: chosen.support_phone,
    brand: await mailBrand({ db, config, logoUrl }, locale),
    seller: chosen.company_details,
    signature: chosen.mail_signature[locale] ?? null,
  };
}

async function mailBrand(
  { db, config, logoUrl }: Pick<MailDeps, 'db' | 'config' | 'logoUrl'>,
  locale: Locale,
): Promise<MailBrand> {
  const { palettes, logo, markUrl, images, footer } = await readBrand({ db, config });
  const shown = (url: string) => (url.endsWith('.png') ? config.publicUrl + url : null);
  const logoAddress = logo && shown(logo.url);
  return {
    palettes,
    logo: logo && logoAddress !== null ? { ...logo, url: logoAddress } : null,
    // The product's own picture next to the operator's name would be somebody else's.
    markUrl: images.logo === null && images.mark === null ? logoUrl : images.mark && shown(markUrl),
    footer: footer[locale] ?? null,
  };
}
