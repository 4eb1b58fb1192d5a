import type { EmailKind } from '#contract/entities/email.ts';
import type { LinkPurpose } from '#server/db/tables.ts';

/** The target of an email's button. `page` and `path` are below `PUBLIC_URL`. */
type MailTarget =
  | { by: 'link'; purpose: LinkPurpose; path: (token: string) => string }
  | { by: 'page'; path: string; staffPath?: string }
  /** A page named in the email's values. */
  | { by: 'value'; name: string }
  | { by: 'cabinet' };

export interface MailKind {
  /** Only the server shows links for staff; a stored copy never does (API.md, "emails"). */
  audience: 'customer' | 'staff';
  /** The values in the text; `days` chooses its plural. */
  data: readonly string[];
  /** Which values are minor units, other numbers, or times (ISO 8601). A time of day is for what happened, not for what is asked. */
  amounts?: readonly string[];
  /** Minor units as a price is offered: whole sums without their zeros. */
  prices?: readonly string[];
  /** Minor units written with a sign. */
  changes?: readonly string[];
  counts?: readonly string[];
  /** Written by `unit`, which is a value too. */
  measures?: readonly string[];
  /** Values that are words of `paymentFailures`. */
  failures?: readonly string[];
  /** Values that are words of `ownDomain`. */
  domainFaults?: readonly string[];
  /** Values that are said by a whole sentence, `mails.KIND.VALUE`. */
  sentences?: readonly string[];
  moments?: readonly string[];
  /** Times of which only the day is written. */
  dates?: readonly string[];
  /** A small table after the first paragraph: values with a label each, without those that are null. */
  rows?: readonly string[];
  /**
   * Paragraphs after the body, each with the value in it without which, or with a zero, it isn't said; `contact` is how
   * to reach support.
   */
  onlyWith?: Readonly<Record<string, string>>;
  /** Which of these are said as a zero too: what a plan costs from now on. */
  saysZero?: readonly string[];
  /** Values of `mailFrame.facts`: a small table after the first paragraph, without those that are null. */
  facts?: readonly string[];
  /** Roles in a company, each with what it may. */
  roles?: readonly string[];
  /** Anybody may have it sent to any address, so it greets nobody by a name that a stranger may have typed. */
  isAskedByAnybody?: true;
  /** The other owners of a company are told too. Those of money and the plan go to its bookkeepers as well (`billing-copies.ts`). */
  toOwners?: true;
  /** Which of them stand in small print under the button. */
  underButton?: readonly string[];
  target: MailTarget | null;
  /**
   * Pages below `PUBLIC_URL` where the button leads instead while there is a value, and one that isn't zero. Then
   * `{{button}}` is what it says, `mails.KIND.buttonWith.VALUE`.
   */
  buttonWith?: Readonly<Record<string, string>>;
}

const link = (purpose: LinkPurpose, path: (token: string) => string) =>
  ({ by: 'link', purpose, path }) as const;
// In the fragment, which proxies don't log.
const passwordPage = (token: string) => `/reset#hash=${token}`;
/** Where a customer sees the tariff with its dates, and where the balance and how to pay. */
const subscription = { by: 'page', path: '/account' } as const;
const wallet = { by: 'page', path: '/account/wallet' } as const;
const login = { by: 'page', path: '/client/login' } as const;
const forgot = { by: 'page', path: '/forgot-password', staffPath: '/forgot-password?for=staff' } as const;

