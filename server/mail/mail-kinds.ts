import type { EmailKind } from '#contract/email.ts';
import type { LinkPurpose } from '#server/db/tables.ts';

/** Where the button of a mail leads. `page` and `path` are below `PUBLIC_URL`. */
export type MailTarget =
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
   * False where a stranger may have typed address and name: such a mail would carry any text that somebody puts
   * into the name to anybody.
   */
  greetsByName: boolean;
  target: MailTarget | null;
}

const confirmation = (token: string) => `/confirm-registration/${token}`;
/** Where a customer sees the tariff and its dates, and where the balance and how to pay. */
const subscription = { by: 'page', path: '/account' } as const;
const wallet = { by: 'page', path: '/account/wallet' } as const;
/** What mails about money and limits have in common; `amount` of a debt is what the balance lacks. */
const toCustomer = { audience: 'customer', greetsByName: true } as const;
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
const passwordPage = (token: string) => `/reset?hash=${token}`;

/**
 * Every mail of the platform: whom it is for, what it says, where it leads (DESIGN sections 7 and 9).
 */
export const mailKinds = {
  confirm: {
    audience: 'customer',
    data: ['name'],
    greetsByName: false,
    target: { by: 'link', purpose: 'confirm', path: confirmation },
  },
  confirm_new_email: {
    audience: 'customer',
    data: ['name'],
    greetsByName: false,
    target: { by: 'link', purpose: 'confirm_new_email', path: confirmation },
  },
  /** To the old address; `email` is the new one. */
  email_changed: { audience: 'customer', data: ['name', 'email'], greetsByName: true, target: null },
  welcome: {
    audience: 'customer',
    data: ['name'],
    greetsByName: true,
    target: { by: 'page', path: '/client/login' },
  },
  cabinet_ready: {
    audience: 'customer',
    data: ['name', 'cabinet_url'],
    greetsByName: true,
    target: { by: 'cabinet' },
  },
  cabinet_address: {
    audience: 'customer',
    data: ['name', 'cabinet_url'],
    greetsByName: true,
    target: { by: 'cabinet' },
  },
  reset: {
    audience: 'customer',
    data: ['name'],
    greetsByName: true,
    target: { by: 'link', purpose: 'reset', path: passwordPage },
  },
  password_changed: {
    audience: 'customer',
    data: ['name'],
    greetsByName: true,
    target: { by: 'page', path: '/forgot-password', staffPath: '/forgot-password?for=staff' },
  },
  already_registered: {
    audience: 'customer',
    data: ['name'],
    greetsByName: false,
    target: { by: 'page', path: '/client/login' },
  },
  client_invitation: {
    audience: 'customer',
    data: ['name'],
    greetsByName: true,
    target: { by: 'link', purpose: 'client_invitation', path: passwordPage },
  },
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
    target: { by: 'page', path: '/client/login' },
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
  staff_invitation: {
    audience: 'staff',
    data: ['name'],
    greetsByName: true,
    target: { by: 'link', purpose: 'staff_invitation', path: (token) => `/set-up/${token}` },
  },
  staff_reset: {
    audience: 'staff',
    data: ['name'],
    greetsByName: true,
    target: { by: 'link', purpose: 'staff_reset', path: (token) => `${passwordPage(token)}&for=staff` },
  },
  two_factor_on: {
    audience: 'staff',
    data: ['name'],
    greetsByName: true,
    target: { by: 'page', path: '/forgot-password?for=staff' },
  },
  two_factor_off: {
    audience: 'staff',
    data: ['name'],
    greetsByName: true,
    target: { by: 'page', path: '/forgot-password?for=staff' },
  },
  /** `left`: the recovery codes that are left. */
  recovery_code_used: {
    audience: 'staff',
    data: ['name', 'left'],
    greetsByName: true,
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
  'email_changed',
  'email_changed_by_staff',
  'email_confirmed',
  'cabinet_ready',
  'cabinet_asked',
  'reset_asked',
  'password_changed',
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
