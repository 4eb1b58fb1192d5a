import { useGetIdentity } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Divider, Form, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { staffProofInput } from '#contract/accounts/two-factor.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { ProveByPasskey } from './passkeys/prove-by-passkey.tsx';
import { ReauthenticateByOidc } from './reauthenticate-by-oidc.tsx';
import { SecondFactorFields, secondFactorFields } from './second-factor-fields.tsx';
import './two-factor.css';

/** Asks for a fresh proof of the person. */
export default function ReauthenticateDialog() {
  const { t } = useTranslation();
  const { http, session, config } = useAdmin();
  const { data: me } = useGetIdentity<StaffAccount>();
  const [form] = Form.useForm();
  const { data, error } = useQuery({
    queryKey: ['own-two-factor', 'proof'],
    queryFn: ({ signal }) => http.call(twoFactorApi.twoFactor, { signal }),
    staleTime: 0,
  });
  const { submit, sending, failure } = useSubmit({
    form,
    schema: staffProofInput,
    fields: ['current_password', ...secondFactorFields],
    send: async (body) => {
      await http.call(twoFactorApi.reauthenticate, { body });
      session.proof.settle(true);
    },
  });
  // Without an answer both are asked for: the server says which one is missing.
  const hasSecondFactor = error !== null || (data !== undefined && data.data.on_since !== null);
  // Where two factors are required the password is one, and who is held back sets the other one up.
  const isTooLittle = data?.data.required === true && !hasSecondFactor && me?.two_factor_missing === false;
  const hasPassword = (me?.has_password ?? true) && !isTooLittle;
  const provider = me && (me.signs_in_by_oidc || !me.has_password) ? config.staffSignIn : null;
  return (
    <Modal
      open
      title={t('reauthenticate.title')}
      width="28.75rem"
      maskClosable={false}
      onCancel={() => session.proof.settle(false)}
      cancelText={t('actions.cancel')}
      okText={t('reauthenticate.go')}
      okButtonProps={{ loading: sending, style: hasPassword ? undefined : { display: 'none' } }}
      onOk={() => form.submit()}
    >
      <p>
        {provider && !hasPassword
          ? t('reauthenticate.byOidc', { name: provider.name })
          : t(isTooLittle ? 'reauthenticate.byPasskey' : 'reauthenticate.text')}
      </p>
      {hasPassword && (
        <Form
          form={form}
          name="reauthenticate"
          layout="vertical"
          initialValues={{ current_password: '' }}
          onFinish={submit}
        >
          <Form.Item name="current_password" label={t('account.currentPassword')}>
            <Input.Password autoComplete="current-password" autoFocus />
          </Form.Item>
          {hasSecondFactor && <SecondFactorFields />}
          <FormFailure text={failure} />
          {/* Makes Enter send the form, because the dialog's own button is outside it. */}
          <button type="submit" hidden />
        </Form>
      )}
      <ProveByPasskey isPrimary={isTooLittle && !provider} />
      {provider && hasPassword && <Divider plain>{t('login.or')}</Divider>}
      {provider && <ReauthenticateByOidc name={provider.name} isPrimary={!hasPassword} />}
    </Modal>
  );
}
