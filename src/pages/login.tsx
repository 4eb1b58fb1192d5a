import { Button, Form, Input } from 'antd';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { loginInput } from '#contract/accounts/auth.ts';
import { secondFactorInput } from '#contract/accounts/two-factor.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { pathAfterLogin } from '#web/providers/auth-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import {
  OidcButton,
  OidcFinish,
  OidcProofReturn,
  OrOidcButton,
  returnedIn,
} from '#web/ui/admin/account/oidc-sign-in.tsx';
import { SecondFactorFields, secondFactorFields } from '#web/ui/admin/account/second-factor-fields.tsx';
import { PasskeySignIn } from '#web/ui/admin/account/passkeys/passkey-sign-in.tsx';
import { SignInFrame } from '#web/ui/admin/layout/sign-in-frame.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { SlowedLogin } from '#web/ui/admin/layout/slowed-login.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import '#web/ui/admin/account/two-factor.css';

/** The login of staff. Somebody with a token goes to Home; a login leads back to where they wanted to go. */
export function Component() {
  const { session } = useAdmin();
  const [parameters] = useSearchParams();
  const redirect = parameters.get('redirect');
  const returned = returnedIn(useLocation().hash);
  const [oidcFailure, refuseOidc] = useOidcFailure();
  const isSignedIn = useSyncExternalStore(session.subscribe, () => session.token() !== null);
  const [cameSignedIn] = useState(isSignedIn);
  if (returned?.kind === 'proof') return <OidcProofReturn answer={returned.answer} />;
  if (isSignedIn) {
    const wanted = cameSignedIn && !returned ? '/admin-panel' : pathAfterLogin(redirect);
    return <Navigate to={wanted} replace />;
  }
  if (returned) return <OidcFinish answer={returned.answer} onRefused={refuseOidc} />;
  return <SignIn redirect={redirect} oidcFailure={oidcFailure} />;
}

/** By password, at the identity provider, or by either. */
function SignIn({ redirect, oidcFailure }: { redirect: string | null; oidcFailure: string | null }) {
  const { t } = useTranslation();
  const { auth, session, config } = useAdmin();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [isSlowed, setSlowed] = useState(false);
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: loginInput,
    fields: ['email', 'password'],
    send: async (input) => {
      setSlowed(false);
      try {
        await auth.login(input);
      } catch (error) {
        if (error instanceof HttpError) setSlowed(error.code === 'too_many_requests');
        if (!(error instanceof HttpError) || error.challenge === null) throw error;
        setChallenge(error.challenge);
      }
    },
  });

  if (challenge !== null) return <SecondStep challenge={challenge} onAgain={() => setChallenge(null)} />;
  const ended = failure === null && oidcFailure === null && session.lastEnd() === 'lost' && (
    <p className="muted" role="status">
      {t('login.ended')}
    </p>
  );
  if (config.staffSignIn?.only) {
    return (
      <SignInFrame title={t('login.title')}>
        {ended}
        <FormFailure text={oidcFailure} />
        <OidcButton redirect={redirect} isPrimary />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t('login.title')}>
      <Form
        form={form}
        layout="vertical"
        // Otherwise the browser's own messages would come first, in its own language.
        noValidate
        size="large"
        initialValues={{ email: '', password: '' }}
        onFinish={submit}
      >
        {ended}
        <FormFailure text={failure ?? oidcFailure} />
        {isSlowed && <SlowedLogin />}
        <Form.Item name="email" label={t('login.email')}>
          <Input type="email" autoComplete="username" autoFocus maxLength={limits.email.max} />
        </Form.Item>
        <Form.Item name="password" label={t('login.password')}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={sending}>
          {t('login.submit')}
        </Button>
        <PasskeySignIn />
        <p className="sign-in-more">
          <a href="/forgot-password?for=staff">{t('login.forgot')}</a>
        </p>
      </Form>
      <OrOidcButton redirect={redirect} />
    </SignInFrame>
  );
}

/** Why the sign-in at the identity provider was refused; the answer leaves the address with it. */
function useOidcFailure(): [string | null, (text: string) => void] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const refuse = useCallback(
    (text: string) => {
      setFailure(text);
      void navigate({ search }, { replace: true });
    },
    [navigate, search],
  );
  return [failure, refuse];
}

/** The second factor, after the right password. */
function SecondStep({ challenge, onAgain }: { challenge: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const { http, auth } = useAdmin();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: secondFactorInput,
    fields: secondFactorFields,
    send: async (body) => void (await auth.enter(await http.call(twoFactorApi.secondFactor, { body }))),
  });
  return (
    <SignInFrame title={t('twoFactor.login.title')}>
      <p className="muted">{t('twoFactor.login.text')}</p>
      <Form
        form={form}
        layout="vertical"
        size="large"
        onFinish={(values: object) => submit({ ...values, challenge })}
      >
        <FormFailure text={failure} />
        <SecondFactorFields autoFocus />
        <Button type="primary" htmlType="submit" block loading={sending}>
          {t('login.submit')}
        </Button>
        <p className="sign-in-more">
          <Button type="link" onClick={onAgain}>
            {t('twoFactor.login.again')}
          </Button>
        </p>
      </Form>
    </SignInFrame>
  );
}
