import type { TFunction } from 'i18next';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerProfile, CustomerProfileInput, paymentFields } from '#contract/clients/customer.ts';
import { accountDoubt, isIban, payerCodeDoubt } from '#contract/money/payment-code.ts';
import type { Variant } from '#contract/kernel/variants.ts';
import { withSchemas } from '#web/providers/schemas.ts';
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
import { mayAsCustomer } from '#web/ui/customer/session/customer-session.ts';
import { controlProps, Field, TextField } from '#web/ui/customer/form/field.tsx';
import { FieldGroup } from '#web/ui/customer/account/field-group.tsx';
import { IdentField } from '#web/ui/customer/form/ident-field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { OwnDomain } from '#web/ui/customer/domain/own-domain.tsx';
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
  const isAdmin = mayAsCustomer('admin');
  const domain = useData('ownDomain', isAdmin);
  return (
    <AccountScreen title={t('account.profile.title')} parts={isAdmin ? [asked, domain] : [asked]}>
      <AsyncContent asked={asked}>{(profile) => <ProfileForm profile={profile} />}</AsyncContent>
      <FieldGroup name="language" title={t('languages.label')}>
        <LanguageSelect labelledBy="language-title" />
      </FieldGroup>
      {isAdmin && <OwnDomain asked={domain} />}
    </AccountScreen>
  );
}

/** Spelt out, because the contract's own table would bring its rules with it. */
const paymentNames = {
  payment_payer: true,
  payment_code: true,
  payment_ipn: true,
  payment_address: true,
  payment_phone: true,
  payment_account: true,
  payment_bank: true,
  payment_mfo: true,
  payment_product: true,
  documents_email: true,
} satisfies Record<keyof typeof paymentFields, true>;
/** In the order of the page. */
const payments = Object.keys(paymentNames) as (keyof typeof paymentNames)[]; // `keys` loses the type
const contacts = ['type', 'name', 'ident', 'vat_number', 'country_code', 'phone', 'address'] as const;
const fields = [...contacts, ...payments] as const;
/** What the one who is signed in may change. */
function fieldsOfRole(): readonly Name[] {
  if (mayAsCustomer('owner')) return fields;
  if (!mayAsCustomer('admin')) return payments;
  return fields.filter((name) => name !== 'phone' && name !== 'country_code');
}

/** What only owners and administrators change is read by who has the documents too. */
function mayChange(group: Group): boolean {
  return groups[group].some((name) => fieldsOfRole().includes(name));
}

/** Of somebody else who pays. */
const payerFields = [
  'payment_payer',
  'payment_code',
  'payment_ipn',
  'payment_address',
  'payment_phone',
] as const satisfies readonly Name[];

/** The fields by the groups that are changed together. */
const groups = {
  who: ['type', 'name', 'ident', 'vat_number'],
  contacts: ['country_code', 'phone', 'address'],
  payer: payerFields,
  bank: ['payment_account', 'payment_bank', 'payment_mfo'],
  papers: ['payment_product', 'documents_email'],
} as const satisfies Record<string, readonly Name[]>;
type Group = keyof typeof groups;

/** Fields that say what they are for. */
type Hinted = 'ident_individual' | 'ident_legal' | 'vat_number' | (typeof payments)[number];
type Name = (typeof fields)[number];
type Values = Record<Exclude<Name, 'type'>, string> & { type: CustomerProfile['type'] };

function ProfileForm({ profile }: { profile: CustomerProfile }) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const [opened, setOpened] = useState<readonly Group[]>([]);
  const { contractForm, standing, discard, known } = useProfileForm(profile, () => {
    setOpened([]);
    // The button that was pressed is gone with the fields.
    focusHeading();
  });
  const groupOf = useGroups(contractForm, known, {
    opened,
    setOpened,
    isDoubtful: standing === 'doubtful',
  });
  const { form, fault, field } = contractForm;
  const isAdmin = mayAsCustomer('admin');
  const type = form.watch('type');
  const labels = labelsOf(t, variant, type);
  const hintOf = (name: Hinted) => t(`account.profile.hint.${variant}.${name}`);
  const text: TextOf = (name, input = {}) => (
    <TextField label={t(`fields.${name}`)} hint={hintOf(name)} {...input} {...field(name)} />
  );
  return (
    <FormFrame of={contractForm} submitLabel={null} labels={labels}>
      {standing === 'saved' && <Notice kind="success">{t('account.profile.saved')}</Notice>}
      {standing === 'restored' && (
        <Notice>
          <p>{t('account.profile.restored')}</p>
          <Button look="text" onClick={discard}>
            {t('account.profile.discard')}
          </Button>
        </Notice>
      )}
      <FieldGroup
        name="who"
        title={t(isAdmin ? 'account.profile.who' : 'account.profile.company')}
        lead={t('account.profile.whoLead')}
        {...groupOf('who')}
      >
        <TypeChoice of={contractForm} label={t('account.profile.type')} />
        <TextField
          label={labels.name}
          autoComplete={type === 'legal' ? 'organization' : 'name'}
          {...field('name')}
        />
        <div className="pair">
          <IdentField
            of={contractForm}
            label={labels.ident}
            hint={hintOf(`ident_${type}`)}
            country={form.watch('country_code')}
          />
          {text('vat_number')}
        </div>
      </FieldGroup>
      <FieldGroup
        name="contacts"
        title={t('account.profile.contacts')}
        lead={t('account.profile.contactsLead')}
        {...groupOf('contacts')}
      >
        {mayAsCustomer('owner') && <PhoneField of={contractForm} />}
        <Field name="address" label={t('fields.address')} fault={fault('address')}>
          <textarea
            className="control"
            rows={2}
            autoComplete="street-address"
            {...controlProps('address', fault('address'))}
            {...form.register('address')}
          />
        </Field>
      </FieldGroup>
      <InvoiceGroups of={contractForm} text={text} groupOf={groupOf} />
    </FormFrame>
  );
}

