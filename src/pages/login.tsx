import { Button, Form, Input } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { loginInput } from '#contract/accounts/auth.ts';
import { secondFactorInput } from '#contract/accounts/two-factor.ts';
import { limits } from '#contract/primitives.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { pathAfterLogin } from '#web/providers/auth-provider.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { SecondFactorFields, secondFactorFields } from '#web/ui/admin/account/second-factor-fields.tsx';
import { PasskeySignIn } from '#web/ui/admin/account/passkey-sign-in.tsx';
import { SignInFrame } from '#web/ui/admin/layout/sign-in-frame.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { SlowedLogin } from '#web/ui/admin/layout/slowed-login.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import '#web/ui/admin/account/two-factor.css';

/** The login of staff. Somebody with a token goes to Home; a login leads back to where they wanted to go. */
export function Component() {
  const { t } = useTranslation();
  const { auth, session } = useAdmin();
  const [parameters] = useSearchParams();
  const isSignedIn = useSyncExternalStore(session.subscribe, () => session.token() !== null);
  const [cameSignedIn] = useState(isSignedIn);
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

  if (isSignedIn) {
    return (
      <Navigate to={cameSignedIn ? '/admin-panel' : pathAfterLogin(parameters.get('redirect'))} replace />
    );
  }
  if (challenge !== null) return <SecondStep challenge={challenge} onAgain={() => setChallenge(null)} />;
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
        {failure === null && session.lastEnd() === 'lost' && (
          <p className="muted" role="status">
            {t('login.ended')}
          </p>
        )}
        <FormFailure text={failure} />
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
    </SignInFrame>
  );
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
