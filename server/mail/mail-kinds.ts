import type { EmailKind } from '#contract/entities/email.ts';
import type { LinkPurpose } from '#server/db/tables.ts';

/** Where the button of a mail leads. `page` and `path` are below `PUBLIC_URL`. */
type MailTarget =
  | { by: 'link'; purpose: LinkPurpose; path: (token: string) => string }
  | { by: 'page'; path: string; staffPath?: string }
  | { by: 'cabinet' };

export interface MailKind {
  /** Links for staff are shown by the server alone, never by a kept copy (API.md, "emails"). */
  audience: 'customer' | 'staff';
  /** What the text needs; `days` chooses its plural. */
  data: readonly string[];
  /** Which of them are minor units, which are other numbers, and which moments (ISO 8601). */
  amounts?: readonly string[];
  /** Minor units too, written with their sign. */
  changes?: readonly string[];
  counts?: readonly string[];
  moments?: readonly string[];
  /**
   * False where a stranger may have typed address and name: such an email would carry any text, put into the name, to
   * anybody.
   */
  greetsByName: boolean;
  target: MailTarget | null;
}

const link = (purpose: LinkPurpose, path: (token: string) => string) =>
  ({ by: 'link', purpose, path }) as const;
// In the fragment, which no proxy writes down.
const passwordPage = (token: string) => `/reset#hash=${token}`;
/** Where a customer sees the tariff and its dates, and where the balance and how to pay. */
const subscription = { by: 'page', path: '/account' } as const;
const wallet = { by: 'page', path: '/account/wallet' } as const;
const login = { by: 'page', path: '/client/login' } as const;
const forgot = { by: 'page', path: '/forgot-password', staffPath: '/forgot-password?for=staff' } as const;

/** What most have in common, and those of money and limits; `amount` of a debt is what the balance lacks. */
const toCustomer = { audience: 'customer', data: ['name'], greetsByName: true } as const;
const toStranger = { ...toCustomer, greetsByName: false } as const;
const toStaff = { ...toCustomer, audience: 'staff' } as const;
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
  moments: ['date'],
  target: wallet,
} as const;
const ofLimit = { ...toCustomer, data: ['name', 'used', 'limit'], target: subscription } as const;

/**
 * Every email of the platform: whom it is for, what it says, where it leads (DESIGN sections 7 and 9).
 */
export const mailKinds = {
  confirm: { ...toStranger, target: link('confirm', (token) => `/confirm-registration/${token}`) },
  confirm_new_email: {
    ...toStranger,
    target: link('confirm_new_email', (token) => `/confirm-address#hash=${token}`),
  },
  /** To the present address; `email` is the one that waits. */
  address_asked: {
    ...toCustomer,
    data: ['name', 'email'],
    target: link('refuse_email', (token) => `/refuse-address#hash=${token}`),
  },
  /** To the old address; `email` is the new one. */
  email_changed: { ...toCustomer, data: ['name', 'email'], target: null },
  welcome: { ...toCustomer, target: login },
  cabinet_ready: { ...toCustomer, data: ['name', 'cabinet_url'], target: { by: 'cabinet' } },
  cabinet_address: { ...toCustomer, data: ['name', 'cabinet_url'], target: { by: 'cabinet' } },
  reset: { ...toCustomer, target: link('reset', passwordPage) },
  password_changed: { ...toCustomer, target: forgot },
  failed_logins: { ...toCustomer, target: forgot },
  /** `device`: a browser by its name; `date`: when. */
  new_device: {
    ...toCustomer,
    data: ['name', 'device', 'address', 'date'],
    moments: ['date'],
    target: forgot,
  },
  /** A token of a session's past was used; `date`: when. */
  session_stolen: { ...toCustomer, data: ['name', 'date'], moments: ['date'], target: forgot },
  already_registered: { ...toStranger, target: login },
  client_invitation: { ...toCustomer, target: link('client_invitation', passwordPage) },
  top_up_receipt: ofBalance,
  bonus_given: ofBalance,
  /** `amount` with its sign; `date`: when the line that was taken back was written. */
  balance_corrected: {
    ...ofBalance,
    data: ['name', 'amount', 'balance', 'date'],
    amounts: ['balance'],
    changes: ['amount'],
    moments: ['date'],
  },
  payment_reminder: { ...ofDebt, data: [...ofDebt.data, 'days'] },
  /** `date`: when the cabinet stops. */
  payment_due: ofDebt,
  /** `date`: when the database goes. */
  access_blocked: ofDebt,
  /** `date`: the end of the period that was paid. */
  access_resumed: {
    ...toCustomer,
    data: ['name', 'balance', 'date'],
    amounts: ['balance'],
    moments: ['date'],
    target: login,
  },
  deletion_warning: { ...ofDebt, data: [...ofDebt.data, 'days'] },
  data_deleted: { ...toCustomer, data: ['name', 'amount'], amounts: ['amount'], target: wallet },
  /** `date`: from when on it holds; `amount`: the price of a period. */
  tariff_changed: {
    ...toCustomer,
    data: ['name', 'tariff', 'amount', 'date'],
    amounts: ['amount'],
    moments: ['date'],
    target: subscription,
  },
  turnover_exceeded: { ...ofLimit, amounts: ['used', 'limit'] },
  goods_exceeded: { ...ofLimit, counts: ['used', 'limit'] },
  staff_invitation: { ...toStaff, target: link('staff_invitation', (token) => `/set-up/${token}`) },
  staff_reset: { ...toStaff, target: link('staff_reset', (token) => `/reset?for=staff#hash=${token}`) },
  confirm_staff_email: {
    ...toStaff,
    greetsByName: false,
    target: link('confirm_staff_email', (token) => `/confirm-address?for=staff#hash=${token}`),
  },
  staff_address_asked: {
    ...toStaff,
    data: ['name', 'email'],
    target: link('refuse_staff_email', (token) => `/refuse-address?for=staff#hash=${token}`),
  },
  two_factor_on: { ...toStaff, target: { by: 'page', path: forgot.staffPath } },
  two_factor_off: { ...toStaff, target: { by: 'page', path: forgot.staffPath } },
  /** `left`: the recovery codes that are left. */
  recovery_code_used: {
    ...toStaff,
    data: ['name', 'left'],
    target: { by: 'page', path: '/admin-panel/account' },
  },
} as const satisfies Record<EmailKind, MailKind>;

/** The data that a kind of mail is written with. */
export type MailData<Kind extends EmailKind> = Record<
  (typeof mailKinds)[Kind]['data'][number],
  string | number | null
>;

/** The one-time link of a kind, if it has one. */
export function linkOfKind(kind: EmailKind): Extract<MailTarget, { by: 'link' }> | null {
  const { target }: MailKind = mailKinds[kind];
  return target?.by === 'link' ? target : null;
}

/** The rules that send mails: `mailReasons.REASON` in `messages.json` says each in words. */
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
  'topped_up',
  'bonus_given',
  'reversed',
  'promo_bonus',
  'end_not_covered',
  'period_unpaid',
  'term_over',
  'paid_again',
  'deletion_near',
  'retention_over',
  'tariff_changed',
  'limit_exceeded',
  'sent_by_staff',
  'resent',
] as const;
export type MailReason = (typeof mailReasons)[number];
