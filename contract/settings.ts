import * as z from 'zod';
import { email, limits, line, multiline } from './primitives.ts';
import { locales } from './variants.ts';

const days = z.int().min(limits.days.min).max(limits.days.max);

/**
 * The general settings: form and default of each key (API.md, "Settings and their defaults").
 */
export const settings = {
  free_period_days: { form: days, default: 14 },
  term_without_payment_days: { form: days, default: 7 },
  database_retention_days: { form: days, default: 30 },
  unconfirmed_retention_days: { form: z.int().min(1).max(limits.days.max), default: 30 },
  reminder_days: { form: z.array(z.int().min(1).max(90)).max(10), default: [7, 3, 1] },
  recommended_days: { form: z.int().min(1).max(limits.days.max), default: 30 },
  /** Null: the cheapest tariff that isn't archived. */
  default_tariff_id: { form: z.uuid().nullable(), default: null },
  registration_open: { form: z.boolean(), default: true },
  resend_interval_seconds: { form: z.int().min(1).max(3600), default: 60 },
  read_only: { form: z.boolean(), default: false },
  expired_read_only: { form: z.boolean(), default: false },
  require_two_factor: { form: z.boolean(), default: false },
  support_email: { form: email.nullable(), default: null },
  support_phone: { form: line({ max: 50 }).nullable(), default: null },
  company_details: {
    form: z.strictObject({
      name: line({ min: 0, max: limits.generic.max }),
      code: line({ min: 0, max: limits.generic.max }),
      bank: line({ min: 0, max: limits.generic.max }),
      account: line({ min: 0, max: limits.generic.max }),
      address: multiline({ max: limits.generic.max }),
      vat_number: line({ min: 0, max: limits.generic.max }),
    }),
    default: { name: '', code: '', bank: '', account: '', address: '', vat_number: '' },
  },
  mail_signature: {
    form: z.partialRecord(z.enum(locales), multiline({ max: limits.tariffDescription.max })),
    default: {},
  },
} as const satisfies Record<string, { form: z.ZodType; default: unknown }>;

export type SettingKey = keyof typeof settings;
export type SettingValue<Key extends SettingKey> = z.output<(typeof settings)[Key]['form']>;
