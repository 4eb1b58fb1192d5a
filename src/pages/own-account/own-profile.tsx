import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CustomerProfile,
  type CustomerProfileInput,
  customerProfileInput,
  paymentFields,
} from '#contract/clients/customer.ts';
import { isMistypedIban } from '#contract/money/iban.ts';
import type { Variant } from '#contract/variants.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { AccountScreen } from '#web/ui/customer/account/account-screen.tsx';
import {
  forgetProfileDraft,
  keepProfileDraft,
  profileDraft,
} from '#web/ui/customer/account/profile-draft.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { controlProps, Field, TextField } from '#web/ui/customer/form/field.tsx';
import { IdentField } from '#web/ui/customer/form/ident-field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { LanguageSelect } from '#web/ui/customer/layout/language-switch.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { PhoneField } from '#web/ui/customer/form/phone-field.tsx';
import { focusHeading } from '#web/ui/customer/kit/screen.tsx';
import { takenFaults } from '#web/ui/customer/form/taken-faults.ts';
import { TypeChoice } from '#web/ui/customer/form/type-choice.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';

/** `/account/profile`: name and contacts, details for invoices, and the language of emails and cabinet. */
export function OwnProfile() {
  const { t } = useTranslation();
  const asked = useData('me');
  return (
    <AccountScreen title={t('account.profile.title')}>
      <AsyncContent asked={asked}>{(profile) => <ProfileForm profile={profile} />}</AsyncContent>
      <div className="part">
        <LanguageSelect />
      </div>
    </AccountScreen>
  );
}

const payments = Object.keys(paymentFields) as (keyof typeof paymentFields)[]; // `keys` loses the type
const contacts = ['type', 'name', 'ident', 'country_code', 'phone', 'address', 'vat_number'] as const;
const fields = [...contacts, ...payments] as const;
type Name = (typeof fields)[number];
type Values = Record<Exclude<Name, 'type'>, string> & { type: CustomerProfile['type'] };

function ProfileForm({ profile }: { profile: CustomerProfile }) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const { contractForm, standing, discard } = useProfileForm(profile);
  const { form, fault, field } = contractForm;
  const type = form.watch('type');
  const labels = labelsOf(t, variant, type);
  const isIbanDoubtful = isMistypedIban(form.watch('payment_account'));
  return (
    <FormFrame of={contractForm} submitLabel={t('actions.save')} labels={labels}>
      {standing === 'saved' && <Notice kind="success">{t('account.profile.saved')}</Notice>}
      {standing === 'restored' && (
        <Notice>
          <p>{t('account.profile.restored')}</p>
          <Button look="text" onClick={discard}>
            {t('account.profile.discard')}
          </Button>
        </Notice>
      )}
      <TypeChoice of={contractForm} />
      <TextField
        label={labels.name}
        autoComplete={type === 'legal' ? 'organization' : 'name'}
        {...field('name')}
      />
      <IdentField of={contractForm} label={labels.ident} />
      <PhoneField of={contractForm} />
      <Field name="address" label={t('fields.address')} fault={fault('address')}>
        <textarea
          className="control"
          rows={2}
          autoComplete="street-address"
          {...controlProps('address', fault('address'))}
          {...form.register('address')}
        />
      </Field>
      <TextField label={t('fields.vat_number')} {...field('vat_number')} />
      <h2 className="form-part">{t('account.profile.payment')}</h2>
      <p className="muted">{t('account.profile.paymentHint')}</p>
      {payments.map((name) => (
        <TextField
          key={name}
          label={t(`fields.${name}`)}
          {...(name === 'documents_email' && { type: 'email', hint: t('account.profile.documentsHint') })}
          {...(name === 'payment_account' && isIbanDoubtful && { doubt: t('form.doubtfulIban') })}
          {...field(name)}
        />
      ))}
    </FormFrame>
  );
}

/** The form and its draft, and how a change made elsewhere affects it. */
function useProfileForm(profile: CustomerProfile) {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  /** The profile as the server has it. */
  const [known, setKnown] = useState(profile);
  const [draft] = useState(() => profileDraft(profile.id, fields) as Partial<Values> | null); // stored as strings
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
      // What was typed stays, and overwrites the other change if the customer wants it.
      const { clashing, others } = differences(known, form.getValues(), now);
      for (const name of others) form.setValue(name, valuesOf(now)[name]);
      setKnown(now);
      return t('account.profile.changedElsewhere', { changes: told(clashing, now) });
    },
  });
  const { form } = contractForm;
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepProfileDraft(known.id, changedFields(valuesOf(known), values), values),
      }),
    [form, known],
  );
  return { contractForm, standing, discard };

  function discard(): void {
    form.reset(valuesOf(known));
    forgetProfileDraft();
    setStanding(null);
    focusHeading();
  }

  /** Fields that were only changed elsewhere keep that change. */
  async function save(input: CustomerProfileInput): Promise<CustomerProfile> {
    try {
      return (await client.call('changeMe', { body: input })).data;
    } catch (error) {
      const now = currentOf(error);
      if (!now) throw error;
      const { clashing, others } = differences(known, form.getValues(), now);
      if (clashing.length > 0) throw error;
      const kept = Object.fromEntries(others.map((name) => [name, now[name]]));
      const body = { ...input, ...kept, updated_at: now.updated_at };
      return (await client.call('changeMe', { body })).data;
    }
  }

  function told(names: readonly Name[], now: CustomerProfile): string {
    const labels: Partial<Record<Name, string>> = labelsOf(t, config.variant, now.type);
    const shown = { ...now, type: t(`registration.type.${config.variant}.${now.type}`) };
    return names.map((name) => `${labels[name] ?? t(`fields.${name}`)}: ${shown[name] || '–'}`).join('; ');
  }
}

/** The labels of name and number depend on the kind of client. */
function labelsOf(t: TFunction, variant: Variant, type: CustomerProfile['type']) {
  return { name: t(`registration.name.${type}`), ident: t(`registration.ident.${variant}.${type}`) };
}

/** What was changed elsewhere meanwhile, apart from fields also changed here. */
function differences(known: CustomerProfile, typed: Values, now: CustomerProfile) {
  const mine = changedFields(valuesOf(known), typed);
  const theirs = changedFields(valuesOf(known), valuesOf(now));
  return {
    clashing: theirs.filter((name) => mine.includes(name)),
    others: theirs.filter((name) => !mine.includes(name)),
  };
}

function valuesOf(profile: CustomerProfile): Values {
  const texts = fields.map((name) => [name, profile[name] ?? ''] as const);
  return Object.fromEntries(texts) as Values; // one entry for each field
}

function changedFields(before: Values, after: Values): Name[] {
  return fields.filter((name) => before[name] !== after[name]);
}

/** The present profile in the answer to a stale write. */
function currentOf(error: unknown): CustomerProfile | null {
  if (!(error instanceof HttpError) || error.code !== 'stale') return null;
  return error.current as CustomerProfile; // typed by the contract
}
