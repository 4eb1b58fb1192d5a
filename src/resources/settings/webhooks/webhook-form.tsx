import { useInvalidate } from '@refinedev/core';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Webhook, webhookChanges, webhookInput } from '#contract/panel/webhook.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { FormDialog } from '#web/ui/admin/form/form-dialog.tsx';
import { ShownOnce } from '#web/ui/admin/kit/shown-once.tsx';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { EventChoice, EventNames } from './event-choice.tsx';

const fields: readonly FormField[] = [
  { name: 'url', group: 'webhook', kind: 'text', help: true, placeholder: 'https://' },
  {
    name: 'events',
    group: 'webhook',
    kind: 'control',
    help: true,
    control: EventChoice,
    shown: (types) => <EventNames of={types} />,
  },
  { name: 'enabled', group: 'webhook', kind: 'switch' },
];

const newFields = fields.filter(({ name }) => name !== 'enabled');
const newWebhook = webhookInput.omit({ enabled: true });

/** Adds a webhook, and shows its secret once. */
export default function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const invalidate = useInvalidate();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('webhooks.new')}
      okText={t('actions.create')}
      name="webhooks"
      fields={newFields}
      schema={newWebhook}
      initial={{ url: '', events: [] }}
      onClose={onClose}
      send={async (body) => {
        const { data } = await call(webhookApi.createWebhook, { body });
        setSecret(data.secret);
        await invalidate({ resource: 'webhooks', invalidates: ['list'] });
      }}
    />
  );
}

/** Changes a webhook, or switches it on or off. */
export function ChangeWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const call = useCall();
  const invalidate = useInvalidate();
  const { id, url, events, enabled, updated_at } = webhook;
  return (
    <FormDialog
      title={t('webhooks.edit')}
      okText={t('actions.save')}
      name="webhooks"
      fields={fields}
      schema={webhookChanges}
      initial={{ url, events, enabled }}
      onClose={onClose}
      send={async (input) => {
        await call(webhookApi.changeWebhook, { params: { id }, body: { ...input, updated_at } });
        onClose();
        notification.success({ message: t('webhooks.saved') });
        await invalidate({ resource: 'webhooks', id, invalidates: ['list', 'detail'] });
        await invalidate({ resource: 'webhook_deliveries', invalidates: ['resourceAll'] });
      }}
    />
  );
}

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ShownOnce
      title={t('webhooks.secret.title')}
      text={t('webhooks.secret.text')}
      okText={t('webhooks.secret.close')}
      secret={secret}
      onClose={onClose}
    />
  );
}
