import { useTranslation } from 'react-i18next';
import { variants } from '#contract/kernel/variants.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { IdentField } from '#web/ui/customer/form/ident-field.tsx';
import { PhoneField } from '#web/ui/customer/form/phone-field.tsx';
import { TypeChoice } from '#web/ui/customer/form/type-choice.tsx';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { switchCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { identDigitsOf, phoneDigitsOf } from '#web/ui/shared/contact-rules.ts';

/** A part of the registration's file: one of its own would be one more request of who registers. */
const RegistrationStart = preloadable(() =>
  import('#web/pages/registration.tsx').then((m) => m.RegistrationStart),
);

interface Values {
  type: 'individual' | 'legal';
  name: string;
  ident: string;
  address: string;
  country_code: string;
  phone: string;
}

/** `/account/new-company`: one more company under the same sign-in. */
export function NewCompany() {
  const { t } = useTranslation();
  return (
    <Screen title={t('account.companies.title')} lead={t('account.companies.lead')}>
      <RegistrationStart wish={{}} isGone={false} onGone={() => undefined} promoDays={0} />
      <CompanyForm />
    </Screen>
  );
}

function CompanyForm() {
  const { t } = useTranslation();
  const { client, config } = useCustomer();
  const contractForm = useContractForm({
    schema: async () => {
      const { companyInput } = await withSchemas(() => import('#contract/accounts/member.ts'));
      return companyInput(config.variant);
    },
    defaultValues: {
      type: 'individual',
      name: '',
      ident: '',
      address: '',
      country_code: variants[config.variant].country,
      phone: '',
    } as Values,
    fields: ['type', 'name', 'ident', 'address', 'country_code', 'phone'],
    asks: { ident: `ident.${config.variant}` },
    toInput: ({ country_code, phone, address, ...values }: Values) => ({
      ...values,
      ident: identDigitsOf(values.ident),
      address: address || null,
      ...(phone !== '' && { country_code, phone: phoneDigitsOf(country_code, phone) }),
    }),
    async send(input) {
      const answer = await client.call('addCompany', { body: input });
      switchCustomerSession(answer, '/auth');
    },
  });
  const { form, field, fault } = contractForm;
  const type = form.watch('type');
  const labels = {
    name: t(`registration.name.${type}`),
    ident: t(`registration.ident.${config.variant}.${type}`),
  };
  return (
    <FormFrame of={contractForm} submitLabel={t('account.companies.submit')} labels={labels}>
      <TypeChoice of={contractForm} label={t('account.companies.type')} />
      <TextField label={labels.name} autoComplete="organization" {...field('name')} />
      <IdentField
        of={contractForm}
        label={labels.ident}
        hint={t(`registration.identHint.${config.variant}.${type}`)}
      />
      <TextField label={t('account.companies.address')} autoComplete="street-address" {...field('address')} />
      {/* Only somebody who was invited has no phone yet; the server asks for it. */}
      {fault('phone') !== undefined && <PhoneField of={contractForm} />}
      <p className="muted">
        {t('account.companies.terms')} <a href="/terms">{t('layout.terms')}</a>
      </p>
    </FormFrame>
  );
}
