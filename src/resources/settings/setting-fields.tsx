import { Form, Input } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { documentRhythms, type SettingKey, settings } from '#contract/company/settings.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import type { ControlProps, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { DocumentPrefixes, prefixPlaces } from './document-prefixes.tsx';
import { CompanyLines, companyPlaces } from './company-lines.tsx';
import { DefaultTariff } from './default-tariff.tsx';
import { FrontQuestions, questionsInWords, sentQuestions } from './front-questions.tsx';
import { TaxRegimes, taxInWords, typedRegimes, sentRegimes } from './tax-regimes.tsx';
import { TariffNames } from './tariff-limit.tsx';
import { type GroupName, keysOfGroups } from './setting-groups.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

type SettingField = FormField & { name: SettingKey };

const company: Shape<FormField> = {
  kind: 'part',
  part: CompanyLines,
  unlabelled: true,
  places: companyPlaces,
  typed: (lines) => textsAt(companyPlaces, lines),
  labelOf: (t, line) => t(declaredKey(`settings.company.${line}`)),
};

/** How each setting is typed. */
const shapes: Readonly<Record<SettingKey, Shape<FormField>>> = {
  registration_open: { kind: 'switch' },
  default_tariff_id: {
    kind: 'control',
    control: DefaultTariff,
    nullIsChoice: true,
    shown: (id) => <TariffNames of={id === null ? null : [id]} none="settings.cheapest" />,
  },
  free_period_days: { kind: 'number' },
  resend_interval_seconds: { kind: 'number' },
  unconfirmed_retention_days: { kind: 'number' },
  term_without_payment_days: { kind: 'number' },
  database_retention_days: { kind: 'number' },
  close_days: { kind: 'number' },
  recommended_days: { kind: 'number' },
  price_notice_days: { kind: 'number' },
  reminder_days: {
    kind: 'control',
    control: DaysInput,
    typed: (days) => (Array.isArray(days) ? days.join(', ') : ''),
    sent: (typed) => typed,
  },
  most_blocks_a_run: { kind: 'number' },
  most_deletions_a_run: { kind: 'number' },
  expired_read_only: { kind: 'switch' },
  backup_retention_days: { kind: 'number' },
  restore_on_return: { kind: 'switch' },
  front_headline: texts('front_headline'),
  front_sentence: texts('front_sentence'),
  front_questions: {
    kind: 'control',
    control: FrontQuestions,
    sent: sentQuestions,
    shown: questionsInWords,
  },
  support_email: line(),
  support_phone: line(),
  require_two_factor: { kind: 'switch' },
  keep_emails_days: { kind: 'number' },
  keep_security_days: { kind: 'number' },
  keep_activity_days: { kind: 'number' },
  keep_documents_years: { kind: 'number' },
  read_only: { kind: 'switch' },
  company_details: company,
  tax: {
    kind: 'control',
    control: TaxRegimes,
    unlabelled: true,
    typed: typedRegimes,
    sent: sentRegimes,
    shown: taxInWords,
  },
  document_rhythm: { kind: 'enum', values: documentRhythms },
  proforma_days_before: { kind: 'number' },
  document_prefixes: {
    kind: 'part',
    part: DocumentPrefixes,
    places: prefixPlaces,
    typed: (prefixes) => textsAt(prefixPlaces, prefixes),
    labelOf: (t, kind) => t(declaredKey(`settings.prefixes.${kind}`)),
  },
  mail_sender_name: line(),
  mail_signature: texts('mail_signature'),
};

/** The forms of the general settings, with their fields in order. */
export const settingGroups: readonly { name: GroupName; fields: readonly SettingField[] }[] = Object.entries(
  keysOfGroups,
).map(([name, keys]) => ({
  name: name as GroupName, // the keys of the table
  fields: keys.map((key) => of(key, shapes[key])),
}));

export type SettingGroup = (typeof settingGroups)[number];

/** A text in each language. */
function texts(name: 'front_headline' | 'front_sentence' | 'mail_signature'): Shape<FormField> {
  return {
    kind: 'part',
    part: name === 'front_headline' ? Lines : Texts,
    places: locales,
    typed: (all) => textsAt(locales, all),
    // A language without a text is left out.
    sent: (all) => Object.fromEntries(Object.entries(all ?? {}).filter(([, text]) => text.trim() !== '')),
    labelOf: (t, locale) =>
      `${t(declaredKey(`settings.fields.${name}`))}: ${t(declaredKey(`languages.${locale}`))}`,
  };
}

/** The schema for sending these settings, each in the form of its key. */
export function settingsSchema(fields: readonly { name: SettingKey }[]) {
  const forms = fields.map(({ name }) => [name, name === 'reminder_days' ? daysField : settings[name].form]);
  return z.object(Object.fromEntries(forms) as Record<string, z.ZodType>).partial();
}

type Shape<Field> = Field extends FormField ? Omit<Field, 'name' | 'group'> : never;

function of(name: SettingKey, shape: Shape<FormField>): SettingField {
  return { ...shape, name, group: 'general', help: true } as SettingField; // of any one kind, with its name
}

/** Text, or null when empty. */
function line() {
  return { kind: 'text', empty: 'null' } as const;
}

/** Days as typed: `7, 3, 1`. */
const daysField = z.string().transform((typed, { issues }) => {
  const days = typed.split(/[\s,;]+/).filter((day) => day !== '');
  const read = settings.reminder_days.form.safeParse(days.map(Number));
  if (read.success) return read.data;
  issues.push({ code: 'custom', input: typed, message: 'validation.daysList' });
  return z.NEVER;
});

function textsAt(names: readonly string[], texts: unknown): Record<string, string> {
  const known = new Map(Object.entries(texts ?? {}));
  return Object.fromEntries(names.map((name) => [name, String(known.get(name) ?? '')]));
}

function DaysInput({ id, value, onChange }: ControlProps) {
  return (
    <Input
      {...(id !== undefined && { id })}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

function Lines({ name }: { name: string }) {
  return <InEachLanguage name={name} control={(locale) => <Input lang={locale} autoComplete="off" />} />;
}

function Texts({ name }: { name: string }) {
  return <InEachLanguage name={name} control={(locale) => <Input.TextArea lang={locale} rows={3} />} />;
}

function InEachLanguage({ name, control }: { name: string; control: (locale: Locale) => ReactElement }) {
  const { t } = useTranslation();
  return (
    <div className="setting-texts">
      {locales.map((locale) => (
        <Form.Item
          key={locale}
          name={[name, locale]}
          label={<span lang={locale}>{t(declaredKey(`languages.${locale}`))}</span>}
        >
          {control(locale)}
        </Form.Item>
      ))}
    </div>
  );
}
