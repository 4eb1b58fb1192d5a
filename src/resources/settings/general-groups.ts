import * as z from 'zod';
import { HttpError } from '#web/providers/http-client.ts';
import { type Setting, type SettingKey, settings } from '#contract/settings.ts';
import { type Locale, locales } from '#contract/variants.ts';
import { countField } from '#web/ui/amount.ts';

type SettingKind = 'count' | 'switch' | 'line' | 'tariff' | 'texts';

/** The general settings as forms: what each asks, in order. Keys that nothing reads yet are not asked. */
export const settingGroups = [
  {
    name: 'registration',
    keys: {
      registration_open: 'switch',
      default_tariff_id: 'tariff',
      free_period_days: 'count',
      resend_interval_seconds: 'count',
    },
  },
  {
    name: 'terms',
    keys: {
      term_without_payment_days: 'count',
      database_retention_days: 'count',
      recommended_days: 'count',
    },
  },
  {
    name: 'cabinets',
    keys: { expired_read_only: 'switch', backup_retention_days: 'count', restore_on_return: 'switch' },
  },
  { name: 'support', keys: { support_email: 'line', support_phone: 'line' } },
  { name: 'security', keys: { require_two_factor: 'switch' } },
  { name: 'maintenance', keys: { read_only: 'switch' } },
  { name: 'signature', keys: { mail_signature: 'texts' } },
] as const satisfies readonly { name: string; keys: { [Key in SettingKey]?: SettingKind } }[];

export type SettingGroup = (typeof settingGroups)[number];
export type Fields = readonly (readonly [SettingKey, SettingKind])[];

export function fieldsOf({ keys }: SettingGroup): Fields {
  return Object.entries(keys) as [SettingKey, SettingKind][]; // entries forgets the keys
}

/** Where messages are shown. */
export function placesOf(fields: Fields): string[] {
  return fields.flatMap(([key, kind]) =>
    kind === 'texts' ? locales.map((locale) => `${key}.${locale}`) : [key],
  );
}

/** What the form holds for a value. */
export function typedSetting(kind: SettingKind, value: unknown): unknown {
  switch (kind) {
    case 'count':
      return String(value);
    case 'line':
      return value ?? '';
    case 'texts':
      return Object.fromEntries(locales.map((locale) => [locale, textIn(value, locale)]));
    default:
      return value;
  }
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
  return new HttpError({ ...error, message: error.message, fields: Object.fromEntries(fields) });
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
    case 'texts':
      return z.record(z.string(), z.string()).transform(filledOnly).pipe(settings.mail_signature.form);
    default:
      return form;
  }
}

function filledOnly(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

function textIn(texts: unknown, locale: Locale): string {
  if (typeof texts !== 'object' || texts === null) return '';
  const text: unknown = Object.entries(texts).find(([name]) => name === locale)?.[1];
  return typeof text === 'string' ? text : '';
}

function ordered(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
