import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { Link, useLocation, useNavigate, useSearch } from '#web/ui/customer/router/router.tsx';
import { HttpError } from '#web/providers/http-client.ts';
import { keepCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { clearCustomerSession, clearStaffSession } from '#web/ui/shared/local-storage.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import type { CustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { isLinkToken } from '#web/ui/customer/kit/link-token.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { NewPasswordFields } from '#web/ui/customer/form/new-password-fields.tsx';
import { usePasswordJudge } from '#web/ui/customer/form/password-judge.ts';
import { ResendButton } from '#web/ui/customer/form/resend-button.tsx';
import { OpenMailbox, SentTo } from '#web/ui/customer/form/sent-email.tsx';
import { rememberSentMail, secondsToNext, type SentMail, sentMail } from '#web/ui/customer/form/resend.ts';
import { useHydrated } from '#web/ui/customer/kit/use-hydrated.ts';
import { SecondStep } from '#web/ui/customer/security/second-step.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';

const sendSchema = () =>
  withSchemas(() => import('#contract/accounts/auth.ts')).then((m) => m.resetSendInput);
const changeSchema = () =>
  withSchemas(() => import('#contract/accounts/auth.ts')).then((m) => m.passwordChangeInput);

/** Whose password it is: a customer's, or with `?for=staff` a colleague's (API.md). */
function useAudience(): { isStaff: boolean; suffix: string } {
  const parameters = useSearch();
  const isStaff = parameters.get('for') === 'staff';
  return { isStaff, suffix: isStaff ? '?for=staff' : '' };
}

/** Requests the email; returns the seconds until it may be requested again. */
async function sendReset(client: CustomerClient, email: string, isStaff: boolean): Promise<number> {
  const body = { email };
  const { data } = await (isStaff ? client.staff('sendReset', body) : client.call('sendReset', { body }));
  return data.retry_after;
}

const notRegistered = 'forgot.notRegistered';

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
      error.code === 'email_not_registered' ? { email: { key: notRegistered } } : null,
  });
  const { field, form } = contractForm;
  const isUnknown = form.formState.errors.email?.type === notRegistered;
  return (
    <Screen title={t('forgot.title')} lead={t('forgot.lead')}>
      <FormFrame of={contractForm} submitLabel={t('forgot.send')} beside={<LoginLink isStaff={isStaff} />}>
        <TextField label={t('fields.email')} type="email" autoComplete="username" {...field('email')} />
        {isUnknown && !isStaff && (
          <p className="field-help" role="status">
            {t('forgot.mistyped')} <Link to="/registration">{t('links.register')}</Link>
          </p>
        )}
      </FormFrame>
    </Screen>
  );
}

/** `/confirmation-reset`: where the email went; sends it again. */
export function ResetSent() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const { isStaff, suffix } = useAudience();
  const [sent, setSent] = useState<SentMail | null>(() => sentMail('reset'));
  return (
    <Screen
      title={t('resetSent.title')}
      lead={
        sent ? (
          <SentTo text={t('resetSent.lead', { email: sent.email })} email={sent.email} />
        ) : (
          t('resetSent.leadUnknown')
        )
      }
    >
      <p className="muted">{t('resetSent.hint')}</p>
      <div className="actions">
        {sent && <OpenMailbox email={sent.email} />}
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

/**
 * `/reset#hash=` (in earlier emails `/reset?hash=`): sets a new password with the emailed link, says so, then leads
 * on.
 */
export function NewPassword() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const { isStaff, suffix } = useAudience();
  const parameters = useSearch();
  const { hash: fragment } = useLocation();
  const hash = new URLSearchParams(fragment.slice(1)).get('hash') ?? parameters.get('hash') ?? '';
  const { isLinkSpent, refuseLink } = useLinkState(hash);
  const [done, setDone] = useState<'not yet' | Done>('not yet');

  const [challenge, setChallenge] = useState<string | null>(null);

  function enter(answer: CustomerLoginAnswer): void {
    clearCustomerSession();
    keepCustomerSession(answer);
    setChallenge(null);
    setDone(answer.data.confirmed ? 'customer' : 'unconfirmed customer');
  }

  const contractForm = useContractForm({
    schema: changeSchema,
    defaultValues: { password: '', password_confirmation: '' },
    fields: ['password', 'password_confirmation'],
    toInput: (values) => ({ ...values, hash }),
    judge: usePasswordJudge(() => ({ hash })),
    async send(input) {
      if (isStaff) {
        await client.staff('changePassword', input);
        clearStaffSession();
        setDone('staff');
        return;
      }
      try {
        enter(await client.call('changePassword', { body: input }));
      } catch (error) {
        // The password is set, and only the second factor is missing.
        if (!(error instanceof HttpError) || error.challenge === null) throw error;
        setChallenge(error.challenge);
      }
    },
    faultsOf(error: HttpError) {
      if (error.code === 'link_invalid' || error.fields['hash']) refuseLink();
      return null;
    },
  });

  if (challenge !== null) {
    return <SecondStep challenge={challenge} onIn={enter} onAgain={() => navigate('/client/login')} />;
  }
  if (done !== 'not yet') return <PasswordSet of={done} />;
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
      <FormFrame
        of={contractForm}
        submitLabel={t('reset.submit')}
        labels={{ password: t('fields.newPassword') }}
      >
        <NewPasswordFields of={contractForm} />
      </FormFrame>
    </Screen>
  );
}

/** Whether a link leads to a new password: its shape says it, then the server, which is asked before anybody types. */
function useLinkState(hash: string): { isLinkSpent: boolean; refuseLink: () => void } {
  const { client } = useCustomer();
  // The server does not see the fragment, so it renders the form.
  const isHydrated = useHydrated();
  const [isRefused, setIsRefused] = useState(false);
  const isAsked = isHydrated && isLinkToken(hash);
  useEffect(() => {
    if (!isAsked) return undefined;
    const abort = new AbortController();
    client.call('checkPasswordLink', { body: { hash }, signal: abort.signal }).catch((error: unknown) => {
      // Where no answer came, sending the form asks again.
      if (error instanceof HttpError && error.code === 'link_invalid' && !abort.signal.aborted)
        setIsRefused(true);
    });
    return () => abort.abort();
  }, [client, hash, isAsked]);
  return {
    isLinkSpent: isRefused || (isHydrated && !isLinkToken(hash)),
    refuseLink: () => setIsRefused(true),
  };
}

type Done = 'staff' | 'customer' | 'unconfirmed customer';

/** The password is set; the way on from there. */
function PasswordSet({ of: done }: { of: Done }) {
  const { t } = useTranslation();
  return (
    <Screen title={t('reset.doneTitle')}>
      <Notice kind="success">{t(done === 'staff' ? 'reset.done' : 'reset.customerDone')}</Notice>
      <div className="actions">
        {done === 'staff' && <ButtonLink to="/login">{t('links.login')}</ButtonLink>}
        {done === 'customer' && <ButtonLink to="/auth">{t('reset.goOn')}</ButtonLink>}
        {done === 'unconfirmed customer' && (
          <ButtonLink to="/confirmation-reset-lt">{t('reset.goOnConfirm')}</ButtonLink>
        )}
      </div>
    </Screen>
  );
}

function LoginLink({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation();
  return (
    <ButtonLink look="text" to={isStaff ? '/login' : '/client/login'}>
      {t('links.login')}
    </ButtonLink>
  );
}
