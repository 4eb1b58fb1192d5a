import {
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from '#web/ui/customer/router/router.tsx';
import type { PartnerChoice, RegistrationInput } from '#contract/contact/registration.ts';
import { variants } from '#contract/kernel/variants.ts';
import { keepCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { clearCustomerSession, storage } from '#web/ui/shared/local-storage.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { EmailField } from '#web/ui/customer/form/email-field.tsx';
import { FailureBoundary } from '#web/ui/customer/kit/failure-boundary.tsx';
import { Field, controlProps, TextField } from '#web/ui/customer/form/field.tsx';
import { IdentField } from '#web/ui/customer/form/ident-field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';
import { NewPasswordFields } from '#web/ui/customer/form/new-password-fields.tsx';
import { usePasswordJudge } from '#web/ui/customer/form/password-judge.ts';
import { PhoneField } from '#web/ui/customer/form/phone-field.tsx';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import {
  emptyRegistration,
  forgetDraft,
  type LinkedValues,
  readDraft,
  type RegistrationValues,
  saveDraft,
} from '#web/ui/customer/registration/registration-draft.ts';
import { RegistrationStart } from '#web/ui/customer/registration/registration-start.tsx';
import { readWish, type RegistrationWish } from '#web/ui/customer/registration/registration-wish.ts';
import { rememberSentMail } from '#web/ui/customer/form/resend.ts';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { takenFaults } from '#web/ui/customer/form/taken-faults.ts';
import { SignedInNotice } from '#web/ui/customer/kit/signed-in-notice.tsx';
import { TermsField } from '#web/ui/customer/registration/terms-field.tsx';
import { TypeChoice } from '#web/ui/customer/form/type-choice.tsx';
import { useData } from '#web/ui/customer/kit/use-answer.ts';
import { WaysIn } from '#web/ui/customer/form/ways-in.tsx';

// A person who opens one more company sees it too.
export { RegistrationStart };

// Loaded late, because few customers have a code.
const PromoField = preloadable(() =>
  import('#web/ui/customer/registration/promo-field.tsx').then((m) => m.PromoField),
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
  const asked = useData('partners');
  if (asked.data && asked.data.length > 0)
    return <RegistrationForm partners={asked.data} onClosed={onClosed} />;
  return (
    <Screen title={t('registration.allianceTitle')} lead={asked.data && t('registration.noPartners')}>
      <AsyncContent asked={asked} waiting={<p className="muted waiting">{t('layout.loading')}</p>}>
        {() => (
          <div className="actions">
            <ButtonLink to="/registration">{t('registration.withoutPartner')}</ButtonLink>
          </div>
        )}
      </AsyncContent>
    </Screen>
  );
}

interface FormProps {
  partners?: PartnerChoice[];
  onClosed: () => void;
}

function RegistrationForm({ partners, onClosed }: FormProps) {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const { search } = useLocation();
  const { contractForm, promo, setPromo, wish, isGone, onGone } = useRegistrationForm({ partners, onClosed });
  const [promoDays, setPromoDays] = useState(0);
  const { form, fault, field } = contractForm;
  const [type, partner, country] = form.watch(['type', 'partner', 'country_code']);
  const labels = {
    name: t(`registration.name.${type}`),
    ident: t(`registration.ident.${config.variant}.${type}`),
  };

  return (
    <Screen
      step="details"
      title={t(partners ? 'registration.allianceTitle' : 'registration.title')}
      lead={partners && t('registration.allianceLead')}
    >
      <SignedInNotice />
      <RegistrationStart
        wish={{ ...wish, ...(partner !== '' && { partner }) }}
        isGone={isGone}
        onGone={onGone}
        promoDays={promoDays}
      />
      <FormFrame of={contractForm} submitLabel={t('registration.submit')} labels={labels}>
        <TypeChoice of={contractForm} />
        {partners && <PartnerField of={contractForm} partners={partners} />}
        <TextField
          label={labels.name}
          autoComplete={type === 'legal' ? 'organization' : 'name'}
          {...field('name')}
        />
        <IdentField
          of={contractForm}
          label={labels.ident}
          hint={t(`registration.identHint.${config.variant}.${type}`)}
          country={country}
        />
        <EmailField of={contractForm} label={t('fields.email')} hint={t('registration.emailHint')} />
        <div>
          <PhoneField of={contractForm} />
          <p className="field-help" role="status">
            <WaysIn error={form.getFieldState('phone', form.formState).error} />
          </p>
        </div>
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
                given={wish.promo_code}
                onFreeDays={setPromoDays}
              />
            </Suspense>
          </FailureBoundary>
        )}
        <TermsField field={form.register('terms')} fault={fault('terms')} />
      </FormFrame>
      <p className="links">
        {/* With what was chosen, for a person who comes back from there. */}
        {t('links.haveCabinet')} <Link to={`/client/login${search}`}>{t('links.login')}</Link>
      </p>
    </Screen>
  );
}

