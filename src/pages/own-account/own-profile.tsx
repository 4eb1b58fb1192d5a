import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CustomerProfile,
  type CustomerProfileInput,
  customerProfileInput,
  paymentFields,
} from '#contract/customer.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { AccountScreen } from '#web/ui/own-account/account-screen.tsx';
import { forgetProfileDraft, keepProfileDraft, profileDraft } from '#web/ui/own-account/profile-draft.ts';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { Button } from '#web/ui/customer/button.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { controlProps, Field, TextField } from '#web/ui/customer/field.tsx';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { LanguageSelect } from '#web/ui/customer/language-switch.tsx';
import { Notice } from '#web/ui/customer/notice.tsx';
import { PhoneField } from '#web/ui/customer/phone-field.tsx';
import { focusHeading } from '#web/ui/customer/screen.tsx';
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
  /** As the server has it. */
  const [known, setKnown] = useState(profile);
  const [draft] = useState(() => profileDraft(profile.id, fields) as Partial<Values> | null); // kept as they were
  const [standing, setStanding] = useState<'restored' | 'saved' | null>(draft && 'restored');
  const contractForm = useContractForm({
    schema: () => Promise.resolve(customerProfileInput(config.variant)),
    defaultValues: { ...valuesOf(profile), ...draft },
    fields,
    toInput: (values: Values) => ({
      ...values,
      phone: phoneDigitsOf(values.country_code, values.phone),
      ident: identDigitsOf(values.ident),
      updated_at: known.updated_at,
    }),
    async send(input) {
      setStanding(null);
      const data = await save(input);
      setKnown(data);
      form.reset(valuesOf(data));
      forgetProfileDraft();
      setStanding('saved');
    },
    faultsOf(error: HttpError) {
      const now = currentOf(error);
      if (!now) return takenFaults(error);
      // What was typed stays, and is saved over the other when that is wanted.
      const { clashing, others } = differences(now);
      for (const name of others) form.setValue(name, valuesOf(now)[name]);
      setKnown(now);
      const told = clashing.map((name) => `${labelOf(name, now)}: ${shown(now, name)}`);
      return t('account.profile.changedElsewhere', { changes: told.join('; ') });
    },
  });
  const { form, fault } = contractForm;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepProfileDraft(known.id, changedFields(valuesOf(known), values), values),
      }),
    [form, known],
  );
  const [type, country] = form.watch(['type', 'country_code']);
  const labels = labelsOf(type);
  return (
    <FormFrame of={contractForm} submitLabel={t('actions.save')} labels={labels}>
      {standing === 'saved' && <Notice kind="success">{t('account.profile.saved')}</Notice>}
      {standing === 'restored' && (
        <Notice>
          <p>{t('account.profile.restored')}</p>
          <Button
            look="text"
            onClick={() => {
              form.reset(valuesOf(known));
              forgetProfileDraft();
              setStanding(null);
              focusHeading();
            }}
          >
            {t('account.profile.discard')}
          </Button>
        </Notice>
      )}
      <TypeChoice
        variant={config.variant}
        chosen={type}
        fault={fault('type')}
        field={form.register('type')}
      />
      <TextField
        label={labels.name}
        autoComplete={type === 'legal' ? 'organization' : 'name'}
        fault={fault('name')}
        {...form.register('name')}
      />
      <TextField
        label={labels.ident}
        inputMode="numeric"
        autoComplete="off"
        fault={fault('ident')}
        {...form.register('ident')}
      />
      <PhoneField
        country={country}
        countryField={form.register('country_code')}
        phoneField={form.register('phone')}
        onRead={(named, digits) => {
          form.setValue('country_code', named);
          form.setValue('phone', digits);
        }}
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

  /** What was changed elsewhere meanwhile, apart from what was typed here as well. */
  function differences(now: CustomerProfile) {
    const mine = changedFields(valuesOf(known), form.getValues());
    const theirs = changedFields(valuesOf(known), valuesOf(now));
    return {
      clashing: theirs.filter((name) => mine.includes(name)),
      others: theirs.filter((name) => !mine.includes(name)),
    };
  }

  /** What was changed elsewhere stays so where nothing was typed here. */
  async function save(input: CustomerProfileInput): Promise<CustomerProfile> {
    try {
      return (await client.call('changeMe', { body: input })).data;
    } catch (error) {
      const now = currentOf(error);
      if (!now) throw error;
      const { clashing, others } = differences(now);
      if (clashing.length > 0) throw error;
      const kept = Object.fromEntries(others.map((name) => [name, now[name]]));
      const body = { ...input, ...kept, updated_at: now.updated_at };
      return (await client.call('changeMe', { body })).data;
    }
  }

  function labelsOf(kind: CustomerProfile['type']) {
    return {
      name: t(`registration.name.${kind}`),
      ident: t(`registration.ident.${config.variant}.${kind}`),
    };
  }

  function labelOf(name: (typeof fields)[number], { type: kind }: CustomerProfile): string {
    return name === 'name' || name === 'ident' ? labelsOf(kind)[name] : t(`fields.${name}`);
  }

  function shown(now: CustomerProfile, name: (typeof fields)[number]): string {
    if (name === 'type') return t(`registration.type.${config.variant}.${now.type}`);
    return now[name] || '–';
  }
}

function valuesOf(profile: CustomerProfile): Values {
  const texts = fields.map((name) => [name, profile[name] ?? ''] as const);
  return Object.fromEntries(texts) as Values; // every field, by its name
}

function changedFields(before: Values, after: Values): (typeof fields)[number][] {
  return fields.filter((name) => before[name] !== after[name]);
}

/** The profile as it is now, with a stale write. */
function currentOf(error: unknown): CustomerProfile | null {
  if (!(error instanceof HttpError) || error.code !== 'stale') return null;
  return error.current as CustomerProfile; // by the contract
}
