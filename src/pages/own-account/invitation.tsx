import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation as ReadInvitation } from '#contract/accounts/member.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { withSchemas } from '#web/providers/schemas.ts';
import { useContractForm } from '#web/ui/customer/form/contract-form.ts';
import { TextField } from '#web/ui/customer/form/field.tsx';
import { FormFrame } from '#web/ui/customer/form/form-frame.tsx';
import { NewPasswordFields } from '#web/ui/customer/form/new-password-fields.tsx';
import { usePasswordJudge } from '#web/ui/customer/form/password-judge.ts';
import { AsyncContent } from '#web/ui/customer/kit/async-content.tsx';
import { Button, ButtonLink } from '#web/ui/customer/kit/button.tsx';
import { failureText } from '#web/ui/customer/kit/failure-text.ts';
import { Notice } from '#web/ui/customer/kit/notice.tsx';
import { Screen } from '#web/ui/customer/kit/screen.tsx';
import { useAnswer } from '#web/ui/customer/kit/use-answer.ts';
import { useLocation, useNavigate } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { isCustomerSignedIn, switchCustomerSession } from '#web/ui/customer/session/customer-session.ts';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';

/** `/invitation#hash=…`: what it is for, and how to accept it. */
export function Invitation() {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('hash') ?? '';
  const ask = useCallback(
    async (signal: AbortSignal) => (await client.call('invitation', { body: { token }, signal })).data,
    [client, token],
  );
  const asked = useAnswer<ReadInvitation>(ask);
  const isSpent = asked.failure instanceof HttpError && asked.failure.status === 422;
  if (isSpent) {
    return (
      <Screen title={t('invitation.spentTitle')} lead={t('invitation.spent')}>
        <div className="actions">
          <ButtonLink to="/client/login">{t('links.login')}</ButtonLink>
        </div>
      </Screen>
    );
  }
  return (
    <AsyncContent asked={asked} waiting={<div className="sheet waiting" aria-busy="true" />}>
      {(invitation) => (
        <Screen title={t('invitation.title', { name: invitation.client.name })} lead={leadOf(invitation, t)}>
          {invitation.has_account ? (
            <AcceptSignedIn token={token} invitation={invitation} />
          ) : (
            <AcceptAnew token={token} email={invitation.email} />
          )}
        </Screen>
      )}
    </AsyncContent>
  );
}

/** Who invites is named once, also where a sole trader's account has the same name. */
function leadOf({ client, invited_by: by, email, role }: ReadInvitation, t: TFunction): string {
  const words = { by, email, role: t(`memberRoles.${role}`), may: t(`memberMay.${role}`) };
  return t(by === client.name ? 'invitation.leadOfOwn' : 'invitation.lead', words);
}

/** Somebody with an account accepts with one button, signed in with the invited address. */
function AcceptSignedIn({ token, invitation }: { token: string; invitation: ReadInvitation }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isIn] = useState(isCustomerSignedIn);

  async function accept() {
    setBusy(true);
    try {
      const answer = await client.call('acceptInvitation', { body: { token } });
      switchCustomerSession(answer, '/auth');
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  function signIn() {
    clearCustomerSession();
    navigate(`/client/login?${new URLSearchParams({ redirect: pathname + hash })}`);
  }

  return (
    <>
      {!isIn && <p>{t('invitation.signIn')}</p>}
      {failure !== null && <Notice kind="danger">{failureText(failure)}</Notice>}
      <div className="actions">
        {isIn && (
          <Button busy={busy} onClick={() => void accept()}>
            {t('invitation.accept')}
          </Button>
        )}
        {(!isIn || failure !== null) && (
          <Button look={isIn ? 'secondary' : 'primary'} onClick={signIn}>
            {t('invitation.signInAs', { email: invitation.email })}
          </Button>
        )}
      </div>
    </>
  );
}

const empty = { name: '', password: '', password_confirmation: '' };

/** Anybody else chooses a name and a password. */
function AcceptAnew({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation();
  const { client } = useCustomer();
  const contractForm = useContractForm({
    schema: () =>
      withSchemas(async () => (await import('#web/ui/customer/members/accept-form.ts')).acceptForm),
    defaultValues: empty,
    fields: ['name', 'password', 'password_confirmation'],
    judge: usePasswordJudge(({ name }: typeof empty) => ({ own: [email, name] })),
    async send({ name, password }) {
      const body = { token, name, password, locale: currentLocale() };
      const answer = await client.call('acceptInvitation', { body });
      switchCustomerSession(answer, '/auth');
    },
  });
  return (
    <FormFrame
      of={contractForm}
      submitLabel={t('invitation.accept')}
      labels={{ name: t('invitation.name'), password: t('fields.password') }}
    >
      <p>{t('invitation.chooseLead')}</p>
      <TextField label={t('invitation.name')} autoComplete="name" {...contractForm.field('name')} />
      <NewPasswordFields of={contractForm} label={t('fields.password')} />
    </FormFrame>
  );
}
