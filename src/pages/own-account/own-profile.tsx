import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CustomerProfile, customerProfileInput, paymentFields } from '#contract/customer.ts';
import type { Variant } from '#contract/variants.ts';
import type { HttpError } from '#web/providers/http-client.ts';
import { AccountScreen } from '#web/ui/own-account/account-screen.tsx';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { controlProps, Field, TextField } from '#web/ui/customer/field.tsx';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { LanguageSelect } from '#web/ui/customer/language-switch.tsx';
import { Notice } from '#web/ui/customer/notice.tsx';
import { PhoneField } from '#web/ui/customer/phone-field.tsx';
import { takenFaults } from '#web/ui/customer/taken-faults.ts';
import { TypeChoice } from '#web/ui/customer/type-choice.tsx';
import { useAnswer } from '#web/ui/customer/use-answer.ts';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/contact-rules.ts';

/** `/account/profile`: name and contacts, what stands on invoices, and the language of mails and cabinet. */
export function OwnProfile() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('me', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer(ask);
  return (
    <AccountScreen title={t('account.profile.title')}>
      <Awaited asked={asked}>{(profile) => <ProfileForm profile={profile} />}</Awaited>
      <div className="part">
        <LanguageSelect />
      </div>
    </AccountScreen>
  );
}

const payments = Object.keys(paymentFields) as (keyof typeof paymentFields)[]; // keys forgets what they are
const contacts = ['type', 'name', 'ident', 'country_code', 'phone', 'address', 'vat_number'] as const;
const fields = [...contacts, ...payments] as const;
type Values = Record<Exclude<(typeof fields)[number], 'type'>, string> & { type: CustomerProfile['type'] };

function ProfileForm({ profile }: { profile: CustomerProfile }) {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  const [version, setVersion] = useState(profile.updated_at);
  const [isSaved, setIsSaved] = useState(false);
  const contractForm = useContractForm({
    schema: () => Promise.resolve(customerProfileInput(config.variant)),
    defaultValues: valuesOf(profile),
    fields,
    toInput: (values: Values) => ({
      ...values,
      phone: phoneDigitsOf(values.country_code, values.phone),
      ident: identDigitsOf(values.ident),
      updated_at: version,
    }),
    async send(input) {
      setIsSaved(false);
      const { data } = await client.call('changeMe', { body: input });
      setVersion(data.updated_at);
      form.reset(valuesOf(data));
      setIsSaved(true);
    },
    faultsOf(error: HttpError) {
      // Changed elsewhere meanwhile: what was typed stays, and is saved over it when that is wanted.
      if (isProfile(error.current)) setVersion(error.current.updated_at);
      return takenFaults(error);
    },
  });
  const { form, fault } = contractForm;
  const [type, country] = form.watch(['type', 'country_code']);
  return (
    <FormFrame of={contractForm} submitLabel={t('actions.save')}>
      {isSaved && <Notice kind="success">{t('account.profile.saved')}</Notice>}
      <TypeChoice variant={config.variant} fault={fault('type')} field={form.register('type')} />
      <TextField
        label={t(`registration.name.${type}`)}
        autoComplete={type === 'legal' ? 'organization' : 'name'}
        fault={fault('name')}
        {...form.register('name')}
      />
      <TextField
        label={identLabel(config.variant, type)}
        inputMode="numeric"
        autoComplete="off"
        fault={fault('ident')}
        {...form.register('ident')}
      />
      <PhoneField
        country={country}
        countryField={form.register('country_code')}
        phoneField={form.register('phone')}
        countryFault={fault('country_code')}
        phoneFault={fault('phone')}
      />
      <Field name="address" label={t('fields.address')} fault={fault('address')}>
        <textarea
          className="control"
          rows={2}
          autoComplete="street-address"
          {...controlProps('address', fault('address'))}
          {...form.register('address')}
        />
      </Field>
      <TextField
        label={t('fields.vat_number')}
        fault={fault('vat_number')}
        {...form.register('vat_number')}
      />
      <h2 className="form-part">{t('account.profile.payment')}</h2>
      <p className="muted">{t('account.profile.paymentHint')}</p>
      {payments.map((name) => (
        <TextField key={name} label={t(`fields.${name}`)} fault={fault(name)} {...form.register(name)} />
      ))}
    </FormFrame>
  );

  function identLabel(variant: Variant, kind: CustomerProfile['type']): string {
    return t(`registration.ident.${variant}.${kind}`);
  }
}

function valuesOf(profile: CustomerProfile): Values {
  const texts = fields.map((name) => [name, profile[name] ?? ''] as const);
  return Object.fromEntries(texts) as Values; // every field, by its name
}

function isProfile(value: unknown): value is Pick<CustomerProfile, 'updated_at'> {
  return typeof value === 'object' && value !== null && 'updated_at' in value;
}
