import type { SettingKey } from '#contract/company/settings.ts';

/** The general settings by subject: the groups and their settings in order, each group a form of its own. */
export const keysOfGroups = {
  registration: [
    'registration_open',
    'default_tariff_id',
    'free_period_days',
    'resend_interval_seconds',
    'unconfirmed_retention_days',
  ],
  terms: [
    'term_without_payment_days',
    'database_retention_days',
    'close_days',
    'recommended_days',
    'price_notice_days',
    'reminder_days',
  ],
  brake: ['most_blocks_a_run', 'most_deletions_a_run'],
  cabinets: ['expired_read_only', 'backup_retention_days', 'restore_on_return'],
  front: ['front_headline', 'front_sentence', 'front_questions'],
  support: ['support_email', 'support_phone'],
  security: ['require_two_factor'],
  retention: ['keep_emails_days', 'keep_security_days', 'keep_activity_days', 'keep_documents_years'],
  maintenance: ['read_only'],
  company: ['company_details'],
  tax: ['tax'],
  documents: ['document_rhythm', 'proforma_days_before', 'document_prefixes'],
  mails: ['mail_sender_name', 'mail_signature'],
} as const satisfies Record<string, readonly SettingKey[]>;
export type GroupName = keyof typeof keysOfGroups;

/** The address of a group, or of one setting in it. */
export function settingPath(group: GroupName, key?: SettingKey): string {
  return `/admin-panel/settings/general?group=${group}${key ? `&setting=${key}` : ''}`;
}