/** The field of a name with its label and what it is for. */
type TextOf = (
  name: Exclude<Hinted, `ident_${string}`>,
  input?: Partial<ComponentProps<typeof TextField>> | false,
) => ReactNode;

/** What invoices say: who pays, from where, and for what. */
function InvoiceGroups({
  of: { form },
  text,
  groupOf,
}: {
  of: ReturnType<typeof useProfileForm>['contractForm'];
  text: TextOf;
  groupOf: ReturnType<typeof useGroups>;
}) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const [isPayerOpen, setIsPayerOpen] = useState(false);
  const isOther = isPayerOpen || isPaidByOther(form.watch());
  const [account, code, mfo] = form.watch(['payment_account', 'payment_code', 'payment_mfo']);
  const doubtOf = (kind: 'Iban' | 'Code', found: ReturnType<typeof accountDoubt>) => {
    const wrong = kind === 'Iban' ? t('form.doubtfulIban') : t('doubts.code');
    return found && { doubt: found === 'shape' ? t(`form.shape${kind}.${variant}`) : wrong };
  };
  return (
    <>
      <FieldGroup
        name="payer"
        title={t('account.profile.payer')}
        lead={t('account.profile.payerLead')}
        {...groupOf('payer')}
      >
        <label className="tick">
          <input
            type="checkbox"
            checked={isOther}
            onChange={({ target: { checked } }) => {
              setIsPayerOpen(checked);
              if (!checked) for (const name of payerFields) form.setValue(name, '');
            }}
          />
          <span>{t('account.profile.otherPayer')}</span>
        </label>
        {isOther && (
          <>
            {text('payment_payer')}
            <div className="pair">
              {text('payment_code', doubtOf('Code', payerCodeDoubt(variant, code)) ?? false)}
              {text('payment_ipn')}
              {text('payment_address')}
              {text('payment_phone')}
            </div>
          </>
        )}
      </FieldGroup>
      <FieldGroup
        name="bank"
        title={t('account.profile.bank')}
        lead={t('account.profile.bankLead')}
        {...groupOf('bank')}
      >
        {text('payment_account', doubtOf('Iban', accountDoubt(variant, account)) ?? false)}
        <div className="pair">
          {text('payment_bank')}
          {(mfo !== '' || !isIban(account)) && text('payment_mfo')}
        </div>
      </FieldGroup>
      <FieldGroup
        name="papers"
        title={t('account.documents.title')}
        lead={t('account.profile.papersLead')}
        {...groupOf('papers')}
      >
        {text('payment_product')}
        {text('documents_email', { type: 'email' })}
      </FieldGroup>
    </>
  );
}

/**
 * How each group is shown. Those are open that somebody wants to change, those with a change that isn't saved, and those
 * with an error; each has its own buttons. What is saved folds them.
 */
function useGroups(
  { form, fault, busy }: ReturnType<typeof useProfileForm>['contractForm'],
  known: CustomerProfile,
  { opened, setOpened, isDoubtful }: Opened,
) {
  const { t } = useTranslation();
  const { variant } = useCustomer().config;
  const values = form.watch();
  const changed = changedFields(valuesOf(known), values);
  const isOpen = (group: Group) =>
    opened.includes(group) ||
    groups[group].some((name) => changed.includes(name) || fault(name) !== undefined);
  const rowsOf = (names: readonly Name[]): [string, string][] =>
    names.flatMap((name) => (values[name] === '' ? [] : [[labelOf(name), shownOf(name)]]));
  const labels: Partial<Record<Name, string>> = {
    ...labelsOf(t, variant, values.type),
    type: t('account.profile.type'),
  };
  const labelOf = (name: Name) => labels[name] ?? t(`fields.${name as 'phone'}`); // each has a text
  const shownOf = (name: Name) => {
    if (name === 'type') return t(`registration.type.${variant}.${values.type}`);
    return name === 'phone' ? (known.phone_e164 ?? '') : values[name];
  };
  const cancel = (group: Group) => {
    const before = valuesOf(known);
    for (const name of groups[group]) form.setValue(name, before[name]);
    form.clearErrors([...groups[group]]);
    setOpened(opened.filter((one) => one !== group));
  };
  const rows: Record<Group, readonly Name[]> = {
    ...groups,
    contacts: ['phone', 'address'],
    payer: isPaidByOther(values) ? groups.payer : [],
  };
  // What happens meanwhile.
  const none: Partial<Record<Group, string>> = {
    payer: mayAsCustomer('admin') ? t('account.profile.samePayer') : known.name,
    bank: t('account.profile.noBank'),
    papers: t('account.profile.noPapers'),
  };
  return (group: Group): Pick<ComponentProps<typeof FieldGroup>, 'folded' | 'acts'> =>
    isOpen(group)
      ? {
          acts: (
            <>
              {isDoubtful && (group === 'payer' || group === 'bank') && (
                <Notice kind="warning">{t('account.profile.doubtful')}</Notice>
              )}
              <div className="actions">
                <Button type="submit" busy={busy}>
                  {t('actions.save')}
                </Button>
                <Button look="text" onClick={() => cancel(group)}>
                  {t('actions.cancel')}
                </Button>
              </div>
            </>
          ),
        }
      : {
          folded: {
            rows: rowsOf(rows[group]),
            none: none[group] ?? t('account.profile.none'),
            onOpen: mayChange(group) ? () => setOpened([...opened, group]) : undefined,
          },
        };
}

