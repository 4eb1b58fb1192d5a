import { useOne } from '@refinedev/core';
import { Form, Input, Select, Typography } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { isCodeDoubtful } from '#contract/contact/code-check.ts';
import type { ClientType } from '#contract/contact/registration.ts';
import type { Tariff } from '#contract/entities/tariff.ts';
import { localeOf } from '#contract/kernel/variants.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { ManagerSelect } from '#web/resources/clients/head/manager-select.tsx';
import { useAdmin, useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { phoneInGroups, typedPhoneInGroups } from '#web/ui/shared/phone-groups.ts';
import {
  countryChoices,
  expectedPhoneLength,
  identDigitsOf,
  phoneDigitsOf,
} from '#web/ui/shared/contact-rules.ts';
import type { ControlProps } from '#web/ui/admin/resource/define-resource.ts';
import { ReferenceSelect } from '#web/ui/admin/form/controls/reference-select.tsx';

/** Chooses a country by name; it determines the phone's calling code. */
export function CountryChoice({ value, onChange, ...control }: ControlProps) {
  const choices = useCountries();
  return (
    <Select<string>
      {...control}
      showSearch
      optionFilterProp="label"
      value={textOf(value)}
      onChange={(code) => onChange?.(code)}
      options={choices.map(({ code, name, callingCode }) => ({
        value: code,
        label: `${name} (+${callingCode})`,
      }))}
    />
  );
}

/** The digits after the chosen country's calling code, in groups until somebody types; questions another length. */
export function PhoneInput(control: ControlProps) {
  const { t } = useTranslation();
  const country = textOf(Form.useWatch<unknown>('country_code')) ?? '';
  const code = useCallingCode();
  const prefix = `+${code}`;
  const digits = expectedPhoneLength(country, phoneDigitsOf(country, textOf(control.value) ?? ''));
  return (
    <>
      <GroupedInput
        {...control}
        prefix={prefix}
        grouped={(phone) =>
          /^\d+$/.test(phone)
            ? phoneInGroups({ phone, phone_e164: prefix + phone })
                .slice(prefix.length)
                .trim()
            : phone
        }
      />
      {digits !== undefined && <Doubt>{t('doubts.phone', { code, digits })}</Doubt>}
    </>
  );
}

/** The number of a person or company; questions a wrong check digit. */
export function IdentInput({ value, onChange, ...control }: ControlProps) {
  const { t } = useTranslation();
  const { variant } = useAdmin().config;
  const type = Form.useWatch<ClientType | undefined>('type') ?? 'individual';
  const text = textOf(value) ?? '';
  return (
    <>
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {isCodeDoubtful(variant, type, identDigitsOf(text)) && <Doubt>{t('doubts.code')}</Doubt>}
    </>
  );
}

/** A warning that refuses nothing. */
function Doubt({ children }: { children: ReactNode }) {
  return (
    <Typography.Text type="warning" role="status">
      {children}
    </Typography.Text>
  );
}

/** A phone of any form; in groups where it is like the client's own. */
export function PayerPhoneInput(control: ControlProps) {
  const callingCode = useCallingCode();
  const phone = textOf(Form.useWatch<unknown>('phone')) ?? '';
  return (
    <GroupedInput
      {...control}
      grouped={(typed) => typedPhoneInGroups(typed, { phone, phone_e164: `+${callingCode}${phone}` })}
    />
  );
}

/** A number that is read in groups and typed as people like. */
function GroupedInput({
  value,
  onChange,
  prefix,
  grouped,
  ...control
}: ControlProps & { prefix?: string; grouped: (text: string) => string }) {
  const [isTyping, setTyping] = useState(false);
  const text = textOf(value) ?? '';
  return (
    <Input
      {...control}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      prefix={prefix && <span className="muted">{prefix}</span>}
      value={isTyping ? text : grouped(text)}
      onChange={(event) => {
        setTyping(true);
        onChange?.(event.target.value);
      }}
      onBlur={() => setTyping(false)}
    />
  );
}

function useCallingCode(): string {
  const choices = useCountries();
  const country = Form.useWatch<unknown>('country_code');
  return choices.find(({ code }) => code === country)?.callingCode ?? '';
}

export function LocaleChoice({ value, onChange, ...control }: ControlProps) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  return (
    <Select
      {...control}
      value={localeOf(textOf(value))}
      onChange={(locale) => onChange?.(locale)}
      options={config.locales.map((locale) => ({ value: locale, label: t(`languages.${locale}`) }))}
    />
  );
}

/** Open tariffs only, each with the price of a month; without a choice the default one is used. */
export function TariffChoice({ value, onChange, id }: ControlProps) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return (
    <ReferenceSelect<Tariff>
      mode="one"
      id={id}
      resource="tariffs"
      describe={({ price_month }) => t('clients.form.tariffPrice', { month: money(price_month) })}
      filters={openTariffs}
      placeholder={t('clients.form.defaultTariff')}
      value={textOf(value) ?? null}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

const openTariffs = [{ field: 'archived_at', op: 'null', value: '1' }] as const;

export function ManagerChoice({ value, onChange, id }: ControlProps) {
  return (
    <ManagerSelect
      id={id}
      known={useKnownManager()}
      value={textOf(value) ?? null}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

function useKnownManager() {
  const { id } = useParams();
  const { result } = useOne<ClientDetails>({
    resource: 'clients',
    id: id ?? '',
    queryOptions: { enabled: id !== undefined },
    errorNotification: false,
  });
  return result?.manager ?? null;
}

function useCountries() {
  const { config } = useAdmin();
  const locale = currentLocale();
  return useMemo(() => countryChoices(config.variant, locale), [config.variant, locale]);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
