import { paymentFields } from '#contract/customer.ts';
import { clientTypes } from '#contract/registration.ts';
import {
  CountryChoice,
  LocaleChoice,
  ManagerChoice,
  PhoneInput,
  TariffChoice,
} from '#web/resources/clients/client-controls.tsx';
import { LanguageName } from '#web/resources/clients/client-cells.tsx';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/contact-rules.ts';
import { RowName } from '#web/ui/list/row-choice.tsx';
import type { FormField } from '#web/ui/define-resource.ts';
import { localeOf } from '#contract/variants.ts';

/** What is asked of a client: in common, at creation, and afterwards (API.md, "clients"). */
export const clientFields: readonly FormField[] = [
  { name: 'type', group: 'contact', kind: 'enum', values: clientTypes },
  { name: 'name', group: 'contact', kind: 'text' },
  { name: 'ident', group: 'contact', kind: 'text', type: 'digits', help: true },
  { name: 'email', group: 'contact', kind: 'text', type: 'email' },
  { name: 'country_code', group: 'contact', kind: 'control', control: CountryChoice },
  { name: 'phone', group: 'contact', kind: 'control', control: PhoneInput },
  { name: 'address', group: 'contact', kind: 'lines', empty: 'null', only: 'edit' },
  { name: 'vat_number', group: 'contact', kind: 'text', empty: 'null', only: 'edit' },
  {
    name: 'tariff_id',
    group: 'account',
    kind: 'control',
    control: TariffChoice,
    empty: 'omit',
    only: 'create',
  },
  {
    name: 'manager_id',
    group: 'account',
    kind: 'control',
    control: ManagerChoice,
    empty: 'null',
    shown: (id) => <RowName resource="users" id={String(id)} />,
  },
  {
    name: 'locale',
    group: 'account',
    kind: 'control',
    control: LocaleChoice,
    help: true,
    shown: (tag) => <LanguageName locale={localeOf(String(tag)) ?? 'en'} />,
  },
  { name: 'send_invitation', group: 'account', kind: 'switch', help: true, only: 'create' },
  { name: 'promo_code', group: 'account', kind: 'text', empty: 'null', only: 'edit' },
  { name: 'registration_source', group: 'account', kind: 'text', empty: 'null', only: 'edit' },
  { name: 'monthly_turnover_limit', group: 'limits', kind: 'money', help: true, only: 'edit' },
  { name: 'goods_quantity', group: 'limits', kind: 'number', help: true, only: 'edit' },
  ...Object.keys(paymentFields).map((name): FormField => ({
    name,
    group: 'payment',
    kind: 'text',
    empty: 'null',
    only: 'edit',
  })),
];

/** Codes and phones as people type them, as the contract wants them. */
export function tidyClient(input: Record<string, unknown>): Record<string, unknown> {
  const { ident, phone, country_code } = input;
  return {
    ...input,
    ident: typeof ident === 'string' ? identDigitsOf(ident) : ident,
    phone:
      typeof phone === 'string' && typeof country_code === 'string'
        ? phoneDigitsOf(country_code, phone)
        : phone,
  };
}

/** Where a taken address or phone is shown. */
export const clientCodes = { email_taken: 'email', phone_taken: 'phone' } as const;
