import { useInvalidate } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import { type Client, type ClientSettings, clientSettingsInput } from '#contract/client.ts';
import { currentLocale, errorText } from '#web/providers/i18n.ts';
import { useAdmin, useMay } from '#web/ui/admin-context.ts';
import type { FormField } from '#web/ui/define-resource.ts';
import { Failure } from '#web/ui/failure.tsx';
import { draftOf, inputOf } from '#web/ui/form/form-draft.ts';
import { Hint } from '#web/ui/hint.tsx';
import { useKeptDraft } from '#web/ui/form/kept-draft.ts';
import { useSubmit } from '#web/ui/form/use-submit.ts';

const names = ['free_period_days', 'term_without_payment_days', 'database_retention_days'] as const;
const fields = names.map((name): FormField => ({ name, group: 'times', kind: 'number' }));

/** The cabinet time settings of one client; an empty one is the general setting (specification, section 3). */
export function ClientTimes({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { clientSettings } = useMemo(() => adminClientsApi(config.variant), [config.variant]);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(client.id),
    queryFn: ({ signal }) => http.call(clientSettings, { params: { id: client.id }, signal }),
    retry: false,
  });
  return (
    <section className="panel client-times">
      <h2>{t('clients.times.title')}</h2>
      {data && <TimesForm key={JSON.stringify(data.data)} client={client} settings={data.data} />}
      {!data &&
        (error ? <Failure text={errorText(error)} retry={() => void refetch()} /> : <Skeleton active />)}
    </section>
  );
}

function TimesForm({ client, settings }: { client: Client; settings: ClientSettings }) {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { changeClientSettings } = useMemo(() => adminClientsApi(config.variant), [config.variant]);
  const { notification } = App.useApp();
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  const may = useMay();
  const mayWrite = may('clients.write', { write: true });
  const refusal = client.deleted_at === null ? mayWrite.reason : t('form.deleted');
  const [form] = Form.useForm();
  const [initial] = useState(() => draftOf(fields, settings, currentLocale()));
  useKeptDraft({ name: 'times', form, initial });
  const { submit, sending, failure } = useSubmit({
    form,
    schema: clientSettingsInput,
    fields: names,
    send: async (input) => {
      const answer = await http.call(changeClientSettings, { params: { id: client.id }, body: input });
      notification.success({ message: t('clients.times.saved') });
      queries.setQueryData(keyOf(client.id), answer);
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
            autoComplete="off"
            className="days-input"
            suffix={t('clients.times.days')}
            // What holds without one's own: a partner or a promo code may have said more than the general setting.
            placeholder={t('clients.times.general', {
              days: (settings[name] === null ? settings.effective : settings.general)[name],
            })}
          />
        </Form.Item>
      ))}
      {failure && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {may('clients.write', { write: false }).allowed && (
        <Hint text={refusal}>
          <Button type="primary" htmlType="submit" loading={sending}>
            {t('actions.save')}
          </Button>
        </Hint>
      )}
    </Form>
  );
}

function keyOf(id: string): readonly string[] {
  return ['client-settings', id];
}
