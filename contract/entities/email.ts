import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListQuery, ListSpec } from '../kernel/list-query.ts';
import type { Wanted } from '../kernel/permissions.ts';
import { locale, moment } from '../kernel/primitives.ts';
import { forecastEntry } from '../money/forecast.ts';
import { locales } from '../kernel/variants.ts';
import { created, rowId } from '../kernel/common-fields.ts';

/** `only_logged`: no mail server was set, so that it stayed in the log and nobody got it. */
export const emailStatuses = ['queued', 'sent', 'only_logged', 'failed'] as const;

/** Every email that the platform writes (DESIGN section 7). */
export const emailKinds = [
  'confirm',
  'confirm_new_email',
  'email_changed',
  'welcome',
  'cabinet_ready',
  'cabinet_address',
  'domain_active',
  'domain_failed',
  'reset',
  'password_changed',
  'failed_logins',
  'new_device',
  'already_registered',
  'client_invitation',
  'member_invitation',
  'member_joined',
  'top_up_receipt',
  'bonus_given',
  'balance_corrected',
  'proforma_issued',
  'trial_ending',
  'card_payment_ahead',
  'payment_reminder',
  'payment_due',
  'access_blocked',
  'access_stopped',
  'access_resumed',
  'deletion_warning',
  'data_deleted',
  'closing_asked',
  'erasure_asked',
  'closing_taken_back',
  'account_closed',
  'data_erased',
  'export_ready',
  'tariff_changed',
  'price_announced',
  'price_withdrawn',
  'discount_given',
  'discount_ended',
  'turnover_exceeded',
  'goods_exceeded',
  'limit_exceeded',
  'staff_invitation',
  'staff_reset',
  'two_factor_on',
  'two_factor_off',
  'two_factor_reset',
  'recovery_code_used',
  'own_two_factor_on',
  'own_two_factor_off',
  'own_two_factor_reset',
  'own_recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'own_passkey_added',
  'own_passkey_removed',
  'address_asked',
  'confirm_staff_email',
  'staff_address_asked',
  'session_stolen',
  'company_changed',
  'webhook_off',
  'document_issued',
  'document_copy',
  'message',
  'payment_failed',
  'auto_top_up_failed',
  'auto_top_up_off',
  'card_expiring',
  'money_returned',
  'refund_failed',
  'alarms_raised',
  'view_mailed',
  'announcement',
  'template_test',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/**
 * News of a client's service and money. Who changes clients may send them again; not what proves an address, changes
 * how one signs in, warns of that, or leads to data (docs/decisions/0252).
 */
const clientNews: readonly EmailKind[] = [
  'confirm',
  'welcome',
  'cabinet_ready',
  'cabinet_address',
  'domain_active',
  'domain_failed',
  'client_invitation',
  'top_up_receipt',
  'bonus_given',
  'balance_corrected',
  'proforma_issued',
  'trial_ending',
  'card_payment_ahead',
  'payment_reminder',
  'payment_due',
  'access_blocked',
  'access_stopped',
  'access_resumed',
  'deletion_warning',
  'tariff_changed',
  'price_announced',
  'price_withdrawn',
  'discount_given',
  'discount_ended',
  'turnover_exceeded',
  'goods_exceeded',
  'limit_exceeded',
  'document_issued',
  'document_copy',
  'message',
  'payment_failed',
  'auto_top_up_failed',
  'auto_top_up_off',
  'card_expiring',
  'money_returned',
  'announcement',
];

/** These are never sent again: a file that would be out of date, and what is done by inviting again. */
const sentOnce: readonly EmailKind[] = ['view_mailed', 'member_invitation'];

export function isSentOnce(kind: EmailKind): boolean {
  return sentOnce.includes(kind);
}

/** What one needs to send an email again. Pure. */
export function resendNeeds({ kind, client_id }: Pick<EmailRow, 'kind' | 'client_id'>): Wanted {
  return client_id !== null && clientNews.includes(kind)
    ? ['settings.write', 'clients.write']
    : 'settings.write';
}

/** Every field of a row of the email log, once, in the order of the list's file. */
export const emailEntity = {
  id: rowId,
  created_at: created,
  status: { row: z.enum(emailStatuses), list: { type: 'enum', values: emailStatuses }, csv: true },
  kind: { row: z.enum(emailKinds), list: { type: 'enum', values: emailKinds }, csv: true },
  to: { row: z.string(), list: { type: 'text' }, csv: true },
  subject: { row: z.string(), list: { type: 'text' }, csv: true },
  locale: { row: locale, list: { type: 'enum', values: locales }, csv: true },
  attempts: { row: z.int(), list: { type: 'number' }, csv: true },
  /** The last refusal. */
  error: { row: z.string().nullable(), list: { type: 'text' }, csv: true },
  sent_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** When a failed email was sent again or dismissed: until then the home screen asks for it. */
  dealt_with_at: { row: moment.nullable(), list: { type: 'moment' } },
  /** The rule that sent it. */
  reason: { row: z.string(), list: { type: 'text' } },
  client_id: { row: z.string().nullable(), list: { type: 'id' } },
  /** Whom it is about, by the name of today. */
  client_name: { row: z.string().nullable() },
} as const satisfies Entity;

export const emailRow = z.object(shapeOf(emailEntity, 'row'));
export type EmailRow = z.infer<typeof emailRow>;

export const emailList: ListSpec = { fields: listFieldsOf(emailEntity), search: true };

/** How an email stands: a failed one waits for somebody until it is sent again or dismissed. Pure. */
export function emailStateOf<Status extends string>({
  status,
  dealt_with_at,
}: {
  status: Status;
  dealt_with_at: unknown;
}): Status | 'dealt_with' {
  return status === 'failed' && dealt_with_at !== null ? 'dealt_with' : status;
}

/** Failed emails that wait for somebody, oldest first. */
export const failedEmails: Pick<ListQuery, 'filters' | 'sort'> = {
  filters: [
    { field: 'status', op: 'eq', value: 'failed' },
    { field: 'dealt_with_at', op: 'null', value: 'true' },
  ],
  sort: [{ field: 'created_at', order: 'asc' }],
};

/**
 * The one-time link of an email in the log: `shown` to people who may sign in as clients, `forbidden` to others,
 * `over` when it is used or expired, `hidden` when a mail server sends it, and always in emails to staff.
 */
export const emailLinkStates = ['shown', 'forbidden', 'over', 'hidden'] as const;

/**
 * `sender`, `reply_to`: as sent, or as they would be now; a null sender is from before it was stored. `next`: what
 * happens to its client next; null for staff, and when nothing will.
 */
export const emailDetails = emailRow.extend({
  html: z.string(),
  text: z.string(),
  message_id: z.string(),
  link: z.enum(emailLinkStates).nullable(),
  sender: z.string().nullable(),
  reply_to: z.string().nullable(),
  next: forecastEntry.nullable(),
});
export type EmailDetails = z.infer<typeof emailDetails>;

/** What became of the emails that a query found; the others were not failed, or somebody had dealt with them. */
export const resentEmails = z.object({
  found: z.int(),
  resent: z.int(),
  refused: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type ResentEmails = z.infer<typeof resentEmails>;

/** More would make one request too long. */
export const mostResentAtOnce = 1000;
