import { Button, Form, Input, QRCode } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import {
  twoFactorBeginInput,
  twoFactorConfirmInput,
  type twoFactorSecret,
} from '#contract/accounts/two-factor.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField } from './second-factor-fields.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import '#web/ui/admin/form/form-parts.css';
import './two-factor.css';

type Secret = z.infer<typeof twoFactorSecret>;
type Step = { name: 'password' } | { name: 'app'; secret: Secret } | { name: 'codes'; codes: string[] };

/** Sets up a second factor: the password, the app, the recovery codes. Calls `onDone` when these are saved. */
export function TwoFactorSetUp({ onDone }: { onDone: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'password' });
  switch (step.name) {
    case 'password':
      return <PasswordStep onBegun={(secret) => setStep({ name: 'app', secret })} />;
    case 'app':
      return <AppStep secret={step.secret} onConfirmed={(codes) => setStep({ name: 'codes', codes })} />;
    case 'codes':
      return <RecoveryCodes codes={step.codes} onKept={onDone} />;
  }
}

function PasswordStep({ onBegun }: { onBegun: (secret: Secret) => void }) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: twoFactorBeginInput,
    fields: ['current_password'],
    send: async (body) => onBegun((await http.call(twoFactorApi.beginTwoFactor, { body })).data),
  });
  return (
    <Form
      form={form}
      // Another form on the page asks for the password too; without a name both fields would have the same id.
      name="two_factor"
      layout="vertical"
      initialValues={{ current_password: '' }}
      onFinish={submit}
    >
      <Form.Item
        name="current_password"
        label={t('account.currentPassword')}
        extra={t('twoFactor.passwordHelp')}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <StepFailure text={failure} />
      <Button type="primary" htmlType="submit" loading={sending}>
        {t('twoFactor.setUp')}
      </Button>
    </Form>
  );
}

function AppStep({
  secret: { secret, uri },
  onConfirmed,
}: {
  secret: Secret;
  onConfirmed: (codes: string[]) => void;
}) {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: twoFactorConfirmInput,
    fields: ['code'],
    send: async (body) =>
      onConfirmed((await http.call(twoFactorApi.confirmTwoFactor, { body })).data.recovery_codes),
  });
  return (
    <Form form={form} layout="vertical" onFinish={submit}>
      <p>{t('twoFactor.scan')}</p>
      <div className="two-factor-secret">
        {/* Dark on light in both themes, because some apps read nothing else. */}
        <div role="img" aria-label={t('twoFactor.qr')}>
          <QRCode type="svg" value={uri} size={184} color="#000000" bgColor="#ffffff" errorLevel="M" />
        </div>
        <div>
          <p className="muted">{t('twoFactor.secret')}</p>
          <code className="two-factor-key">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </div>
      </div>
      <CodeField autoFocus />
      <StepFailure text={failure} />
      <Button type="primary" htmlType="submit" loading={sending}>
        {t('twoFactor.switchOn')}
      </Button>
    </Form>
  );
}

function StepFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="failure" role="alert">
      {text}
    </p>
  );
}
