import { useMemo } from 'react';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import type { OwnValues, SentOwnValues } from '#contract/client-fields/own-values.ts';
import type { UsedMetric } from '#contract/catalogue/metric.ts';
import { metricFieldsOf } from '#contract/kernel/entity.ts';
import { type LimitedMetric, limitsField, withLimits } from '#web/resources/settings/limits-field.tsx';
import { ownFieldsField } from '#web/resources/clients/own-fields/own-fields-field.tsx';
import { changedOwnValues, withOwnValues } from '#web/resources/clients/own-fields/own-values.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { useUsedMetrics } from '#web/ui/admin/resource/use-metrics.ts';
import { clientChanges, clientInput } from '#contract/entities/client.ts';
import { clientEntity } from '#contract/entities/client.ts';
import {
  CountryChoice,
  IdentInput,
  LocaleChoice,
  ManagerChoice,
  PayerPhoneInput,
  PhoneInput,
  TariffChoice,
} from '#web/resources/clients/client-controls.tsx';
import { LanguageName } from '#web/resources/clients/client-cells.tsx';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';
import { RowName } from '#web/ui/admin/form/controls/reference-select.tsx';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { formFieldsOf } from '#web/ui/admin/resource/entity-fields.ts';
import { localeOf, variants } from '#contract/kernel/variants.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { PendingEmailOf } from '#web/ui/admin/show/pending-email.tsx';

/** Fields for creating and for changing (contract/entities/client.ts). */
const ownFields: readonly FormField[] = formFieldsOf(clientEntity, {
  first: ['type', 'name', 'ident', 'email', 'country_code', 'phone', 'address', 'vat_number', 'tariff_id'],
  controls: {
    country_code: { control: CountryChoice },
    phone: { control: PhoneInput },
    ident: { control: IdentInput },
    payment_phone: { control: PayerPhoneInput },
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

/** With limits of the client's own for the metrics that are used, and the fields that staff define. */
function fieldsWith(metrics: readonly UsedMetric[], own: readonly ShownField[]): FormField[] {
  const unused = Object.entries(metricFieldsOf(clientEntity)).flatMap(([field, metric]) =>
    metrics.some(({ key }) => key === metric) ? [] : [field],
  );
  const fields = ownFields.filter(({ name }) => !unused.includes(name));
  const limits = limitsField(offeredOf(metrics), { group: 'limits', unlimited: false });
  const isEmpty = limits.kind === 'part' && limits.places.length === 0;
  return [
    ...fields,
    ...(isEmpty ? [] : [{ ...limits, only: 'edit' as const }]),
    ...(own.length > 0 ? [ownFieldsField(own)] : []),
  ];
}

function offeredOf(metrics: readonly UsedMetric[]): LimitedMetric[] {
  return metrics.map((metric) => ({ ...metric, isOffered: true }));
}

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
export function useClientForm(id?: string): FormDeclaration | null {
  const { variant, defaultLocale } = useAdmin().config;
  const isNew = id === undefined;
  const metrics = useUsedMetrics({ enabled: !isNew });
  const own = useOwnFields();
  const fields = useMemo(() => fieldsWith(metrics ?? [], own ?? []), [metrics, own]);
  const schema = useMemo(() => {
    const contract = isNew
      ? clientInput(variant)
      : withLimits(clientChanges(variant), offeredOf(metrics ?? []));
    return withOwnValues(contract, own ?? []);
  }, [isNew, variant, metrics, own]);
  if (!own || (!isNew && !metrics)) return null;
  return {
    fields,
    // In sight together on a wide screen.
    beside: ['limits', 'payment', 'custom'],
    schema,
    tidy: tidyClient,
    codes: { email_taken: 'email', phone_taken: 'phone' },
    onlyChanged: ['email', 'custom'],
    before: async ({ custom }, row) =>
      custom === undefined || {
        custom: changedOwnValues(custom as SentOwnValues, row['custom'] as OwnValues),
      }, // by the contract
    initial: {
      type: 'individual',
      country_code: variants[variant].country,
      locale: defaultLocale,
      send_invitation: true,
    },
    above: !isNew && <PendingEmailOf resource="clients" />,
  };
}
