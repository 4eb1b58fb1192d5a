import { useMemo } from 'react';
import { clientChanges, clientInput } from '#contract/entities/client.ts';
import { clientEntity } from '#contract/entities/client.ts';
import {
  CountryChoice,
  LocaleChoice,
  ManagerChoice,
  PhoneInput,
  TariffChoice,
} from '#web/resources/clients/client-controls.tsx';
import { LanguageName } from '#web/resources/clients/client-cells.tsx';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';
import { RowName } from '#web/ui/admin/form/controls/reference-select.tsx';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { formFieldsOf } from '#web/ui/admin/resource/entity-fields.ts';
import { localeOf, variants } from '#contract/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { PendingEmailOf } from '#web/ui/admin/show/pending-email.tsx';

/** Fields for creating and for changing (contract/entities/client.ts). */
const fields: readonly FormField[] = formFieldsOf(clientEntity, {
  first: ['type', 'name', 'ident', 'email', 'country_code', 'phone', 'address', 'vat_number', 'tariff_id'],
  controls: {
    country_code: { control: CountryChoice },
    phone: { control: PhoneInput },
    tariff_id: { control: TariffChoice },
    manager_id: { control: ManagerChoice, shown: (id) => <RowName resource="users" id={String(id)} /> },
    locale: {
      control: LocaleChoice,
      shown: (tag) => <LanguageName locale={localeOf(String(tag)) ?? 'en'} />,
    },
  },
}).flatMap((field): FormField[] =>
  // The new address of a client who has joined waits until it is confirmed.
  field.name === 'email'
    ? [
        { ...field, only: 'create' },
        { ...field, only: 'edit', help: true },
      ]
    : [field],
);

/** Turns codes and phones as typed into the contract's form. */
function tidyClient(input: Record<string, unknown>): Record<string, unknown> {
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

/** The form of a client. A client made by staff gets a cabinet at once, and the invitation sets the password. */
export function useClientForm(id?: string): FormDeclaration {
  const { variant, defaultLocale } = useAdmin().config;
  const isNew = id === undefined;
  const schema = useMemo(() => (isNew ? clientInput(variant) : clientChanges(variant)), [isNew, variant]);
  return {
    fields,
    schema,
    tidy: tidyClient,
    codes: { email_taken: 'email', phone_taken: 'phone' },
    onlyChanged: ['email'],
    initial: {
      type: 'individual',
      country_code: variants[variant].country,
      locale: defaultLocale,
      send_invitation: true,
    },
    above: !isNew && <PendingEmailOf resource="clients" />,
  };
}
