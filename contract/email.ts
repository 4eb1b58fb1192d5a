import * as z from 'zod';
import type { ListSpec } from './list-query.ts';
import { locale } from './primitives.ts';
import { forecastEntry } from './subscription.ts';
import { locales } from './variants.ts';

export const emailStatuses = ['queued', 'sent', 'failed'] as const;

/** Every mail that the platform writes (DESIGN section 7). */
export const emailKinds = [
  'confirm',
  'confirm_new_email',
  'email_changed',
  'welcome',
  'cabinet_ready',
  'cabinet_address',
  'reset',
  'password_changed',
  'already_registered',
  'client_invitation',
  'top_up_receipt',
  'bonus_given',
  'balance_corrected',
  'payment_reminder',
  'payment_due',
  'access_blocked',
  'access_resumed',
  'deletion_warning',
  'data_deleted',
  'tariff_changed',
  'turnover_exceeded',
  'goods_exceeded',
  'staff_invitation',
  'staff_reset',
  'two_factor_on',
  'two_factor_off',
  'recovery_code_used',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/** A row of the e-mail log. `reason` is the rule that sent it, `error` the last refusal. */
export const emailRow = z.object({
  id: z.string(),
  to: z.string(),
  kind: z.enum(emailKinds),
  locale,
  subject: z.string(),
  status: z.enum(emailStatuses),
  attempts: z.int(),
  error: z.string().nullable(),
  reason: z.string(),
  client_id: z.string().nullable(),
  created_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
});
export type EmailRow = z.infer<typeof emailRow>;
/**
 * `sender`, `reply_to`: as sent, or as they would be; a sender of null is from before it was kept. `next`: what will
 * happen to its client next by itself; null for staff, and when nothing will.
 */
export const emailDetails = emailRow.extend({
  html: z.string(),
  text: z.string(),
  message_id: z.string(),
  sender: z.string().nullable(),
  reply_to: z.string().nullable(),
  next: forecastEntry.nullable(),
});
export type EmailDetails = z.infer<typeof emailDetails>;

export const emailList: ListSpec = {
  fields: {
    id: { type: 'id' },
    to: { type: 'text' },
    kind: { type: 'enum', values: emailKinds },
    locale: { type: 'enum', values: locales },
    subject: { type: 'text' },
    status: { type: 'enum', values: emailStatuses },
    attempts: { type: 'number' },
    error: { type: 'text' },
    reason: { type: 'text' },
    client_id: { type: 'id' },
    created_at: { type: 'moment' },
    sent_at: { type: 'moment' },
  },
  search: true,
};
