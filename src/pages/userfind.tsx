import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { CabinetCreation } from '#web/pages/cabinet-creation.tsx';
import { withSchemas } from '#web/providers/schemas.ts';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { secondsToNext } from '#web/ui/customer/form/resend.ts';
import { Screen } from '#web/ui/customer/kit/screen.tsx';

const schema = () => withSchemas(() => import('#contract/accounts/auth.ts')).then((m) => m.resetSendInput);

/** Leads a signed-in customer to the cabinet; emails its address to anybody else. */
export function UserFind() {
  const [signedIn] = useState(isCustomerSignedIn);
  return signedIn ? <CabinetCreation /> : <FindByEmail />;
}

function FindByEmail() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const contractForm = useContractForm({
    schema,
    defaultValues: { email: '' },
    fields: ['email'],
    async send({ email }) {
      const asking = client.call('findCabinet', { body: { email } });
      await secondsToNext(asking.then(({ data }) => data.retry_after));
      setSentTo(email);
    },
  });
  if (sentTo !== null) {
    return (
      <Screen title={t('userfind.sentTitle')}>
        <Notice kind="success">{t('userfind.sent', { email: sentTo })}</Notice>
        <div className="actions">
          <ButtonLink to="/client/login">{t('links.login')}</ButtonLink>
        </div>
      </Screen>
    );
  }
  const { field } = contractForm;
  return (
    <Screen title={t('userfind.title')} lead={t('userfind.lead')}>
      <FormFrame
        of={contractForm}
        submitLabel={t('userfind.send')}
        beside={
          <ButtonLink look="text" to="/client/login">
            {t('links.login')}
          </ButtonLink>
        }
      >
        <TextField label={t('fields.email')} type="email" autoComplete="email" {...field('email')} />
      </FormFrame>
    </Screen>
  );
}