/** What most kinds have in common, then those about money and limits. `amount` of a debt is the missing sum. */
const toCustomer = { audience: 'customer', data: ['name'] } as const;
const toStaff = { ...toCustomer, audience: 'staff' } as const;
const toAnybody = { ...toCustomer, isAskedByAnybody: true } as const;
/** What becomes of the account itself: only owners decide that. */
const toOwners = { ...toCustomer, toOwners: true } as const;
/** `date`: when it happened, on which `device` and from which `address`; the last two may be unknown. */
const event = ['date', 'device', 'address'] as const;
const ofEvent = { ...toCustomer, data: ['name', ...event], moments: ['date'], facts: event } as const;
const ofStaffEvent = { ...ofEvent, audience: 'staff' } as const;
const ofBalance = {
  ...toCustomer,
  data: ['name', 'amount', 'balance'],
  amounts: ['amount', 'balance'],
  target: wallet,
} as const;
const ofDebt = {
  ...toCustomer,
  data: ['name', 'amount', 'date'],
  amounts: ['amount'],
  dates: ['date'],
  target: wallet,
} as const;
/** `sum`: what the next period costs, `discount`: what is already taken off it. */
const ofCharge = {
  ...ofDebt,
  data: [...ofDebt.data, 'sum', 'discount'],
  amounts: ['amount', 'sum', 'discount'],
  onlyWith: { costs: 'sum', discounted: 'discount' },
} as const;
const ofFailure = {
  ...toCustomer,
  data: ['name', 'amount', 'failure'],
  amounts: ['amount'],
  failures: ['failure'],
  target: wallet,
} as const;
const ofLimit = { ...toCustomer, data: ['name', 'used', 'limit'], target: subscription } as const;

/** `amount`: a price, and again as the one of a month or of a year; `sum`: what the `discount` leaves of it. */
const ofPrice = {
  ...toCustomer,
  data: ['name', 'tariff', 'amount', 'monthly', 'yearly', 'sum', 'discount'],
  amounts: ['amount', 'monthly', 'yearly', 'sum', 'discount'],
  onlyWith: { monthly: 'monthly', yearly: 'yearly', discounted: 'discount' },
  saysZero: ['monthly', 'yearly'],
  target: subscription,
} as const;

