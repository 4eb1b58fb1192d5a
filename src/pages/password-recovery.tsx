import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearch } from '#web/ui/customer/router.tsx';
import type * as z from 'zod';
import type { mailSent } from '#contract/auth.ts';
import type { HttpError } from '#web/providers/http-client.ts';
import { keepCustomerSession } from '#web/providers/customer-session.ts';
import { clearCustomerSession, clearStaffSession } from '#web/providers/local-storage.ts';
import { staffRecoveryPaths } from '#web/providers/customer-routes.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { ButtonLink } from '#web/ui/customer/button.tsx';
import { useContractForm } from '#web/ui/customer/contract-form.ts';
import type { CustomerClient } from '#web/providers/customer-client.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';
import { TextField } from '#web/ui/customer/field.tsx';
import { FormFrame } from '#web/ui/customer/form-frame.tsx';
import { Notice } from '#web/ui/customer/notice.tsx';
import { NewPasswordFields } from '#web/ui/customer/new-password-fields.tsx';
import { ResendButton } from '#web/ui/customer/resend-button.tsx';
import { rememberSentMail, secondsToNext, type SentMail, sentMail } from '#web/ui/customer/resend.ts';
import { Screen } from '#web/ui/customer/screen.tsx';

const sendSchema = () => withSchemas(() => import('#contract/auth.ts')).then((m) => m.resetSendInput);
const changeSchema = () => withSchemas(() => import('#contract/auth.ts')).then((m) => m.passwordChangeInput);

/** Whose password: a customer's, or with `?for=staff` that of the staff (API.md). */
function useAudience(): { isStaff: boolean; suffix: string } {
  const parameters = useSearch();
  const isStaff = parameters.get('for') === 'staff';
  return { isStaff, suffix: isStaff ? '?for=staff' : '' };
}

/** Asks for the letter; answers the seconds until it may be asked for again. */
async function sendReset(client: CustomerClient, email: string, isStaff: boolean): Promise<number> {
  if (isStaff) {
    const answer = await client.http.request('POST', staffRecoveryPaths.sendReset, {
      body: { email },
      isPublic: true,
      anonymous: true,
    });
    return (answer as z.output<typeof mailSent>).data.retry_after; // by the contract
  }
  const { data } = await client.call('sendReset', { body: { email } });
  return data.retry_after;
}

/** `/forgot-password` */
export function ForgotPassword() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const { isStaff, suffix } = useAudience();
  const contractForm = useContractForm({
    schema: sendSchema,
    defaultValues: { email: '' },
    fields: ['email'],
    async send({ email }) {
      rememberSentMail('reset', email, await secondsToNext(sendReset(client, email, isStaff)));
      navigate(`/confirmation-reset${suffix}`);
    },
    faultsOf: (error: HttpError) =>
      error.code === 'email_not_registered' ? { email: { key: 'forgot.notRegistered' } } : null,
  });
  const { form, fault } = contractForm;
  return (
    <Screen title={t('forgot.title')} lead={t('forgot.lead')}>
      <FormFrame of={contractForm} submitLabel={t('forgot.send')} beside={<LoginLink isStaff={isStaff} />}>
        <TextField
          label={t('fields.email')}
          type="email"
          autoComplete="username"
          fault={fault('email')}
          {...form.register('email')}
        />
      </FormFrame>
    </Screen>
  );
}

/** `/confirmation-reset`: where the letter went, and once more. */
export function ResetSent() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { isStaff, suffix } = useAudience();
  const [sent, setSent] = useState<SentMail | null>(() => sentMail('reset'));
  return (
    <Screen
      title={t('resetSent.title')}
      lead={sent ? t('resetSent.lead', { email: sent.email }) : t('resetSent.leadUnknown')}
    >
      <p className="muted">{t('resetSent.hint')}</p>
      <div className="actions">
        {sent && (
          <ResendButton
            againAt={sent.againAt}
            send={() => sendReset(client, sent.email, isStaff)}
            onSent={(seconds) => setSent(rememberSentMail('reset', sent.email, seconds))}
          />
        )}
        <ButtonLink look="text" to={`/forgot-password${suffix}`}>
          {t('resetSent.other')}
        </ButtonLink>
        <LoginLink isStaff={isStaff} />
      </div>
    </Screen>
  );
}

/** `/reset?hash=`: a new password with the link from the letter. */
export function NewPassword() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const { isStaff, suffix } = useAudience();
  const parameters = useSearch();
  const hash = parameters.get('hash') ?? '';
  const [isLinkSpent, setIsLinkSpent] = useState(hash === '');
  const [isStaffDone, setIsStaffDone] = useState(false);

  const contractForm = useContractForm({
    schema: changeSchema,
    defaultValues: { password: '', password_confirmation: '' },
    fields: ['password', 'password_confirmation'],
    toInput: (values) => ({ ...values, hash }),
    async send(input) {
      if (isStaff) {
        await client.http.request('POST', staffRecoveryPaths.changePassword, {
          body: input,
          isPublic: true,
          anonymous: true,
        });
        clearStaffSession();
        setIsStaffDone(true);
        return;
      }
      const answer = await client.call('changePassword', { body: input });
      clearCustomerSession();
      keepCustomerSession(answer);
      navigate(answer.data.confirmed ? '/auth' : '/confirmation-reset-lt', { replace: true });
    },
    faultsOf(error: HttpError) {
      if (error.code === 'link_invalid' || error.fields['hash']) setIsLinkSpent(true);
      return null;
    },
  });

  if (isStaffDone) {
    return (
      <Screen title={t('reset.doneTitle')}>
        <Notice kind="success">{t('reset.done')}</Notice>
        <div className="actions">
          <a className="button primary" href="/login">
            {t('links.login')}
          </a>
        </div>
      </Screen>
    );
  }
  if (isLinkSpent) {
    return (
      <Screen title={t('reset.spentTitle')} lead={t('reset.spent')}>
        <div className="actions">
          <ButtonLink to={`/forgot-password${suffix}`}>{t('reset.again')}</ButtonLink>
          <LoginLink isStaff={isStaff} />
        </div>
      </Screen>
    );
  }
  return (
    <Screen title={t('reset.title')} lead={t('reset.lead')}>
      <FormFrame of={contractForm} submitLabel={t('reset.submit')}>
        <NewPasswordFields of={contractForm} />
      </FormFrame>
    </Screen>
  );
}

function LoginLink({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation();
  // The staff's login is in the other half: a full page load.
  if (isStaff) {
    return (
      <a className="button text" href="/login">
        {t('links.login')}
      </a>
    );
  }
  return (
    <Link className="button text" to="/client/login">
      {t('links.login')}
    </Link>
  );
}
