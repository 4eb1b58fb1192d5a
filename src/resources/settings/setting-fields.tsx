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
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

type SettingField = FormField & { name: SettingKey };

const registration: SettingField[] = [
  of('registration_open', { kind: 'switch' }),
  of('default_tariff_id', {
    kind: 'control',
    control: DefaultTariff,
    nullIsChoice: true,
    shown: (id) => <TariffNames of={id === null ? null : [id]} none="settings.cheapest" />,
  }),
  of('free_period_days', { kind: 'number' }),
  of('resend_interval_seconds', { kind: 'number' }),
  of('unconfirmed_retention_days', { kind: 'number' }),
];

const terms: SettingField[] = [
  of('term_without_payment_days', { kind: 'number' }),
  of('database_retention_days', { kind: 'number' }),
  of('close_days', { kind: 'number' }),
  of('recommended_days', { kind: 'number' }),
  of('price_notice_days', { kind: 'number' }),
  of('reminder_days', {
    kind: 'control',
    control: DaysInput,
    typed: (days) => (Array.isArray(days) ? days.join(', ') : ''),
    sent: (typed) => typed,
  }),
];

const company: SettingField = of('company_details', {
  kind: 'part',
  part: CompanyLines,
  unlabelled: true,
  places: companyPlaces,
  typed: (lines) => textsAt(companyPlaces, lines),
  labelOf: (t, line) => t(declaredKey(`settings.company.${line}`)),
});

const tax: SettingField = of('tax', {
  kind: 'control',
  control: TaxRegimes,
  unlabelled: true,
  typed: typedRegimes,
  sent: sentRegimes,
  shown: taxInWords,
});

const documents: SettingField[] = [
  of('document_rhythm', { kind: 'enum', values: documentRhythms }),
  of('proforma_days_before', { kind: 'number' }),
  of('document_prefixes', {
    kind: 'part',
    part: DocumentPrefixes,
    places: prefixPlaces,
    typed: (prefixes) => textsAt(prefixPlaces, prefixes),
    labelOf: (t, kind) => t(declaredKey(`settings.prefixes.${kind}`)),
  }),
];

const questions: SettingField = of('front_questions', {
  kind: 'control',
  control: FrontQuestions,
  sent: sentQuestions,
  shown: questionsInWords,
});

/** A text in each language. */
function texts(name: 'front_headline' | 'front_sentence' | 'mail_signature'): SettingField {
  return of(name, {
    kind: 'part',
    part: name === 'front_headline' ? Lines : Texts,
    places: locales,
    typed: (all) => textsAt(locales, all),
    // A language without a text is left out.
    sent: (all) => Object.fromEntries(Object.entries(all ?? {}).filter(([, text]) => text.trim() !== '')),
    labelOf: (t, locale) =>
      `${t(declaredKey(`settings.fields.${name}`))}: ${t(declaredKey(`languages.${locale}`))}`,
  });
}

/** The forms of the general settings, with their fields in order. */
export const settingGroups: readonly { name: string; fields: readonly SettingField[] }[] = [
  { name: 'registration', fields: registration },
  { name: 'terms', fields: terms },
  {
    name: 'brake',
    fields: [of('most_blocks_a_run', { kind: 'number' }), of('most_deletions_a_run', { kind: 'number' })],
  },
  {
    name: 'cabinets',
    fields: [
      of('expired_read_only', { kind: 'switch' }),
      of('backup_retention_days', { kind: 'number' }),
      of('restore_on_return', { kind: 'switch' }),
    ],
  },
  { name: 'front', fields: [texts('front_headline'), texts('front_sentence'), questions] },
  { name: 'support', fields: [of('support_email', line()), of('support_phone', line())] },
  { name: 'security', fields: [of('require_two_factor', { kind: 'switch' })] },
  {
    name: 'retention',
    fields: [
      of('keep_emails_days', { kind: 'number' }),
      of('keep_security_days', { kind: 'number' }),
      of('keep_activity_days', { kind: 'number' }),
      of('keep_documents_years', { kind: 'number' }),
    ],
  },
  { name: 'maintenance', fields: [of('read_only', { kind: 'switch' })] },
  { name: 'company', fields: [company] },
  { name: 'tax', fields: [tax] },
  { name: 'documents', fields: documents },
  { name: 'mails', fields: [of('mail_sender_name', line()), texts('mail_signature')] },
];

export type SettingGroup = (typeof settingGroups)[number];

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
