import { useGetIdentity, useInvalidateAuthStore } from '@refinedev/core';
import { App, Form, Input, Select, Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type StaffAccount, staffProfileInput } from '#contract/accounts/auth.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { setLocale } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { NewPassword } from '#web/ui/admin/account/new-password.tsx';
import { OwnAlarms } from '#web/ui/admin/account/own-alarms.tsx';
import { OwnSessions } from '#web/ui/admin/account/own-sessions.tsx';
import { PasskeysPanel } from '#web/ui/admin/account/passkeys/passkeys-panel.tsx';
import { TwoFactorPanel } from '#web/ui/admin/account/two-factor-panel.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { SaveButton } from '#web/ui/admin/form/submit/save-button.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

/** One's own account: name, language, password, second factor, sessions. Read-only staff can change it too (API.md). */
export function Component() {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { data: me } = useGetIdentity<StaffAccount>();
  // The second factor belongs to the password.
  const hasPassword = me?.has_password ?? true;
  return (
    <>
      <div className="list-head">
        <PageHeading title={t('nav.account')} />
      </div>
      <div className="panels">
        <section className="panel">
          <h2>{t('account.profileTitle')}</h2>
          {me ? <ProfileForm key={me.id} me={me} /> : <Skeleton active />}
        </section>
        {hasPassword && (
          <section className="panel">
            <h2>{t('account.passwordTitle')}</h2>
            <PasswordForm email={me?.email ?? ''} />
          </section>
        )}
        <OwnAlarms />
        {/* Signs nobody in where the company's accounts are the only way. */}
        {!config.staffSignIn?.only && <PasskeysPanel />}
        {hasPassword && <TwoFactorPanel />}
        <OwnSessions />
      </div>
    </>
  );
}

function ProfileForm({ me }: { me: StaffAccount }) {
  const { t, i18n } = useTranslation();
  const { config } = useAdmin();
  const call = useCall();
  const { notification } = App.useApp();
  const invalidateAuth = useInvalidateAuthStore();
  const [form] = Form.useForm();
  const initial = { name: me.name, locale: me.locale };
  // The menu of languages changes it too, while a name may be half typed.
  useEffect(() => form.setFieldValue('locale', me.locale), [form, me.locale]);
  const { submit, sending, failure } = useSubmit({
    form,
    schema: staffProfileInput,
    fields: ['name', 'locale'],
    send: async (input) => {
      const { data } = await call(staffApi.changeMe, { body: input });
      if (data.locale !== me.locale) await setLocale(data.locale);
      await invalidateAuth();
      // In the language just chosen; `t` still has the one before.
      notification.success({ message: i18n.t('account.saved') });
    },
  });
  return (
    <Form form={form} layout="vertical" initialValues={initial} onFinish={submit}>
      <Form.Item label={t('login.email')}>
        <span>{me.email}</span>
      </Form.Item>
      <Form.Item name="name" label={t('setUp.name')} required>
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item name="locale" label={t('account.language')} extra={t('account.languageHelp')}>
        <Select
          options={config.locales.map((locale) => ({ value: locale, label: t(`languages.${locale}`) }))}
        />
      </Form.Item>
      <FormFailure text={failure} />
      <SaveButton sending={sending}>{t('actions.save')}</SaveButton>
    </Form>
  );
}

function PasswordForm({ email }: { email: string }) {
  const { t } = useTranslation();
  const call = useCall();
  const { notification } = App.useApp();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: staffProfileInput.required({
      current_password: true,
      password: true,
      password_confirmation: true,
    }),
    fields: ['current_password', 'password', 'password_confirmation'],
    send: async (input) => {
      await call(staffApi.changeMe, { body: input });
      form.resetFields();
      notification.success({
        message: t('account.passwordSaved'),
        description: t('account.passwordSavedText'),
      });
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ current_password: '', password: '', password_confirmation: '' }}
      onFinish={submit}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Form.Item name="current_password" label={t('account.currentPassword')} required>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <NewPassword label={t('account.newPassword')} />
      <FormFailure text={failure} />
      <SaveButton sending={sending}>{t('account.changePassword')}</SaveButton>
    </Form>
  );
}