function PartnerField({
  of: { form, fault },
  partners,
}: {
  of: ReturnType<typeof useRegistrationForm>['contractForm'];
  partners: PartnerChoice[];
}) {
  const { t } = useTranslation();
  return (
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
  );
}

/** The form with its draft, which survives a reload of this tab and fills empty fields. */
function useRegistrationForm({ partners, onClosed }: FormProps) {
  const { config, client } = useCustomer();
  const navigate = useNavigate();
  const [empty] = useState(() => emptyRegistration(variants[config.variant].country));
  /** True when an answer was lost, so the server may have registered the customer. */
  const answerLost = useRef(false);
  const [promo, setPromo] = useState<'none' | 'kept' | 'opened'>('none');
  const { wish, isGone, onGone } = useWish();

  const contractForm = useContractForm({
    schema: async () => {
      const { registrationInput } = await withSchemas(() => import('#contract/contact/registration.ts'));
      return registrationInput(config.variant);
    },
    defaultValues: empty,
    fields,
    asks: { ident: `ident.${config.variant}` },
    judge: usePasswordJudge(({ name, email }: RegistrationValues) => ({ own: [name, email] })),
    toInput: ({ promo_code, partner, ...values }: RegistrationValues) => ({
      ...values,
      phone: phoneDigitsOf(values.country_code, values.phone),
      ident: identDigitsOf(values.ident),
      locale: currentLocale(),
      ...(promo_code.trim() !== '' && { promo_code }),
      // Empty means that nothing was chosen, and is refused.
      ...wishedTariff(wish, isGone),
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
      const { link_code, tariff_id, partner } = error.fields;
      // Without a choice of partners, only a link has set one.
      const gone = link_code ?? tariff_id ?? (partners ? undefined : partner);
      if (gone) {
        onGone();
        return gone[0] ?? null;
      }
      // Otherwise the first entry of the payload, if there is one (specification, section 8).
      return takenFaults(error) ?? error.payload[0] ?? null;
    },
  });
  useDraft(contractForm.form, { empty, wish, partners, onPromo: () => setPromo('kept') });
  return { contractForm, promo, setPromo, wish, isGone, onGone };

  async function register(input: RegistrationInput) {
    try {
      return await client.call('register', { body: input });
    } catch (error) {
      const code = error instanceof HttpError ? error.code : null;
      if (code === 'network') answerLost.current = true;
      if (code !== 'email_taken' || !answerLost.current) throw error;
      // Possibly by the same person a moment ago: then the password is right.
      const { email, password } = input;
      return client.call('login', { body: { email, password } }).catch(() => {
        throw error;
      });
    }
  }
}

/** The part of the link that is sent; without the tariff once that is no longer sold. */
function wishedTariff(
  { tariff_id, link_code, billing_period, partner, utm }: RegistrationWish,
  isGone: boolean,
) {
  return {
    ...(!isGone && tariff_id !== undefined && { tariff_id }),
    ...(!isGone && link_code !== undefined && { link_code }),
    ...(!isGone && partner !== undefined && { partner }),
    ...(billing_period !== undefined && { billing_period }),
    ...(utm !== undefined && { utm }),
  };
}

/** What the link chose, and whether its tariff was withdrawn meanwhile. */
function useWish() {
  const { search } = useLocation();
  const [wish] = useState(() => readWish(search));
  const [isGone, setGone] = useState(false);
  const onGone = useCallback(() => setGone(true), []);
  return { wish, isGone, onGone };
}

/** Fills in what was typed before a reload, else what the link says, and stores what is typed. */
function useDraft(
  form: UseFormReturn<RegistrationValues, unknown, RegistrationInput>,
  {
    empty,
    wish,
    partners,
    onPromo,
  }: {
    empty: RegistrationValues;
    wish: RegistrationWish;
    partners: PartnerChoice[] | undefined;
    onPromo: () => void;
  },
): void {
  const keepPromo = useEffectEvent(onPromo);
  useLayoutEffect(() => {
    // Only into fields that are still empty as the server rendered them: what was typed since is newer.
    const draft = readDraft(empty, linkedBy(wish, partners));
    for (const name of fields) {
      if (draft[name] !== empty[name] && form.getValues(name) === empty[name])
        form.setValue(name, draft[name]);
    }
    if (draft.promo_code !== '') startTransition(keepPromo);
  }, [form, empty, wish, partners]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(values, linkedBy(wish, partners)),
      }),
    [form, wish, partners],
  );
}

/** A partner only of those who can be chosen here. */
function linkedBy(wish: RegistrationWish, partners: PartnerChoice[] | undefined): LinkedValues {
  const isKnown = partners?.some(({ code }) => code === wish.partner) === true;
  return {
    ...(wish.promo_code !== undefined && { promo_code: wish.promo_code }),
    ...(isKnown && wish.partner !== undefined && { partner: wish.partner }),
  };
}