/** Whether documents name somebody else: what says the same as one's own data doesn't. */
function isPaidByOther(values: Values): boolean {
  const own = {
    payment_payer: values.name,
    payment_code: values.ident,
    payment_ipn: values.vat_number,
    payment_address: values.address,
    payment_phone: values.phone,
  } satisfies Record<(typeof payerFields)[number], string>;
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  return payerFields.some((name) => {
    const value = values[name];
    if (name === 'payment_phone') return value !== '' && !digits(value).endsWith(digits(own[name]));
    return value !== '' && value !== own[name];
  });
}

interface Opened {
  /** Values that can't be right were sent, and wait to be meant. */
  isDoubtful: boolean;
  opened: readonly Group[];
  setOpened: (groups: readonly Group[]) => void;
}

type Standing = 'restored' | 'saved' | 'doubtful' | null;

/** The form and its draft, and how a change made elsewhere affects it. */
function useProfileForm(profile: CustomerProfile, onSaved: () => void) {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  /** The profile as the server has it. */
  const [known, setKnown] = useState(profile);
  const [draft] = useState(() => profileDraft(profile.id, fields) as Partial<Values> | null); // stored as strings
  const [standing, setStanding] = useState<Standing>(draft && 'restored');
  /** The doubtful values that were sent once; sent again, they are meant. */
  const questioned = useRef('');
  const contractForm = useContractForm({
    async schema() {
      const { customerProfileInput } = await withSchemas(() => import('#contract/clients/customer.ts'));
      return customerProfileInput(config.variant);
    },
    defaultValues: { ...valuesOf(profile), ...draft },
    asks: { ident: `ident.${config.variant}` },
    fields,
    toInput: (values: Values) => ({
      ...Object.fromEntries(fieldsOfRole().map((name) => [name, values[name]])),
      ...(mayAsCustomer('owner') && { phone: phoneDigitsOf(values.country_code, values.phone) }),
      ...(mayAsCustomer('admin') && { ident: identDigitsOf(values.ident) }),
      updated_at: known.updated_at,
    }),
    async send(input) {
      setStanding(null);
      const doubtful = shapelessIn(config.variant, form.getValues());
      if (doubtful.length > 0 && questioned.current !== JSON.stringify(doubtful)) {
        questioned.current = JSON.stringify(doubtful);
        return setStanding('doubtful');
      }
      const data = await save(input);
      setKnown(data);
      form.reset(valuesOf(data));
      forgetProfileDraft();
      setStanding('saved');
      onSaved();
    },
    faultsOf(error: HttpError) {
      const now = currentOf(error);
      if (!now) return takenFaults(error);
      // What was typed stays, and overwrites the other change if the customer wants it.
      const { clashing, others } = differences(known, form.getValues(), now);
      for (const name of others) form.setValue(name, valuesOf(now)[name]);
      setKnown(now);
      return t('account.profile.changedElsewhere', { changes: told(t, config.variant, clashing, now) });
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
  return { contractForm, standing, discard, known };

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
}

/** Fields with what they say now, in words. */
function told(t: TFunction, variant: Variant, names: readonly Name[], now: CustomerProfile): string {
  const labels: Partial<Record<Name, string>> = labelsOf(t, variant, now.type);
  const shown = { ...now, type: t(`registration.type.${variant}.${now.type}`) };
  return names.map((name) => `${labels[name] ?? t(`fields.${name}`)}: ${shown[name] || '–'}`).join('; ');
}

/** Values that can't be what their field is for. */
function shapelessIn(variant: Variant, { payment_account, payment_code }: Values): string[] {
  return [
    ...(accountDoubt(variant, payment_account) === 'shape' ? [payment_account] : []),
    ...(payerCodeDoubt(variant, payment_code) === 'shape' ? [payment_code] : []),
  ];
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
