import type { BrandPicture } from '#contract/company/branding.ts';
import type { Palette } from '#contract/company/theme.ts';
import type { EmailKind } from '#contract/entities/email.ts';
import { type MetricUnit, metricUnits } from '#contract/entities/catalogue/metric.ts';
import { measureText } from '#contract/measure-text.ts';
import { moneyFormat } from '#contract/money/money-text.ts';
import { intlTags, type Locale } from '#contract/variants.ts';
import { hasText, translate } from '#server/kernel/messages.ts';
import { type MailKind, mailKinds } from './mail-kinds.ts';

/** The texts of an email, before they become HTML and plain text. */
export interface MailContent {
  locale: Locale;
  product: string;
  brand: Omit<MailBrand, 'footer'>;
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  heading: string;
  greeting: string;
  paragraphs: string[];
  /** A small table after the first paragraph; the last row is the result. */
  rows: { label: string; value: string }[];
  button: { label: string; url: string; hint: string } | null;
  /** How long the link is valid, and what to do if the reader did not ask for it. */
  notes: string[];
  signature: string | null;
  /** Why the reader got it, whom to ask, and to customers who sells. */
  footer: string[];
}

export interface MailSubject {
  kind: EmailKind;
  locale: Locale;
  data: Readonly<Record<string, string | number | null>>;
  /** Whether it goes to staff. */
  toStaff: boolean;
  /** How long its one-time link is valid; null: it has none. */
  linkSeconds: number | null;
}

/** The look of an email. Pictures are whole addresses, and none is an SVG, which mail programs leave out. */
export interface MailBrand {
  palettes: Record<'light' | 'dark', Palette>;
  /** Instead of the mark and the name. */
  logo: BrandPicture | null;
  markUrl: string | null;
  /** The operator's own words at the end. */
  footer: string | null;
}

/** The sender: settings and configuration. */
export interface MailSender {
  product: string;
  currency: string;
  timeZone: string;
  publicUrl: string;
  supportEmail: string | null;
  supportPhone: string | null;
  brand: MailBrand;
  /** The company that sells; without a name nobody is named. */
  seller: { name: string; address: string };
  signature: string | null;
}

/** The subject of an email in its language. */
export function mailSubject(
  { kind, locale, data }: Pick<MailSubject, 'kind' | 'locale' | 'data'>,
  product: string,
): string {
  return translate(locale, `mails.${kind}.subject`, { ...data, count: data.days, product });
}

/** The texts of an email in its language. `token` is shown in its link: the real one, or a placeholder. */
export function mailContent(mail: MailSubject, sender: MailSender, token: string): MailContent {
  const { kind, locale, data } = mail;
  const { product } = sender;
  const { onlyWith = {}, rows = [] }: MailKind = mailKinds[kind];
  const url = targetUrl(mail, sender, token);
  const contact = [sender.supportEmail, sender.supportPhone].filter(Boolean).join(', ');
  const known: MailSubject['data'] = { ...data, contact };
  const values = written(mail, sender);
  const words: Record<string, string | number | null> = {
    ...known,
    ...values,
    count: data.days ?? null,
    product,
  };
  const pointed = Object.values(values).filter((value) => value.endsWith('.'));
  // A date with a point at its end ends its sentence with it.
  const say = (part: string) =>
    pointed.reduce(
      (text, date) => text.replaceAll(`${date}.`, date),
      translate(locale, `mails.${kind}.${part}`, words),
    );
  const paragraphs = [
    ...say('body').split('\n\n'),
    ...Object.entries(onlyWith).flatMap(([part, value]) => (known[value] ? [say(part)] : [])),
  ];
  return {
    locale,
    product,
    brand: sender.brand,
    subject: mailSubject(mail, product),
    preheader: paragraphs[0] ?? '',
    heading: say('heading'),
    // Without a name: three of the languages would need its vocative, which is not to be guessed.
    greeting: translate(locale, 'mailFrame.greeting'),
    paragraphs,
    rows: rows
      .filter((name) => (data[name] ?? null) !== null)
      .map((name) => ({ label: say(`rows.${name}`), value: String(words[name]) })),
    button: url ? { label: say('button'), url, hint: translate(locale, 'mailFrame.linkAsText') } : null,
    notes: [
      ...(mail.linkSeconds === null ? [] : [linkLife(locale, mail.linkSeconds)]),
      ...(hasText(locale, `mails.${kind}.note`) ? [say('note')] : []),
    ],
    signature: sender.signature?.trim() || null,
    footer: [
      say('why'),
      contact ? translate(locale, 'mailFrame.support', { contact }) : translate(locale, 'mailFrame.noReply'),
      ...(mail.toStaff ? [] : sellerLine(sender.seller)),
      ...(sender.brand.footer === null ? [] : [sender.brand.footer]),
    ],
  };
}

function sellerLine({ name, address }: MailSender['seller']): string[] {
  return name === '' ? [] : [[name, address].filter(Boolean).join(', ')];
}

/** Amounts (minor units) and times of an email's data, formatted for its language. */
function written(
  { kind, locale, data }: MailSubject,
  { currency, timeZone }: MailSender,
): Record<string, string> {
  const {
    amounts = [],
    changes = [],
    counts = [],
    measures = [],
    moments = [],
    dates = [],
  }: MailKind = mailKinds[kind];
  const tag = intlTags[locale];
  const money = moneyFormat(tag, currency);
  const change = moneyFormat(tag, currency, { signDisplay: 'exceptZero' });
  const number = new Intl.NumberFormat(tag);
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const time = (name: string, format: Intl.DateTimeFormat): [string, string] => [
    name,
    data[name] ? format.format(new Date(data[name])) : '',
  ];
  const measure = (value: number) =>
    measureText(value, unitOf(data.unit), { tag, money: (minorUnits) => money(minorUnits / 100) });
  return Object.fromEntries([
    ...amounts.map((name) => [name, money(Number(data[name] ?? 0) / 100)]),
    ...changes.map((name) => [name, change(Number(data[name] ?? 0) / 100)]),
    ...counts.map((name) => [name, number.format(Number(data[name] ?? 0))]),
    ...measures.map((name) => [name, measure(Number(data[name] ?? 0))]),
    ...moments.map((name) => time(name, moment)),
    ...dates.map((name) => time(name, day)),
  ]);
}

function unitOf(unit: unknown): MetricUnit {
  return metricUnits.find((one) => one === unit) ?? 'count';
}

/** The address of the button; null without one. `token` as in `mailContent`. */
export function targetUrl(
  { kind, data, toStaff }: Pick<MailSubject, 'kind' | 'data' | 'toStaff'>,
  { publicUrl }: Pick<MailSender, 'publicUrl'>,
  token: string,
): string | null {
  const { target }: MailKind = mailKinds[kind];
  switch (target?.by) {
    case 'link':
      return publicUrl + target.path(token);
    case 'page':
      return publicUrl + ((toStaff && target.staffPath) || target.path);
    case 'value':
      return data[target.name] ? publicUrl + String(data[target.name]) : null;
    case 'cabinet':
      return data.cabinet_url ? String(data.cabinet_url) : null;
    default:
      return null;
  }
}

const hour = 3600;
const day = 24 * hour;

function linkLife(locale: Locale, seconds: number): string {
  return seconds >= 2 * day
    ? translate(locale, 'mailFrame.linkDays', { count: Math.floor(seconds / day) })
    : translate(locale, 'mailFrame.linkHours', { count: Math.max(1, Math.floor(seconds / hour)) });
}
