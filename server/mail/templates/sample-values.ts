import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { linkOfKind, mailKinds, type MailValue } from '#server/mail/mail-kinds.ts';
import type { MailSubject } from '#server/mail/mail-content.ts';

/** Examples for the values of emails to customers: sums in minor units, times a moment of 2027. */
const samples: Partial<Record<MailValue, string | number>> = {
  email: 'new@example.com',
  cabinet_url: 'https://shop.example',
  domain: 'shop.example',
  why: 'no_record',
  free_until: '2027-03-28T10:00:00.000Z',
  address: '203.0.113.7',
  amount: 49_900,
  rest: 49_900,
  paid: 'PF-2027-000123',
  part: 'PF-2027-000123',
  before: 10_000,
  charged: -49_900,
  paid_until: '2027-04-14T10:00:00.000Z',
  first: 49_900,
  next: 49_900,
  lacking: 39_900,
  next_date: '2027-04-14T10:00:00.000Z',
  balance: 10_000,
  date: '2027-03-14T10:00:00.000Z',
  number: 'PF-2027-000123',
  failure: 'declined',
  card: '4242',
  expiry: '12/2027',
  sum: 39_900,
  discount: 10_000,
  days: 3,
  left: 9,
  passkey: 'iPhone',
  ask_by: '2027-03-14T10:00:00.000Z',
  refund: 12_500,
  charge: 39_900,
  missing: 39_900,
  percent: 20,
  off: 5000,
  periods: 3,
  price: 49_900,
  unit: 'count',
  metric_key: 'goods',
  used: 120_000,
  limit: 100_000,
};
/** Values that are words, and have an example in each language. */
const inWords: readonly MailValue[] = [
  'name',
  'company',
  'by',
  'tariff',
  'metric',
  'device',
  'topic',
  'words',
];

/** An email of a kind with examples for all its values. */
export function sampleMail(kind: EmailKind, locale: Locale): MailSubject {
  const names: readonly MailValue[] = mailKinds[kind].data;
  const data = names.map((name): [string, string | number | null] => [
    name,
    inWords.includes(name) ? translate(locale, `mailSamples.${name}`) : (samples[name] ?? null),
  ]);
  return {
    kind,
    locale,
    data: Object.fromEntries(data),
    toStaff: false,
    linkSeconds: linkOfKind(kind) === null ? null : daySeconds,
  };
}

const daySeconds = 86_400;
