import { useInvalidate } from '@refinedev/core';
import { App, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { type ClientSettings, clientSettingsInput } from '#contract/clients/client-settings.ts';
import { clientApi } from '#contract/routes/client.ts';
import { currentLocale, errorText } from '#web/providers/i18n.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { draftOf, inputOf } from '#web/ui/admin/form/draft/form-draft.ts';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { DialogFrame } from '#web/ui/admin/form/dialog-frame.tsx';
import { sendByKeys } from '#web/ui/admin/form/submit/send-keys.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

const names = ['free_period_days', 'term_without_payment_days', 'database_retention_days'] as const;
const fields = names.map((name): FormField => ({ name, group: 'times', kind: 'number' }));

/** One client's own cabinet times, or the general setting (specification, section 3); a dialog changes them. */
export function ClientTimes({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(clientApi.clientSettings, { params: { id: client.id } });
  return (
    <section className="panel client-times">
      <header className="panel-head">
        <h2>{t('clients.times.title')}</h2>
        {data && <ChangeTimes client={client} settings={data} onSaved={refetch} />}
      </header>
      {data && <TimesFacts settings={data} />}
      {!data &&
        (error ? <Failure text={errorText(error)} retry={() => void refetch()} /> : <Skeleton active />)}
    </section>
  );
}

/** The days in effect; those of the general settings say so. */
function TimesFacts({ settings }: { settings: ClientSettings }) {
  const { t } = useTranslation();
  return (
    <DescriptionList
      facts={names.map((name) => [
        t(`clients.times.${name}`),
        <>
          {t('home.days', { count: settings.effective[name] })}
          {settings[name] === null && settings.effective[name] === settings.general[name] && (
            <span className="muted"> · {t('clients.times.usual')}</span>
          )}
        </>,
      ])}
    />
  );
}

interface TimesProps {
  client: Client;
  settings: ClientSettings;
  onSaved: () => Promise<unknown>;
}

function ChangeTimes(props: TimesProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeld = useHolds()(clientApi.changeClientSettings);
  if (props.client.deleted_at !== null || !isHeld) return null;
  return (
    <>
      <GuardedButton needs={clientApi.changeClientSettings} size="small" onClick={() => setOpen(true)}>
        {t('actions.edit')}
      </GuardedButton>
      {isOpen && <TimesDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function TimesDialog({ client, settings, onSaved, onClose }: TimesProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const [form] = Form.useForm();
  const [initial] = useState(() => draftOf(fields, settings, currentLocale()));
  const isChanged =
    Form.useWatch((values) => names.some((name) => values[name] !== initial[name]), form) ?? false;
  const { submit, sending, failure } = useSubmit({
    form,
    schema: clientSettingsInput,
    fields: names,
    send: async (input) => {
      await call(clientApi.changeClientSettings, {
        params: { id: client.id },
        body: input,
      });
      onClose();
      notification.success({ message: t('clients.times.saved') });
      await onSaved();
      await invalidate({ resource: 'clients', id: client.id, invalidates: ['detail', 'list'] });
    },
  });
  return (
    <DialogFrame
      title={t('clients.times.title')}
      okText={t('actions.save')}
      okButtonProps={{ disabled: !isChanged }}
      confirmLoading={sending}
      onOk={() => form.submit()}
      isDirty={isChanged}
      onClose={onClose}
      width="32.5rem"
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={() => isChanged && submit(inputOf(fields, form.getFieldsValue(true)))}
        onKeyDown={sendByKeys(form)}
      >
        <p className="muted">{t('clients.times.text')}</p>
        {names.map((name) => (
          <DaysItem key={name} name={name} client={client} settings={settings} />
        ))}
        <FormFailure text={failure} />
        {/* Makes Enter in a field send the form. */}
        <button type="submit" hidden />
      </Form>
    </DialogFrame>
  );
}

function DaysItem({
  name,
  client,
  settings,
}: {
  name: (typeof names)[number];
  client: Client;
  settings: ClientSettings;
}) {
  const { t } = useTranslation();
  return (
    <Form.Item name={name} label={t(`clients.times.${name}`)} extra={t(`clients.times.help.${name}`)}>
      <Input
        inputMode="numeric"
        // There is no end to move once the trial is over.
        {...(name === 'free_period_days' && !isBeforeEnd(client) && { disabled: true })}
        autoComplete="off"
        className="days-input"
        suffix={t('clients.times.days')}
        // The value in effect without an own one; a partner or promo code may have changed the general setting.
        placeholder={t('clients.times.general', {
          days: (settings[name] === null ? settings.effective : settings.general)[name],
        })}
      />
    </Form.Item>
  );
}

/** Whether a client's free trial runs or has yet to begin. */
function isBeforeEnd({ status }: Client): boolean {
  return status === 'unconfirmed' || status === 'trial';
}
