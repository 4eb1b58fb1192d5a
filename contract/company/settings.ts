import * as z from 'zod';
import type { Permission } from '../kernel/permissions.ts';
import { acrossFields, email, id, limits, line, moment, multiline } from '../kernel/primitives.ts';
import { locales } from '../kernel/variants.ts';
import { writtenPhone } from '../contact/written-phone.ts';
import { frontQuestions } from './front-questions.ts';

const days = z.int().min(limits.days.min).max(limits.days.max);

// A sender's name with an address in it looks forged to mail servers, and a person who types one expects
// emails from there.
const senderName = line({ max: limits.senderName.max }).refine((name) => !/\S@\S/.test(name), {
  error: 'validation.senderName',
});

const companyLine = line({ min: 0, max: limits.generic.max });
const companyDetails = z.strictObject({
  name: companyLine,
  code: companyLine,
  vat_number: companyLine,
  bank: companyLine,
  /** The bank's code (МФО). */
  mfo: companyLine.default(''),
  account: companyLine,
  address: multiline({ max: limits.generic.max }),
  /** Whose name stands under acts. */
  director: companyLine.default(''),
  /** What papers say of the operator's taxes beside the rate, such as the group of the single tax. */
  tax_note: companyLine.default(''),
});

/** `from`: the first day on which it holds; `rate_bp`: hundredths of a per cent, 2000 is 20 %. */
const taxRegime = z
  .strictObject({
    regime: z.enum(['none', 'vat']),
    rate_bp: z.int().min(0).max(10_000),
    vat_number: companyLine,
    from: z.iso.date({ error: 'validation.date' }),
  })
  .check(
    acrossFields<{ regime: 'none' | 'vat'; vat_number: string }>((one, refuse) => {
      if (one.regime === 'vat' && one.vat_number?.trim() === '') refuse('vat_number', 'validation.required');
    }),
  );
export type TaxRegime = z.output<typeof taxRegime>;

const taxRegimes = z
  .array(taxRegime)
  .max(50)
  .refine((all) => new Set(all.map(({ from }) => from)).size === all.length, { error: 'validation.repeated' })
  .transform((all) => all.toSorted((one, other) => one.from.localeCompare(other.from)));

export const documentRhythms = ['month', 'payment'] as const;

// Latin letters, which any keyboard has; the rest of a number is its year and its place: `PF-2026-000123`.
const documentPrefix = z.string().regex(/^[A-Z]{1,6}$/, { error: 'validation.documentPrefix' });

/**
 * The general settings: schema and default of each key (API.md, "Settings and their defaults"). `kept`: the schema
 * for stored values from before `form` became stricter. `permission`: who may change
 * it; `settings.write` unless said.
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
  /** How long an account stays open after its customer closed it. */
  close_days: { form: z.int().min(1).max(90), default: 14 },
  /** Longer than any reminder comes ahead of its end: an e-mail that is forgotten could be written twice. */
  keep_emails_days: { form: z.int().min(180).max(limits.days.max), default: 365 },
  /** How long the audit log says who signed in, from where and with what. */
  keep_security_days: { form: z.int().min(30).max(limits.days.max), default: 365 },
  /** The same for who changed what, and the values before and after; null: as long as the log is kept. */
  keep_activity_days: { form: z.int().min(30).max(limits.days.max).nullable(), default: null },
  /** How long documents and payments name their buyer and payer, after the year in which they were made. */
  keep_documents_years: { form: z.int().min(1).max(50), default: 10 },
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
  /** How long a client is told of a higher price before it may be charged. */
  price_notice_days: { form: days, default: 14 },
  /** Null: the cheapest tariff that isn't archived. */
  default_tariff_id: { form: id.nullable(), default: null },
  registration_open: { form: z.boolean(), default: true },
  /** What the product is, above the prices, by language; a language without it has the general words. */
  front_headline: {
    form: z.partialRecord(z.enum(locales), line({ max: limits.tariffSubtitle.max })),
    default: {},
  },
  front_sentence: {
    form: z.partialRecord(z.enum(locales), multiline({ max: limits.tariffDescription.max })),
    default: {},
  },
  front_questions: { form: frontQuestions, default: [] },
  resend_interval_seconds: { form: z.int().min(1).max(3600), default: 60 },
  read_only: { form: z.boolean(), default: false },
  expired_read_only: { form: z.boolean(), default: false },
  require_two_factor: { form: z.boolean(), default: false },
  support_email: { form: email.nullable(), default: null },
  support_phone: { form: writtenPhone.nullable(), kept: line({ max: 50 }).nullable(), default: null },
  /** What papers say of the operator. A change is a sensitive act (GROWTH sections 16 and 18). */
  company_details: {
    form: companyDetails,
    permission: 'company.write',
    default: {
      name: '',
      code: '',
      vat_number: '',
      bank: '',
      mfo: '',
      account: '',
      address: '',
      director: '',
      tax_note: '',
    },
  },
  /** How sales are taxed, by the day from which each regime holds; each day once, the earliest first. */
  tax: { form: taxRegimes, permission: 'payments.close', default: [] },
  /** When acts and invoices are made: at the end of a month, or with each payment. */
  document_rhythm: { form: z.enum(documentRhythms), default: 'month' },
  /** How many days before an end that the balance can't cover a proforma is issued by itself; null: never. */
  proforma_days_before: { form: z.int().min(1).max(90).nullable(), default: 7 },
  /** What the numbers of documents begin with. */
  document_prefixes: {
    form: z
      .strictObject({
        proforma: documentPrefix,
        act: documentPrefix,
        invoice: documentPrefix,
        credit_note: documentPrefix,
      })
      .refine((prefixes) => new Set(Object.values(prefixes)).size === 4, { error: 'validation.repeated' }),
    default: { proforma: 'PF', act: 'ACT', invoice: 'INV', credit_note: 'CN' },
  },
  /** The sender's name on emails; null: the name in the operator's `MAIL_FROM`, which always gives the address. */
  mail_sender_name: { form: senderName.nullable(), default: null },
  mail_signature: {
    form: z.partialRecord(z.enum(locales), multiline({ max: limits.tariffDescription.max })),
    default: {},
  },
} as const satisfies Record<
  string,
  { form: z.ZodType; kept?: z.ZodType; permission?: Permission; default: unknown }
>;

export type SettingKey = keyof typeof settings;
export type SettingValue<Key extends SettingKey> = z.output<(typeof settings)[Key]['form']>;

/** Who may change a setting. */
export function settingPermission(key: SettingKey): Permission {
  const setting: { form: z.ZodType; permission?: Permission } = settings[key];
  return setting.permission ?? 'settings.write';
}

/** Whether a change is a sensitive act: money would go where it says, or accounts be guarded less. */
export function isSensitive(key: string): boolean {
  return key === 'company_details' || key === 'require_two_factor';
}

/** `POST admin/settings`: the value in the form of its key; `updated_at`: the version that is changed, if given. */
export type SettingInput = {
  [Key in SettingKey]: {
    key: Key;
    value: SettingValue<Key>;
    updated_at?: string | null | undefined;
  };
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
