import { Button, Form, Input } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { loginInput } from '#contract/auth.ts';
import { limits } from '#contract/primitives.ts';
import { pathAfterLogin } from '#web/providers/auth-provider.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { SignInFrame } from '#web/ui/sign-in-frame.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';

/** The staff's login. Who already holds a token goes to Home; who signs in, to where they wanted. */
export function Component() {
  const { t } = useTranslation();
  const { auth, session } = useAdmin();
  const [parameters] = useSearchParams();
  const isSignedIn = useSyncExternalStore(session.subscribe, () => session.token() !== null);
  const [cameSignedIn] = useState(isSignedIn);
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: loginInput,
    fields: ['email', 'password'],
    send: async (input) => {
      await auth.login(input);
    },
  });

  if (isSignedIn) {
    return (
      <Navigate to={cameSignedIn ? '/admin-panel' : pathAfterLogin(parameters.get('redirect'))} replace />
    );
  }
  return (
    <SignInFrame title={t('login.title')}>
      <Form
        form={form}
        layout="vertical"
        size="large"
        initialValues={{ email: '', password: '' }}
        onFinish={submit}
      >
        {failure && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        <Form.Item name="email" label={t('login.email')}>
          <Input type="email" autoComplete="username" autoFocus maxLength={limits.email.max} />
        </Form.Item>
        <Form.Item name="password" label={t('login.password')}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={sending}>
          {t('login.submit')}
        </Button>
        <p className="sign-in-more">
          <a href="/forgot-password?for=staff">{t('login.forgot')}</a>
        </p>
      </Form>
    </SignInFrame>
  );
}
