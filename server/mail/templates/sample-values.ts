import { linkSeconds } from '#contract/accounts/auth.ts';
import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { LinkPurpose } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';
import { linkOfKind, mailKinds, type MailValue } from '#server/mail/mail-kinds.ts';
import type { MailSubject } from '#server/mail/mail-content.ts';

/**
 * Examples for the values of emails to customers: sums in minor units, times a moment of 2027. They tell one story, so
 * that every sum can be checked: a plan of 499.00, a discount of 100.00, a balance of 100.00.
 */
const samples: Partial<Record<MailValue, string | number>> = {
  email: 'new@example.com',
  cabinet_url: 'https://shop.example',
  domain: 'shop.example',
  why: 'no_record',
  free_until: '2027-03-28T10:00:00.000Z',
  address: '203.0.113.7',
  account: 'UA21…6001',
  role: 'billing',
  erasure: 1,
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
  suspended_on: '2027-03-19T10:00:00.000Z',
  kept_until: '2027-06-17T10:00:00.000Z',
  number: 'PF-2027-000123',
  failure: 'declined',
  card: '4242',
  charged_on: '2027-03-13T10:00:00.000Z',
  trial_ends: '2027-03-14T10:00:00.000Z',
  renews_on: '2027-03-14T10:00:00.000Z',
  expiry: '12/2027',
  sum: 39_900,
  discount: 10_000,
  days: 3,
  left: 9,
  passkey: 'iPhone',
  ask_by: '2027-03-14T10:00:00.000Z',
  refund: 12_500,
  charge: 39_900,
  missing: 29_900,
  percent: 20,
  off: 5000,
  periods: 3,
  price: 49_900,
  unit: 'count',
  metric_key: 'goods',
  used: 520,
  limit: 500,
};
/** What the balance lacks for the price after the discount. */
const due = { amount: 29_900, rest: 29_900 };
/** Where a kind tells another part of the story. */
const ofKind: Partial<Record<EmailKind, Partial<Record<MailValue, string | number>>>> = {
  trial_ending: { ...due, monthly: 39_900, yearly: 478_800 },
  card_payment_ahead: { ...due, monthly: 39_900, yearly: 478_800 },
  payment_reminder: due,
  payment_due: due,
  access_blocked: due,
  access_resumed: { date: '2027-04-14T10:00:00.000Z' },
  deletion_warning: due,
  data_deleted: { date: '2027-06-12T10:00:00.000Z', ask_by: '2027-06-12T10:00:00.000Z', gone: 1 },
  closing_asked: { amount: 10_000, kept: 1 },
  erasure_asked: { amount: 10_000 },
  account_closed: { amount: 10_000 },
  bonus_given: { amount: 10_000, balance: 20_000 },
  balance_corrected: { amount: -49_900 },
  auto_top_up_failed: due,
  auto_top_up_off: due,
  tariff_changed: { pays_monthly: 1, pays_yearly: 1, monthly: 49_900, yearly: 598_800 },
  price_announced: { monthly: 49_900, yearly: 598_800 },
  price_withdrawn: { monthly: 49_900, yearly: 598_800 },
  discount_given: { off: 9980, sum: 39_920 },
  turnover_exceeded: { used: 26_500_000, limit: 25_000_000 },
};
/** Values that are words, and have an example in each language. */
const inWords: readonly MailValue[] = [
  'name',
  'company',
  'by',
  'inviter',
  'member',
  'tariff',
  'former',
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
    inWords.includes(name)
      ? translate(locale, `mailSamples.${name}`)
      : (ofKind[kind]?.[name] ?? samples[name] ?? null),
  ]);
  const link = linkOfKind(kind);
  return {
    kind,
    locale,
    data: Object.fromEntries(data),
    toStaff: false,
    linkSeconds: link && (lifeOf[link.purpose] ?? linkSeconds.confirm),
  };
}

/** How long the links of customers are valid that are not valid for a day. */
const lifeOf: Partial<Record<LinkPurpose, number>> = {
  reset: linkSeconds.reset,
  client_invitation: linkSeconds.invitation,
  member_invitation: linkSeconds.invitation,
  refuse_email: linkSeconds.refusal,
};
