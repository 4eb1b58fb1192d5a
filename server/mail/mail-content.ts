import type { BrandPicture } from '#contract/company/branding.ts';
import type { Palette } from '#contract/company/theme.ts';
import type { EmailKind } from '#contract/entities/email.ts';
import { type MetricUnit, metricUnits } from '#contract/catalogue/metric.ts';
import { measureText } from '#contract/catalogue/measure-text.ts';
import { moneyFormat, withoutZeros } from '#contract/money/money-text.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { withoutAddresses } from './words-of-strangers.ts';
import { type MailKind, mailKinds } from './mail-kinds.ts';
import { builtInTemplate, type Template } from './templates/built-in-template.ts';
import { fillBlocks, fillLine, type ValueOf } from './templates/fill-template.ts';
import { type MailBlock, textOf } from './templates/mail-blocks.ts';
import { parseTemplate } from './templates/parse-template.ts';

/** The texts of an email, before they become HTML and plain text. */
export interface MailContent {
  locale: Locale;
  product: string;
  brand: Omit<MailBrand, 'footer'>;
  subject: string;
  /** What an inbox shows beside the subject. */
  preheader: string;
  blocks: MailBlock[];
  /** What is said above the addresses of the buttons. */
  linkHint: string;
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

/** What a subject needs of the sender. */
type SubjectSender = Pick<MailSender, 'product' | 'currency' | 'timeZone'>;

/** The subject of an email in its language; `words` are own ones. */
export function mailSubject(mail: MailValues, sender: SubjectSender, words?: Template): string {
  const { subject } = words ?? builtInTemplate(mail.kind, mail.locale);
  return fillLine(subject, valuesOf(mail, { ...sender, contact: null, link: null }));
}

/** The texts of an email in its language. `token` is shown in its link: the real one, or a placeholder. */
export function mailContent(
  mail: MailSubject,
  sender: MailSender,
  { token, words }: { token: string; words?: Template | undefined },
): MailContent {
  const { kind, locale } = mail;
  const { product } = sender;
  const contact = contactOf(sender);
  const { body } = words ?? builtInTemplate(kind, locale);
  const valueOf = writtenValues(mail, sender, token);
  const blocks = fillBlocks(parseTemplate(body).blocks, valueOf);
  return {
    locale,
    product,
    brand: sender.brand,
    subject: mailSubject(mail, sender, words),
    preheader: preheaderOf(blocks, valueOf('greeting')),
    blocks: withLinkLife(blocks, mail),
    linkHint: translate(locale, 'mailFrame.linkAsText'),
    signature: sender.signature?.trim() || null,
    footer: [
      translate(locale, `mails.${kind}.why`, { product }),
      contact ? translate(locale, 'mailFrame.support', { contact }) : translate(locale, 'mailFrame.noReply'),
      ...(mail.toStaff ? [] : sellerLine(sender.seller)),
      ...(sender.brand.footer === null ? [] : [sender.brand.footer]),
    ],
  };
}

/** The variables of an email as they are written; `token` as above. */
export function writtenValues(mail: MailSubject, sender: MailSender, token: string): ValueOf {
  const contact = contactOf(sender) || null;
  return valuesOf(mail, { ...sender, contact, link: targetUrl(mail, sender, token) });
}

function contactOf({ supportEmail, supportPhone }: MailSender): string {
  // A number broken over two lines is read wrongly.
  return [supportEmail, supportPhone?.replaceAll(' ', '\u00a0')].filter(Boolean).join(', ');
}

/** The first paragraph; the second one after the greeting, or after own words shorter than anything that matters. */
function preheaderOf(blocks: readonly MailBlock[], greeting: string | null): string {
  const [first = '', second] = blocks.flatMap((block) =>
    block.type === 'paragraph' ? [textOf(block.runs)] : [],
  );
  return (first === greeting || first.length < longestGreeting) && second !== undefined ? second : first;
}

const longestGreeting = 24;

/** How long the link is valid, below the first button. */
function withLinkLife(blocks: MailBlock[], { locale, linkSeconds }: MailSubject): MailBlock[] {
  if (linkSeconds === null) return blocks;
  const life: MailBlock = {
    type: 'note',
    runs: [{ text: linkLife(locale, linkSeconds) }],
  };
  const place = blocks.findIndex(({ type }) => type === 'button') + 1 || blocks.length;
  return blocks.toSpliced(place, 0, life);
}

function sellerLine({ name, address }: MailSender['seller']): string[] {
  return name === '' ? [] : [[name, address].filter(Boolean).join(', ')];
}

type MailValues = Pick<MailSubject, 'kind' | 'locale' | 'data'>;

/** The variables of an email as its language writes them. */
function valuesOf(
  mail: MailValues,
  sender: SubjectSender & { contact: string | null; link: string | null },
): ValueOf {
  const { kind, locale, data } = mail;
  const { onlyWith = {}, saysZero = [] }: MailKind = mailKinds[kind];
  const { product, contact, link } = sender;
  const greeting = greetingOf(mail);
  const button = buttonOf(mail);
  const values = new Map(
    Object.entries({ ...written(mail, sender), greeting, product, contact, link, button }),
  );
  // Nothing off, nothing to pay: then nothing is said about it.
  const ofNothing = new Set(
    Object.values(onlyWith).filter((name) => data[name] === 0 && !saysZero.includes(name)),
  );
  return (name) => {
    if (ofNothing.has(name)) return null;
    if (name === 'in_days') return inDays(locale, data.days ?? null);
    const value = values.get(name) ?? data[name] ?? null;
    return value === null || value === '' ? null : String(value);
  };
}

/**
 * By name where one is known that the reader may have typed alone (docs/decisions/0305). What a mail program would make
 * a link of is nobody's name.
 */
function greetingOf({ kind, locale, data: { name, reader } }: MailValues): string {
  const { isAskedByAnybody }: MailKind = mailKinds[kind];
  if (isAskedByAnybody || !isName(name)) return translate(locale, 'mailFrame.greeting');
  return isName(reader)
    ? translate(locale, 'mailFrame.greetingAbout', { name, reader })
    : translate(locale, 'mailFrame.greetingByName', { name });
}

function isName(name: string | number | null | undefined): name is string {
  return typeof name === 'string' && name !== '' && withoutAddresses(name) === name;
}

/** What the button of a kind says whose page depends on a value. */
function buttonOf({ kind, locale, data }: MailValues): string | null {
  const { buttonWith }: MailKind = mailKinds[kind];
  if (!buttonWith) return null;
  const value = presentIn(data, buttonWith);
  return translate(locale, `mails.${kind}.${value === undefined ? 'button' : `buttonWith.${value}`}`);
}

/** The first of these values that is there and isn't zero. */
function presentIn(data: MailSubject['data'], names: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(names).find((name) => data[name]);
}

/** Amounts (minor units), times and words of an email's data, formatted for its language; without what it hasn't. */
function written(
  { kind, locale, data }: MailValues,
  { currency, timeZone }: SubjectSender,
): Record<string, string> {
  const {
    amounts = [],
    prices = [],
    changes = [],
    counts = [],
    measures = [],
    moments = [],
    dates = [],
    failures = [],
    domainFaults = [],
    roles = [],
    sentences = [],
  }: MailKind = mailKinds[kind];
  type Value = string | number;
  const tag = intlTags[locale];
  // A format is made where a value needs it: making all of them takes longer than everything else about an email.
  const money = (minorUnits: number) => moneyFormat(tag, currency)(minorUnits / 100);
  const change = (minorUnits: number) =>
    moneyFormat(tag, currency, { signDisplay: 'exceptZero' })(minorUnits / 100);
  const date = (value: Value, style: Intl.DateTimeFormatOptions) =>
    unbroken(new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone, ...style }).format(new Date(value)));
  const writers: [readonly string[], (value: Value, name: string) => string][] = [
    [amounts, (value) => money(Number(value))],
    [prices, (value) => withoutZeros(money(Number(value)))],
    [changes, (value) => change(Number(value))],
    [counts, (value) => new Intl.NumberFormat(tag).format(Number(value))],
    [measures, (value) => measureText(Number(value), unitOf(data.unit), { tag, money })],
    [moments, (value) => `${date(value, { timeStyle: 'short' })} (${zoneText(value, { locale, timeZone })})`],
    [dates, (value) => date(value, {})],
    [failures, (value) => translate(locale, `paymentFailures.${value}`)],
    [domainFaults, (value) => translate(locale, `ownDomain.${value}`)],
    [
      roles,
      (value) => `${translate(locale, `memberRoles.${value}`)} (${translate(locale, `memberMay.${value}`)})`,
    ],
    [sentences, (_, name) => translate(locale, `mails.${kind}.${name}`)],
  ];
  const texts = writers.flatMap(([names, write]) =>
    names.flatMap((name) => {
      const value = data[name] ?? '';
      return value === '' ? [] : [[name, write(value, name)]];
    }),
  );
  return Object.fromEntries(texts) as Record<string, string>; // pairs of texts
}

/** Zones that people call by a city; others are said by their distance to Greenwich. */
const zoneCities: Readonly<Record<string, string>> = {
  'Europe/Kyiv': 'kyiv',
  'Europe/Kiev': 'kyiv',
  'Europe/Vilnius': 'vilnius',
};

function zoneText(
  value: string | number,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): string {
  const city = zoneCities[timeZone];
  if (city !== undefined) return translate(locale, `mailFrame.zones.${city}`);
  const parts = new Intl.DateTimeFormat(intlTags[locale], {
    timeZone,
    timeZoneName: 'shortOffset',
  }).formatToParts(new Date(value));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** A date on one line: `11 March 2027` broken before its year is read twice. */
function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00a0');
}

/** Today, tomorrow, in 3 days. */
function inDays(locale: Locale, days: string | number | null): string | null {
  if (days === null) return null;
  return new Intl.RelativeTimeFormat(intlTags[locale], { numeric: 'auto' }).format(Number(days), 'day');
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
  const { target, buttonWith = {} }: MailKind = mailKinds[kind];
  const value = presentIn(data, buttonWith);
  if (value !== undefined) return publicUrl + buttonWith[value];
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
