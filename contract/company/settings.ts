import * as z from 'zod';
import { email, id, limits, line, moment, multiline } from '../primitives.ts';
import { locales } from '../variants.ts';
import { writtenPhone } from '../contact/written-phone.ts';

const days = z.int().min(limits.days.min).max(limits.days.max);

// A sender's name with an address in it looks forged to mail servers, and whoever types one expects emails from
// there.
const senderName = line({ max: limits.senderName.max }).refine((name) => !/\S@\S/.test(name), {
  error: 'validation.senderName',
});

/**
 * The general settings: schema and default of each key (API.md, "Settings and their defaults"). `kept`: the schema
 * for stored values from before `form` became stricter.
 */
export const settings = {
  free_period_days: { form: days, default: 14 },
  term_without_payment_days: { form: days, default: 7 },
  database_retention_days: { form: days, default: 30 },
  /** How long the last backup of a deleted cabinet is kept. */
  backup_retention_days: { form: z.int().min(1).max(limits.days.max), default: 90 },
  /** Whether a client that returns gets the data of the last backup. */
  restore_on_return: { form: z.boolean(), default: true },
  unconfirmed_retention_days: { form: z.int().min(1).max(limits.days.max), default: 30 },
  /** Each day once; the earliest reminder first. */
  reminder_days: {
    form: z
      .array(z.int().min(1).max(90))
      .max(10)
      .transform((days) => [...new Set(days)].sort((a, b) => b - a)),
    default: [7, 3, 1],
  },
  /** How many clients a billing run may block or delete without approval; null: a fifth of them and at least 50. */
  most_blocks_a_run: { form: z.int().min(0).max(limits.count.max).nullable(), default: null },
  most_deletions_a_run: { form: z.int().min(0).max(limits.count.max).nullable(), default: null },
  recommended_days: { form: z.int().min(1).max(limits.days.max), default: 30 },
  /** Null: the cheapest tariff that isn't archived. */
  default_tariff_id: { form: id.nullable(), default: null },
  registration_open: { form: z.boolean(), default: true },
  resend_interval_seconds: { form: z.int().min(1).max(3600), default: 60 },
  read_only: { form: z.boolean(), default: false },
  expired_read_only: { form: z.boolean(), default: false },
  require_two_factor: { form: z.boolean(), default: false },
  support_email: { form: email.nullable(), default: null },
  support_phone: { form: writtenPhone.nullable(), kept: line({ max: 50 }).nullable(), default: null },
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
  /** The sender's name on emails; null: the name in the operator's `MAIL_FROM`, which always gives the address. */
  mail_sender_name: { form: senderName.nullable(), default: null },
  mail_signature: {
    form: z.partialRecord(z.enum(locales), multiline({ max: limits.tariffDescription.max })),
    default: {},
  },
} as const satisfies Record<string, { form: z.ZodType; kept?: z.ZodType; default: unknown }>;

export type SettingKey = keyof typeof settings;
export type SettingValue<Key extends SettingKey> = z.output<(typeof settings)[Key]['form']>;

/** `POST admin/settings`: the value in the form of its key; `updated_at`: the version that is changed, if given. */
export type SettingInput = {
  [Key in SettingKey]: { key: Key; value: SettingValue<Key>; updated_at?: string | null | undefined };
}[SettingKey];
export const settingInput = z.discriminatedUnion('key', inputs(), {
  error: 'validation.notAllowed',
}) as unknown as z.ZodType<SettingInput>; // built from the table above, key by key

function inputs() {
  const [first, ...others] = Object.entries(settings).map(([key, { form }]) =>
    z.strictObject({
      key: z.literal(key),
      value: form as z.ZodType,
      updated_at: moment.nullable().optional(),
    }),
  );
  if (!first) throw new Error('there are no settings');
  return [first, ...others] as const;
}

/** `DELETE admin/settings/{id}`: the version that is reset, if given. */
export const settingResetQuery = z.strictObject({ updated_at: moment.optional() });