/** Every email of the platform: its recipient, its values and its link (DESIGN sections 7 and 9). */
export const mailKinds = {
  confirm: { ...toAnybody, target: link('confirm', (token) => `/confirm-registration/${token}`) },
  confirm_new_email: {
    ...toAnybody,
    target: link('confirm_new_email', (token) => `/confirm-address#hash=${token}`),
  },
  /** To the present address; `email` is the new one. */
  address_asked: {
    ...toCustomer,
    data: ['name', 'email'],
    target: link('refuse_email', (token) => `/refuse-address#hash=${token}`),
  },
  /** To the old address; `email` is the new one. */
  email_changed: { ...ofEvent, data: [...ofEvent.data, 'email'], target: null },
  welcome: { ...toCustomer, target: login },
  /** `free_until`: the end of a free period that begins with it. */
  cabinet_ready: {
    ...toCustomer,
    data: ['name', 'cabinet_url', 'free_until'],
    dates: ['free_until'],
    onlyWith: { free: 'free_until' },
    target: { by: 'cabinet' },
  },
  cabinet_address: { ...toAnybody, data: ['name', 'cabinet_url'], target: { by: 'cabinet' } },
  domain_active: { ...toCustomer, data: ['name', 'domain', 'cabinet_url'], target: { by: 'cabinet' } },
  /** `why`: what is wrong with it; `cabinet_url`: the address from the platform, which holds now. */
  domain_failed: {
    ...toCustomer,
    data: ['name', 'domain', 'why', 'cabinet_url'],
    domainFaults: ['why'],
    target: { by: 'cabinet' },
  },
  reset: { ...toAnybody, target: link('reset', passwordPage) },
  password_changed: { ...ofEvent, target: forgot },
  /** `date`: of the last attempt before it was written. */
  failed_logins: { ...ofEvent, data: ['name', 'date'], facts: ['date'], target: forgot },
  new_device: { ...ofEvent, target: forgot },
  /** An old token of a session was used. */
  session_stolen: { ...ofEvent, target: forgot },
  already_registered: { ...toAnybody, target: login },
  /**
   * `by`: who invites, and again as the `inviter`; or the inviter's address, where that is the name of the `company` too.
   * The names are without what could be a link.
   */
  member_invitation: {
    ...toAnybody,
    data: ['company', 'by', 'inviter', 'role'],
    roles: ['role'],
    facts: ['inviter', 'role'],
    target: link('member_invitation', (token) => `/invitation#hash=${token}`),
  },
  /** To the person who invited the `member`; names without what could be a link. */
  member_joined: {
    ...toCustomer,
    data: ['name', 'company', 'member', 'email', 'role'],
    roles: ['role'],
    facts: ['role'],
    target: { by: 'page', path: '/account/members' },
  },
  client_invitation: { ...toCustomer, target: link('client_invitation', passwordPage) },
  /**
   * `paid`, `part`: the number of the proforma that the money paid, whole or in part; `rest`: what is left of it.
   * `before`, `charged` (below zero) with `paid_until`: what makes the sum of the rows; each may be null. Then what is
   * charged next on `next_date`, for the `first` time or not, or what is still `lacking`.
   */
  top_up_receipt: {
    ...ofBalance,
    data: [
      ...ofBalance.data,
      'paid',
      'part',
      'rest',
      'before',
      'charged',
      'paid_until',
      'first',
      'next',
      'next_date',
      'lacking',
    ],
    amounts: [...ofBalance.amounts, 'rest', 'before', 'charged', 'first', 'next', 'lacking'],
    dates: ['paid_until', 'next_date'],
    rows: ['before', 'amount', 'charged', 'balance'],
    onlyWith: { paid: 'paid', part: 'part', first: 'first', next: 'next', lacking: 'lacking' },
  },
  bonus_given: ofBalance,
  /** `amount` with its sign; `date`: when the reversed line was written. */
  balance_corrected: {
    ...ofBalance,
    data: ['name', 'amount', 'balance', 'date'],
    amounts: ['balance'],
    changes: ['amount'],
    dates: ['date'],
  },
  /** `date`: the last day to pay it on. */
  proforma_issued: {
    ...toCustomer,
    data: ['name', 'amount', 'date', 'number'],
    amounts: ['amount'],
    dates: ['date'],
    target: { by: 'page', path: '/account/wallet' },
  },
  /** `failure` is a word of `paymentFailures`. */
  payment_failed: ofFailure,
  /** `date`: when it is tried again. */
  auto_top_up_failed: { ...ofFailure, data: [...ofFailure.data, 'date'], dates: ['date'] },
  auto_top_up_off: ofFailure,
  /** `card`: its last digits; `expiry`: its last month. */
  card_expiring: { ...toCustomer, data: ['name', 'card', 'expiry'], target: wallet },
  money_returned: ofBalance,
  /**
   * The same for the end of the free period; `sum` is the first payment, by the `tariff` and its period `monthly` or
   * `yearly`; the two days come where it isn't paid.
   */
  trial_ending: {
    ...ofCharge,
    data: [
      ...ofCharge.data,
      'tariff',
      'monthly',
      'yearly',
      'days',
      'number',
      'rest',
      'suspended_on',
      'kept_until',
    ],
    amounts: [...ofCharge.amounts, 'rest'],
    prices: ['monthly', 'yearly'],
    dates: ['date', 'suspended_on', 'kept_until'],
    onlyWith: {
      monthly: 'monthly',
      yearly: 'yearly',
      discounted: 'discount',
      unpaid: 'suspended_on',
      numbered: 'number',
    },
    underButton: ['numbered'],
  },
  /**
   * Instead of a reminder to whom a saved card pays for: `charged_on` the `card` pays the `amount`. One of `trial_ends`
   * and `renews_on` says before what.
   */
  card_payment_ahead: {
    ...toCustomer,
    data: [
      'name',
      'amount',
      'card',
      'charged_on',
      'trial_ends',
      'renews_on',
      'tariff',
      'monthly',
      'yearly',
      'discount',
    ],
    amounts: ['amount', 'discount'],
    prices: ['monthly', 'yearly'],
    dates: ['charged_on', 'trial_ends', 'renews_on'],
    onlyWith: {
      trial: 'trial_ends',
      renewal: 'renews_on',
      monthly: 'monthly',
      yearly: 'yearly',
      discounted: 'discount',
    },
    target: wallet,
  },
  /** `number` and `rest`: of the proforma to pay by; null: there is none. */
  payment_reminder: {
    ...ofCharge,
    data: [...ofCharge.data, 'days', 'number', 'rest'],
    amounts: [...ofCharge.amounts, 'rest'],
    onlyWith: { ...ofCharge.onlyWith, numbered: 'number' },
    underButton: ['numbered'],
  },
  /** `date`: when the cabinet is suspended. */
  payment_due: ofCharge,
  /** `date`: when the database is deleted. */
  access_blocked: ofDebt,
  /** By hand; why is for support to say. */
  access_stopped: { ...toCustomer, onlyWith: { ask: 'contact' }, target: login },
  /** `date`: the end of the paid period. */
  access_resumed: {
    ...toCustomer,
    data: ['name', 'balance', 'date'],
    amounts: ['balance'],
    dates: ['date'],
    target: login,
  },
  deletion_warning: { ...ofDebt, data: [...ofDebt.data, 'days'] },
  /** `date`: until when a payment brings the data back; `ask_by`: until when support can; else `gone` is 1. */
  data_deleted: {
    ...ofDebt,
    data: [...ofDebt.data, 'ask_by', 'gone'],
    dates: ['date', 'ask_by'],
    sentences: ['gone'],
    onlyWith: { returns: 'date', asks: 'ask_by', gone: 'gone' },
  },
  /** `balance`: what is left, if anything is and nobody said where to; else the `amount` that goes to an `account`; `erasure`: 1 when the data is to be erased; else `kept` is 1. */
  closing_asked: {
    ...toOwners,
    data: ['name', 'date', 'balance', 'amount', 'account', 'erasure', 'kept'],
    amounts: ['balance', 'amount'],
    dates: ['date'],
    sentences: ['erasure', 'kept'],
    onlyWith: { rest: 'balance', sent: 'account', erasure: 'erasure', kept: 'kept' },
    target: { by: 'page', path: '/account/security' },
  },
  /** A closing that is to erase the data now, too; the rest as above. */
  erasure_asked: {
    ...toOwners,
    data: ['name', 'date', 'balance', 'amount', 'account'],
    amounts: ['balance', 'amount'],
    dates: ['date'],
    onlyWith: { rest: 'balance', sent: 'account' },
    target: { by: 'page', path: '/account/security' },
  },
  /** `date`: when it would have been closed. */
  closing_taken_back: { ...toOwners, data: ['name', 'date'], dates: ['date'], target: subscription },
  account_closed: {
    ...toOwners,
    data: ['name', 'balance', 'amount', 'account', 'erasure'],
    amounts: ['balance', 'amount'],
    sentences: ['erasure'],
    onlyWith: { rest: 'balance', sent: 'account', erasure: 'erasure' },
    target: null,
  },
  /** The last one; its address is erased with it. */
  data_erased: { ...toCustomer, target: null },
  /** `date`: until when the file waits; `missing`: 1 when the cabinet could not be copied. */
  export_ready: {
    ...toCustomer,
    data: ['name', 'date', 'missing'],
    moments: ['date'],
    sentences: ['missing'],
    onlyWith: { missing: 'missing' },
    target: { by: 'page', path: '/account/security' },
  },
  /**
   * `former`: the tariff until then, where it is another; `pays_monthly`, `pays_yearly`: 1 where the period is another;
   * `date`: when it takes effect; `amount`: the price of a period, and again as the one of a month or of a year; `refund`
   * and `charge`: what moved at once, `balance` what it left; `sum`: what is charged next, on `next_date`, after the `discount`; `missing`: what it lacks.
   */
  tariff_changed: {
    ...toCustomer,
    data: [
      'name',
      'tariff',
      'former',
      'pays_monthly',
      'pays_yearly',
      'amount',
      'monthly',
      'yearly',
      'date',
      'refund',
      'charge',
      'balance',
      'sum',
      'discount',
      'next_date',
      'missing',
    ],
    amounts: ['amount', 'monthly', 'yearly', 'refund', 'charge', 'balance', 'sum', 'discount', 'missing'],
    dates: ['date', 'next_date'],
    sentences: ['pays_monthly', 'pays_yearly'],
    rows: ['former', 'monthly', 'yearly', 'refund', 'charge', 'balance', 'sum'],
    onlyWith: {
      pays_monthly: 'pays_monthly',
      pays_yearly: 'pays_yearly',
      discounted: 'discount',
      lacks: 'missing',
    },
    target: subscription,
    buttonWith: { missing: wallet.path },
  },
  /** `amount`: what a period will cost; `date`: of the first one that costs it. */
  price_announced: { ...ofPrice, data: [...ofPrice.data, 'date'], dates: ['date'] },
  /** `amount`: what a period goes on to cost. */
  price_withdrawn: ofPrice,
  /** Either `percent` or `off`; `periods`: how many get it; `sum` is charged on `date` instead of the `price`. */
  discount_given: {
    ...toCustomer,
    data: ['name', 'percent', 'off', 'periods', 'price', 'sum', 'date'],
    amounts: ['off', 'price', 'sum'],
    counts: ['percent', 'periods'],
    dates: ['date'],
    onlyWith: { percentOff: 'percent', amountOff: 'off', counted: 'periods', next: 'date' },
    target: subscription,
  },
  /** `sum`: what a period costs from `date` on. */
  discount_ended: {
    ...toCustomer,
    data: ['name', 'sum', 'date'],
    amounts: ['sum'],
    dates: ['date'],
    onlyWith: { next: 'date' },
    target: subscription,
  },
  turnover_exceeded: { ...ofLimit, amounts: ['used', 'limit'] },
  goods_exceeded: { ...ofLimit, counts: ['used', 'limit'] },
  /** `metric`: its name; `metric_key` and `unit`: which one it is, and how its numbers are written. */
  limit_exceeded: {
    ...ofLimit,
    data: ['name', 'metric', 'metric_key', 'unit', 'used', 'limit'],
    measures: ['used', 'limit'],
  },
  staff_invitation: { ...toStaff, target: link('staff_invitation', (token) => `/set-up/${token}`) },
  staff_reset: { ...toStaff, target: link('staff_reset', (token) => `/reset?for=staff#hash=${token}`) },
  confirm_staff_email: {
    ...toStaff,
    target: link('confirm_staff_email', (token) => `/confirm-address?for=staff#hash=${token}`),
  },
  staff_address_asked: {
    ...toStaff,
    data: ['name', 'email'],
    target: link('refuse_staff_email', (token) => `/refuse-address?for=staff#hash=${token}`),
  },
  two_factor_on: { ...ofStaffEvent, target: { by: 'page', path: forgot.staffPath } },
  two_factor_off: { ...ofStaffEvent, target: { by: 'page', path: forgot.staffPath } },
  /** Reset by a colleague, passkeys included. */
  two_factor_reset: { ...ofStaffEvent, target: { by: 'page', path: forgot.staffPath } },
  /** `left`: how many recovery codes are left. */
  recovery_code_used: {
    ...ofStaffEvent,
    data: [...ofStaffEvent.data, 'left'],
    target: { by: 'page', path: '/admin-panel/account' },
  },
  /** The same to a customer's person. */
  own_two_factor_on: { ...ofEvent, target: forgot },
  own_two_factor_off: { ...ofEvent, target: forgot },
  own_two_factor_reset: { ...ofEvent, target: forgot },
  own_recovery_code_used: {
    ...ofEvent,
    data: [...ofEvent.data, 'left'],
    target: { by: 'page', path: '/account/security' },
  },
  /** `passkey`: the name that its owner gave it. */
  passkey_added: {
    ...ofStaffEvent,
    data: [...ofStaffEvent.data, 'passkey'],
    target: { by: 'page', path: '/admin-panel/account' },
  },
  passkey_removed: {
    ...ofStaffEvent,
    data: [...ofStaffEvent.data, 'passkey'],
    target: { by: 'page', path: '/admin-panel/account' },
  },
  own_passkey_added: {
    ...ofEvent,
    data: [...ofEvent.data, 'passkey'],
    target: { by: 'page', path: '/account/security' },
  },
  own_passkey_removed: {
    ...ofEvent,
    data: [...ofEvent.data, 'passkey'],
    target: { by: 'page', path: '/account/security' },
  },
  /** An act, an invoice or a credit note; `date`: of its issue. */
  document_issued: {
    ...toCustomer,
    data: ['name', 'number', 'amount', 'date'],
    amounts: ['amount'],
    dates: ['date'],
    target: { by: 'page', path: '/account/wallet' },
  },
  /** A document as a PDF, to the address that the client named for its bookkeeping. */
  document_copy: {
    ...toCustomer,
    data: ['name', 'number', 'amount', 'date'],
    amounts: ['amount'],
    dates: ['date'],
    target: null,
  },
  /** What a colleague wrote to many clients; `topic` and `words`: its subject and its text. */
  message: { ...toCustomer, data: ['name', 'topic', 'words'], target: null },
  /** The same for an announcement. */
  announcement: { ...toCustomer, data: ['name', 'topic', 'words'], target: null },
  /** To the colleague who wanted it back; `client`: whose wallet has it again. */
  refund_failed: {
    ...toStaff,
    data: ['name', 'amount', 'client'],
    amounts: ['amount'],
    target: { by: 'page', path: '/admin-panel/money/payments' },
  },
  /** `by`: the colleague who changed the operator's details; `date`: when. */
  company_changed: {
    ...toStaff,
    data: ['name', 'by', 'date'],
    moments: ['date'],
    target: { by: 'page', path: '/admin-panel/settings/general?group=company' },
  },
  /** `topic`: the kinds in words; `words`: a line for each of them. */
  alarms_raised: {
    ...toStaff,
    data: ['name', 'topic', 'words'],
    target: { by: 'page', path: '/admin-panel' },
  },
  /** A system that was told of events failed for too long; `address`: its address. */
  webhook_off: {
    ...toStaff,
    data: ['name', 'address'],
    target: { by: 'page', path: '/admin-panel/settings/webhooks' },
  },
  /** `rows`: how many; then the name of the attached `file`, or why there is none. */
  view_mailed: {
    ...toStaff,
    data: ['name', 'view', 'path', 'rows', 'file', 'bare', 'large', 'broken'],
    sentences: ['bare', 'large', 'broken'],
    onlyWith: { counted: 'rows', attached: 'file', bare: 'bare', large: 'large', broken: 'broken' },
    target: { by: 'value', name: 'path' },
  },
  /** Own words of an email, to the colleague who tries them; `tested`: its kind, `topic`: the subject that they make. */
  template_test: { ...toStaff, data: ['name', 'tested', 'topic', 'subject', 'body'], target: null },
} as const satisfies Record<EmailKind, MailKind>;

