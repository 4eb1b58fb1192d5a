import * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import { type Setting, type SettingKey, settings } from '#contract/settings.ts';
import { locales } from '#contract/variants.ts';
import { countField } from '#web/ui/amount.ts';
import { isSame } from '#web/ui/form/form-draft.ts';

type SettingKind = 'count' | 'days' | 'switch' | 'line' | 'tariff' | 'texts' | 'company';

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

/** Where messages are shown. */
export function placesOf(fields: Fields): string[] {
  return fields.flatMap(([key, kind]) => {
    if (kind === 'texts') return locales.map((locale) => `${key}.${locale}`);
    return kind === 'company' ? companyLines.map((line) => `${key}.${line}`) : [key];
  });
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

/**
 * What a field shows when the server's value, as typed, has gone from `before` to `now`: what nobody has touched here
 * follows a colleague, each line and language for itself; what was typed stays.
 */
export function followed(typed: unknown, before: unknown, now: unknown): unknown {
  if (!isParts(typed) || !isParts(before) || !isParts(now)) return isSame(typed, before) ? now : typed;
  return Object.fromEntries(
    Object.entries(now).map(([part, value]) => [part, followed(typed[part], before[part], value)]),
  );
}

/** The values that the form stands for, each in the form of its key. */
export function groupSchema(fields: Fields) {
  return z.object(Object.fromEntries(fields.map(([key, kind]) => [key, fieldSchema(key, kind)])));
}

/** Whether a value differs from what holds. */
export function isChanged({ value }: Setting, wanted: unknown): boolean {
  return ordered(value) !== ordered(wanted);
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

function isParts(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textIn(texts: unknown, part: string): string {
  if (typeof texts !== 'object' || texts === null) return '';
  const text: unknown = Object.entries(texts).find(([name]) => name === part)?.[1];
  return typeof text === 'string' ? text : '';
}

function ordered(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
