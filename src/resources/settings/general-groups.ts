import * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import { type SettingKey, settings } from '#contract/settings.ts';
import { locales } from '#contract/variants.ts';
import { countField } from '#web/ui/amount.ts';

export type SettingKind = 'count' | 'days' | 'switch' | 'line' | 'tariff' | 'texts' | 'company';

/** The lines of `company_details`, in the order of a document. */
export const companyLines = ['name', 'code', 'vat_number', 'bank', 'account', 'address'] as const;

/** The general settings as forms: what each asks, in order. */
export const settingGroups = [
  {
    name: 'registration',
    keys: {
      registration_open: 'switch',
      default_tariff_id: 'tariff',
      free_period_days: 'count',
      resend_interval_seconds: 'count',
      unconfirmed_retention_days: 'count',
    },
  },
  {
    name: 'terms',
    keys: {
      term_without_payment_days: 'count',
      database_retention_days: 'count',
      recommended_days: 'count',
      reminder_days: 'days',
    },
  },
  {
    name: 'cabinets',
    keys: { expired_read_only: 'switch', backup_retention_days: 'count', restore_on_return: 'switch' },
  },
  { name: 'support', keys: { support_email: 'line', support_phone: 'line' } },
  { name: 'security', keys: { require_two_factor: 'switch' } },
  { name: 'maintenance', keys: { read_only: 'switch' } },
  { name: 'company', keys: { company_details: 'company' } },
  { name: 'mails', keys: { mail_sender_name: 'line', mail_signature: 'texts' } },
] as const satisfies readonly { name: string; keys: { [Key in SettingKey]?: SettingKind } }[];

export type SettingGroup = (typeof settingGroups)[number];
export type Fields = readonly (readonly [SettingKey, SettingKind])[];

export function fieldsOf({ keys }: SettingGroup): Fields {
  return Object.entries(keys) as [SettingKey, SettingKind][]; // entries forgets the keys
}

/** A place to type something: a setting, or one line or language of it. */
export interface Place {
  /** Where messages are shown. */
  name: string;
  key: SettingKey;
  kind: SettingKind;
  part: string | null;
}

export function placesOf(fields: Fields): Place[] {
  return fields.flatMap(([key, kind]) =>
    partsOf(kind).map((part) => ({ name: part === null ? key : `${key}.${part}`, key, kind, part })),
  );
}

/** What the form holds for a value. */
export function typedSetting(kind: SettingKind, value: unknown): unknown {
  switch (kind) {
    case 'count':
      return String(value);
    case 'line':
      return value ?? '';
    case 'days':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'texts':
      return Object.fromEntries(locales.map((locale) => [locale, textIn(value, locale)]));
    case 'company':
      return Object.fromEntries(companyLines.map((line) => [line, textIn(value, line)]));
    default:
      return value;
  }
}

/** The values that the form stands for, each in the form of its key. */
export function groupSchema(fields: Fields) {
  return z.object(Object.fromEntries(fields.map(([key, kind]) => [key, fieldSchema(key, kind)])));
}

/** The refusal of one key's value, at the places of the form. */
export function refusedSetting(key: SettingKey, error: unknown): unknown {
  if (!(error instanceof HttpError)) return error;
  const fields = Object.entries(error.fields).map(([field, texts]) => [
    field.replace(/^value(?=\.|$)/, key),
    texts,
  ]);
  return error.withFields(Object.fromEntries(fields));
}

function partsOf(kind: SettingKind): readonly (string | null)[] {
  if (kind === 'texts') return locales;
  return kind === 'company' ? companyLines : [null];
}

function fieldSchema(key: SettingKey, kind: SettingKind): z.ZodType {
  const form: z.ZodType = settings[key].form;
  switch (kind) {
    case 'count':
      return countField.pipe(form as z.ZodType<unknown, number>); // every count is a number
    case 'line':
      return z
        .string()
        .transform((typed) => typed.trim() || null)
        .pipe(form as z.ZodType<unknown, string | null>); // every line may be missing
    case 'days':
      return daysField;
    case 'texts':
      return z.record(z.string(), z.string()).transform(filledOnly).pipe(settings.mail_signature.form);
    default:
      return form;
  }
}

/** Days as typed: `7, 3, 1`. */
const daysField = z.string().transform((typed, { issues }) => {
  const days = typed.split(/[\s,;]+/).filter((day) => day !== '');
  const read = settings.reminder_days.form.safeParse(days.map(Number));
  if (read.success) return read.data;
  issues.push({ code: 'custom', input: typed, message: 'validation.daysList' });
  return z.NEVER;
});

function filledOnly(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function textIn(texts: unknown, part: string): string {
  if (typeof texts !== 'object' || texts === null) return '';
  const text: unknown = Object.entries(texts).find(([name]) => name === part)?.[1];
  return typeof text === 'string' ? text : '';
}
