import { useGetIdentity, useInvalidateAuthStore } from '@refinedev/core';
import { App, Checkbox, Form, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { type StaffAccount, staffProfileInput } from '#contract/accounts/auth.ts';
import { alarmKindsFor } from '#contract/accounts/alarm.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { SaveButton } from '#web/ui/admin/form/submit/save-button.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import './own-alarms.css';

/** Which alarms one is emailed: those whose subject one may see (GROWTH section 19, "Alarms"). */
export function OwnAlarms() {
  const { t } = useTranslation();
  const { data: me } = useGetIdentity<StaffAccount>();
  if (me && alarmKindsFor(me.permissions).length === 0) return null;
  return (
    <section className="panel" aria-labelledby="own-alarms">
      <h2 id="own-alarms">{t('account.alarmsTitle')}</h2>
      {me ? <AlarmsForm key={me.id} me={me} /> : <Skeleton active />}
    </section>
  );
}

function AlarmsForm({ me }: { me: StaffAccount }) {
  const { t } = useTranslation();
  const call = useCall();
  const { notification } = App.useApp();
  const invalidateAuth = useInvalidateAuthStore();
  const [form] = Form.useForm();
  const { submit, sending, failure } = useSubmit({
    form,
    schema: staffProfileInput.required({ alarms: true }),
    fields: ['alarms'],
    send: async (input) => {
      await call(staffApi.changeMe, { body: input });
      await invalidateAuth();
      notification.success({ message: t('account.saved') });
    },
  });
  return (
    <Form form={form} layout="vertical" initialValues={{ alarms: me.alarms }} onFinish={submit}>
      <p className="muted">{t('account.alarmsHelp')}</p>
      <Form.Item name="alarms">
        <Checkbox.Group
          className="own-alarms"
          options={alarmKindsFor(me.permissions).map((kind) => ({
            value: kind,
            label: t(`alarms.kinds.${kind}`),
          }))}
        />
      </Form.Item>
      <FormFailure text={failure} />
      <SaveButton sending={sending}>{t('actions.save')}</SaveButton>
    </Form>
  );
}
