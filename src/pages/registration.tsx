import { startTransition, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '#web/ui/customer/router.tsx';
import type { PartnerChoice, RegistrationInput } from '#contract/registration.ts';
import { variants } from '#contract/variants.ts';
import { keepCustomerSession } from '#web/providers/customer-session.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { clearCustomerSession, storage } from '#web/providers/local-storage.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { Awaited } from '#web/ui/customer/awaited.tsx';
import { Button, ButtonLink } from '#web/ui/customer/button.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { FailureBoundary } from '#web/ui/customer/failure-boundary.tsx';
import { Field, controlProps, TextField } from '#web/ui/customer/field.tsx';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/contact-rules.ts';
import { NewPasswordFields } from '#web/ui/customer/new-password-fields.tsx';
import { PhoneField } from '#web/ui/customer/phone-field.tsx';
import { preloadable } from '#web/ui/customer/preloadable.tsx';
import {
  emptyRegistration,
  forgetDraft,
  readDraft,
  type RegistrationValues,
  saveDraft,
} from '#web/ui/customer/registration-draft.ts';
import { rememberSentMail } from '#web/ui/customer/resend.ts';
import { Screen } from '#web/ui/customer/screen.tsx';
import { takenFaults } from '#web/ui/customer/taken-faults.ts';
import { TermsField } from '#web/ui/customer/terms-field.tsx';
import { TypeChoice } from '#web/ui/customer/type-choice.tsx';
import { useAnswer } from '#web/ui/customer/use-answer.ts';

// Few have one.
const PromoField = preloadable(() =>
  import('#web/ui/registration/promo-field.tsx').then((m) => m.PromoField),
);

const fields = [
  'type',
  'partner',
  'name',
  'ident',
  'email',
  'country_code',
  'phone',
  'password',
  'password_confirmation',
  'promo_code',
  'terms',
] as const satisfies readonly (keyof RegistrationValues)[];

/** `/registration`, and with `alliance` `/registration/alliance`: through a bank or an alliance. */
export function Registration({ alliance = false }: { alliance?: boolean }) {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const [isOpen, setIsOpen] = useState(config.registrationOpen);
  if (!isOpen) {
    return (
      <Screen title={t('registration.closedTitle')} lead={t('registration.closed')}>
        <div className="actions">
          <ButtonLink to="/client/login">{t('links.login')}</ButtonLink>
        </div>
      </Screen>
    );
  }
  const close = () => setIsOpen(false);
  return alliance ? <AllianceRegistration onClosed={close} /> : <RegistrationForm onClosed={close} />;
}

function AllianceRegistration({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const ask = useCallback(
    (signal: AbortSignal) => client.call('partners', { signal }).then(({ data }) => data),
    [client],
  );
  const asked = useAnswer(ask);
  if (asked.data && asked.data.length > 0)
    return <RegistrationForm partners={asked.data} onClosed={onClosed} />;
  return (
    <Screen title={t('registration.allianceTitle')} lead={asked.data && t('registration.noPartners')}>
      <Awaited asked={asked}>
        {() => (
          <div className="actions">
            <ButtonLink to="/registration">{t('registration.withoutPartner')}</ButtonLink>
          </div>
        )}
      </Awaited>
    </Screen>
  );
}

function RegistrationForm({ partners, onClosed }: { partners?: PartnerChoice[]; onClosed: () => void }) {
  const { t } = useTranslation();
  const { config, client } = useCustomer();
  const navigate = useNavigate();
  const [empty] = useState(() => emptyRegistration(variants[config.variant].country));
  /** A registration that the server may have made all the same. */
  const answerLost = useRef(false);
  const [promo, setPromo] = useState<'none' | 'kept' | 'opened'>('none');

  const contractForm = useContractForm({
    schema: async () => {
      const { registrationInput } = await withSchemas(() => import('#contract/registration.ts'));
      return registrationInput(config.variant);
    },
    defaultValues: empty,
    fields,
    toInput: ({ promo_code, partner, ...values }: RegistrationValues) => ({
      ...values,
      phone: phoneDigitsOf(values.country_code, values.phone),
      ident: identDigitsOf(values.ident),
      locale: currentLocale(),
      ...(promo_code.trim() !== '' && { promo_code }),
      // Empty is a choice not made, and refused as such.
      ...(partners && { partner }),
    }),
    async send(input) {
      const answer = await register(input);
      clearCustomerSession();
      if ('access_token' in answer) keepCustomerSession(answer);
      storage.set('isSentAgain', false);
      rememberSentMail('confirm', input.email, config.resendIntervalSeconds);
      forgetDraft();
      navigate('/confirmation-reset-lt');
    },
    faultsOf: (error) => {
      if (error.code === 'registration_closed') onClosed();
      return takenFaults(error);
    },
  });
  async function register(input: RegistrationInput) {
    try {
      return await client.call('register', { body: input });
    } catch (error) {
      const code = error instanceof HttpError ? error.code : null;
      if (code === 'network') answerLost.current = true;
      if (code !== 'email_taken' || !answerLost.current) throw error;
      // Perhaps by oneself, a moment ago: then the password fits.
      const { email, password } = input;
      return client.call('login', { body: { email, password } }).catch(() => {
        throw error;
      });
    }
  }

  const { form, fault } = contractForm;
  useLayoutEffect(() => {
    // Over the empty form, which is what the server wrote; what was typed there since is newer.
    const draft = readDraft(empty);
    for (const name of fields) {
      if (draft[name] !== empty[name] && form.getValues(name) === empty[name])
        form.setValue(name, draft[name]);
    }
    if (draft.promo_code !== '') startTransition(() => setPromo('kept'));
  }, [form, empty]);
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [form],
  );
  const [type, country, partner] = form.watch(['type', 'country_code', 'partner']);
  const labels = {
    name: t(`registration.name.${type}`),
    ident: t(`registration.ident.${config.variant}.${type}`),
  };
  const recheck = (name: keyof RegistrationValues) => () => {
    if (form.getFieldState(name).isTouched) void form.trigger(name);
  };

  return (
    <Screen
      step="details"
      title={t(partners ? 'registration.allianceTitle' : 'registration.title')}
      lead={t(partners ? 'registration.allianceLead' : 'registration.lead')}
    >
      <FormFrame of={contractForm} submitLabel={t('registration.submit')} labels={labels}>
        <TypeChoice
          variant={config.variant}
          chosen={type}
          fault={fault('type')}
          field={form.register('type', { onChange: recheck('ident') })}
        />
        {partners && (
          <Field name="partner" label={t('fields.partner')} fault={fault('partner')}>
            <select
              className="control"
              {...controlProps('partner', fault('partner'))}
              {...form.register('partner')}
            >
              <option value="">{t('registration.choosePartner')}</option>
              {partners.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
        )}
        <TextField
          label={labels.name}
          autoComplete={type === 'legal' ? 'organization' : 'name'}
          fault={fault('name')}
          {...form.register('name')}
        />
        <TextField
          label={labels.ident}
          hint={t(`registration.identHint.${config.variant}.${type}`)}
          inputMode="numeric"
          autoComplete="off"
          fault={fault('ident')}
          {...form.register('ident')}
        />
        <TextField
          label={t('fields.email')}
          hint={t('registration.emailHint')}
          type="email"
          autoComplete="email"
          fault={fault('email')}
          {...form.register('email')}
        />
        <PhoneField
          country={country}
          countryField={form.register('country_code', { onChange: recheck('phone') })}
          phoneField={form.register('phone')}
          onRead={(named, digits) => {
            form.setValue('country_code', named);
            form.setValue('phone', digits);
          }}
          countryFault={fault('country_code')}
          phoneFault={fault('phone')}
        />
        <NewPasswordFields of={contractForm} label={t('fields.password')} />
        {promo === 'none' ? (
          <Button look="text" onClick={() => setPromo('opened')}>
            {t('registration.havePromo')}
          </Button>
        ) : (
          <FailureBoundary isPart>
            <Suspense>
              <PromoField
                key={partner}
                fault={fault('promo_code')}
                partner={partner}
                field={form.register('promo_code')}
                autoFocus={promo === 'opened'}
              />
            </Suspense>
          </FailureBoundary>
        )}
        <TermsField field={form.register('terms')} fault={fault('terms')} />
      </FormFrame>
      <p className="links">
        {t('links.haveCabinet')} <Link to="/client/login">{t('links.login')}</Link>
      </p>
    </Screen>
  );
}
