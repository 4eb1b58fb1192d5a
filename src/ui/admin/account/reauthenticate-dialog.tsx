import { useQuery } from '@tanstack/react-query';
import { Form, Input, Modal } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reauthenticateInput } from '#contract/accounts/two-factor.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { ProveByPasskey } from './prove-by-passkey.tsx';
import { SecondFactorFields, secondFactorFields } from './second-factor-fields.tsx';
import './two-factor.css';

/** Opens over whatever is on the screen when an act needs a fresh proof; the act then goes on by itself. */
export function ReauthenticateDialog() {
  const { proof } = useAdmin().session;
  return useSyncExternalStore(proof.subscribe, proof.isOpen) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { t } = useTranslation();
  const { http, session } = useAdmin();
  const [form] = Form.useForm();
  const { data, error } = useQuery({
    queryKey: ['own-two-factor', 'proof'],
    queryFn: ({ signal }) => http.call(twoFactorApi.twoFactor, { signal }),
    staleTime: 0,
  });
  const { submit, sending, failure } = useSubmit({
    form,
    schema: reauthenticateInput,
    fields: ['current_password', ...secondFactorFields],
    send: async (body) => {
      await http.call(twoFactorApi.reauthenticate, { body });
      session.proof.settle(true);
    },
  });
  // Without an answer both are asked for: the server says which one is missing.
  const hasSecondFactor = error !== null || (data !== undefined && data.data.on_since !== null);
  return (
    <Modal
      open
      title={t('reauthenticate.title')}
      width={460}
      maskClosable={false}
      onCancel={() => session.proof.settle(false)}
      cancelText={t('actions.cancel')}
      okText={t('reauthenticate.go')}
      okButtonProps={{ loading: sending }}
      onOk={() => form.submit()}
    >
      <p>{t('reauthenticate.text')}</p>
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
        <ProveByPasskey />
        {/* Makes Enter send the form, because the dialog's own button is outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  );
}