/** The name of a value. */
export type MailValue = (typeof mailKinds)[EmailKind]['data'][number];

/** The values of a kind of email. */
export type MailData<Kind extends EmailKind> = Record<
  (typeof mailKinds)[Kind]['data'][number],
  string | number | null
>;

/** The one-time link of a kind, if it has one. */
export function linkOfKind(kind: EmailKind): Extract<MailTarget, { by: 'link' }> | null {
  const { target }: MailKind = mailKinds[kind];
  return target?.by === 'link' ? target : null;
}

/** The rules that send emails; `mailReasons.REASON` in `messages.json` has each in words. */
export const mailReasons = [
  'registered',
  'confirmation_asked',
  'email_change_asked',
  'email_change_asked_by_staff',
  'email_changed',
  'email_changed_by_staff',
  'email_confirmed',
  'cabinet_ready',
  'cabinet_asked',
  'reset_asked',
  'password_changed',
  'token_reused',
  'failed_logins',
  'new_device',
  'address_taken',
  'client_created',
  'user_invited',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'company_changed',
  'webhook_off',
  'document_issued',
  'topped_up',
  'payment_failed',
  'auto_top_up_failed',
  'auto_top_up_off',
  'card_expiring',
  'money_returned',
  'refund_failed',
  'bonus_given',
  'reversed',
  'proforma_issued',
  'promo_bonus',
  'end_not_covered',
  'card_pays',
  'period_unpaid',
  'term_over',
  'blocked_by_hand',
  'paid_again',
  'deletion_near',
  'retention_over',
  'closing_asked',
  'erasure_asked',
  'closing_taken_back',
  'account_closed',
  'data_erased',
  'export_ready',
  'domain_active',
  'domain_failed',
  'member_invited',
  'member_joined',
  'tariff_changed',
  'price_announced',
  'price_withdrawn',
  'discount_given',
  'discount_ended',
  'discount_used',
  'written_by_staff',
  'announced',
  'template_test',
  'limit_exceeded',
  'alarms_raised',
  'view_asked',
  'sent_by_staff',
  'resent',
] as const;
export type MailReason = (typeof mailReasons)[number];
