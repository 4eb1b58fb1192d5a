import { Button, Form, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import type * as z from 'zod';
import { recoverInput, staffRegisterInput } from '#contract/accounts/auth.ts';
import { oidcApi } from '#contract/routes/accounts/oidc.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { currentLocale, errorText } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { OidcButton, OrOidcButton } from '#web/ui/admin/account/oidc-sign-in.tsx';
import { NewPassword } from '#web/ui/admin/account/new-password.tsx';
import { SignInFrame } from '#web/ui/admin/layout/sign-in-frame.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

type Invitation = z.output<typeof staffApi.invitation.answer>['data'];
type InvitationState =
  | { state: 'asking' }
  | { state: 'valid'; invitation: Invitation }
  | { state: 'void'; text: string | null }
  | { state: 'failed'; text: string };

/** The set-up of the first administrator, or a manager's invitation, depending on the link. */
export function Component() {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  const [asked, ask] = useInvitation(token);
  switch (asked.state) {
    case 'asking':
      return (
        <SignInFrame title={t('setUp.checking')}>
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </SignInFrame>
      );
    case 'failed':
      return (
        <SignInFrame title={t('setUp.title')}>
          <Failure text={asked.text} retry={ask} />
        </SignInFrame>
      );
    case 'void':
      return (
        <SignInFrame title={t('setUp.void.title')}>
          <p role="alert">{asked.text ?? t('setUp.void.text')}</p>
          <Button href="/login">{t('setUp.void.login')}</Button>
        </SignInFrame>
      );
    case 'valid':
      if (asked.invitation.purpose === 'recovery')
        return <Recovery token={token} invitation={asked.invitation} />;
      return <SetUpForm token={token} invitation={asked.invitation} />;
  }
}

function useInvitation(token: string): [InvitationState, () => void] {
  const { http } = useAdmin();
  const [asked, setAsked] = useState<InvitationState>({ state: 'asking' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const stopping = new AbortController();
    http
      .call(staffApi.invitation, { body: { hash: token }, signal: stopping.signal })
      .then(({ data }) => setAsked({ state: 'valid', invitation: data }))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        const isVoid = error instanceof HttpError && [403, 404, 422].includes(error.status);
        const text = errorText(error);
        if (!isVoid) return setAsked({ state: 'failed', text });
        // The other reasons say no more than the page does.
        setAsked({ state: 'void', text: error.code === 'setup_replaced' ? text : null });
      });
    return () => stopping.abort();
  }, [http, token, tries]);
  return [
    asked,
    () => {
      setAsked({ state: 'asking' });
      setTries(tries + 1);
    },
  ];
}

function SetUpForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const { auth, config } = useAdmin();
  const [form] = Form.useForm();
  const [isDone, setDone] = useState(false);
  const isSetUp = invitation.purpose === 'setup';
  const { submit, sending, failure } = useSubmit({
    form,
    schema: staffRegisterInput,
    fields: ['name', 'email', 'password', 'password_confirmation'],
    send: async (input) => {
      await auth.register(input);
      setDone(true);
    },
  });

  if (isDone) return <Navigate to="/admin-panel" replace />;
  if (!isSetUp && config.staffSignIn?.only) {
    const words = { email: invitation.email ?? '', name: config.staffSignIn.name };
    return (
      <SignInFrame title={t('setUp.invitedTitle')}>
        <p className="muted">{t('setUp.invitedByOidc', words)}</p>
        <OidcButton redirect={null} isPrimary />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t(isSetUp ? 'setUp.title' : 'setUp.invitedTitle')}>
      <p className="muted">
        {isSetUp ? t('setUp.text') : t('setUp.invitedText', { email: invitation.email ?? '' })}
      </p>
      <Form
        form={form}
        layout="vertical"
        // Otherwise the browser's own messages would come first, in its own language.
        noValidate
        size="large"
        initialValues={{
          name: invitation.name ?? '',
          email: invitation.email ?? '',
          password: '',
          password_confirmation: '',
        }}
        onFinish={({ email, ...values }: Record<string, unknown>) =>
          submit({ ...values, ...(isSetUp && { email }), token, locale: currentLocale() })
        }
      >
        <FormFailure text={failure} />
        <Form.Item name="name" label={t('setUp.name')} required>
          <Input autoComplete="name" autoFocus />
        </Form.Item>
        {isSetUp && (
          <Form.Item name="email" label={t('login.email')} required>
            <Input type="email" autoComplete="username" />
          </Form.Item>
        )}
        <NewPassword label={t('password.label')} />
        <Button type="primary" htmlType="submit" block loading={sending}>
          {t(isSetUp ? 'setUp.submit' : 'setUp.join')}
        </Button>
      </Form>
      {!isSetUp && <OrOidcButton redirect={null} />}
    </SignInFrame>
  );
}

/** A link of the command line, which signs in while passwords are off. */
function Recovery({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useTranslation();
  const { http, auth, config } = useAdmin();
  const [form] = Form.useForm();
  const [isDone, setDone] = useState(false);
  const { submit, sending, failure } = useSubmit({
    form,
    schema: recoverInput,
    fields: [],
    send: async (body) => {
      await auth.enter(await http.call(oidcApi.recover, { body }));
      setDone(true);
    },
  });
  if (isDone) return <Navigate to="/admin-panel" replace />;
  return (
    <SignInFrame title={t('setUp.recoveryTitle', { name: config.staffSignIn?.name ?? '' })}>
      <p className="muted">{t('setUp.recoveryText', { email: invitation.email ?? '' })}</p>
      <Form form={form} size="large" onFinish={() => submit({ token })}>
        <FormFailure text={failure} />
        <Button type="primary" htmlType="submit" block loading={sending}>
          {t('login.submit')}
        </Button>
      </Form>
    </SignInFrame>
  );
}
