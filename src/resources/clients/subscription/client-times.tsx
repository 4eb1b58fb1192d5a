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
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { useSubmit } from '#web/ui/admin/form/submit/use-submit.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { SaveButton } from '#web/ui/admin/form/submit/save-button.tsx';
import { FormFailure } from '#web/ui/admin/form/submit/form-failure.tsx';

const names = ['free_period_days', 'term_without_payment_days', 'database_retention_days'] as const;
const fields = names.map((name): FormField => ({ name, group: 'times', kind: 'number' }));

/** One client's own cabinet times; an empty one means the general setting (specification, section 3). */
export function ClientTimes({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(clientApi.clientSettings, { params: { id: client.id } });
  return (
    <section className="panel client-times">
      <h2>{t('clients.times.title')}</h2>
      {data && <TimesForm key={JSON.stringify(data)} client={client} settings={data} onSaved={refetch} />}
      {!data &&
        (error ? <Failure text={errorText(error)} retry={() => void refetch()} /> : <Skeleton active />)}
    </section>
  );
}

function TimesForm({
  client,
  settings,
  onSaved,
}: {
  client: Client;
  settings: ClientSettings;
  onSaved: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const call = useCall();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const isHeld = useHolds()(clientApi.changeClientSettings);
  const mayWrite = useMay()(clientApi.changeClientSettings);
  const refusal = client.deleted_at === null ? mayWrite.reason : t('form.deleted');
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
      notification.success({ message: t('clients.times.saved') });
      await onSaved();
      await invalidate({ resource: 'clients', id: client.id, invalidates: ['detail', 'list'] });
    },
  });
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={initial}
      disabled={refusal !== undefined}
      onFinish={() => submit(inputOf(fields, form.getFieldsValue(true)))}
    >
      <p className="muted">{t('clients.times.text')}</p>
      {names.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`clients.times.${name}`)}
          extra={t(`clients.times.help.${name}`)}
        >
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
      ))}
      <FormFailure text={failure} />
      {isHeld && (
        <Hint text={refusal}>
          <SaveButton sending={sending} isDisabled={refusal !== undefined || !isChanged}>
            {t('actions.save')}
          </SaveButton>
        </Hint>
      )}
    </Form>
  );
}

/** Whether a client's free trial runs or has yet to begin. */
function isBeforeEnd({ status }: Client): boolean {
  return status === 'unconfirmed' || status === 'trial';
}
