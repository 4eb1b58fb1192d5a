import { type Webhook, webhookList } from '#contract/panel/webhook.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';
import { NewWebhook, WebhookEvents, WebhookState } from './webhook-cells.tsx';

/** Systems that are told of events (GROWTH section 18). */
export const webhookResource = defineResource<Webhook>({
  name: 'webhooks',
  path: 'settings/webhooks',
  spec: webhookList,
  title: 'settings.webhooks.title',
  routes: {
    list: webhookApi.webhooks,
    one: webhookApi.webhook,
    update: webhookApi.changeWebhook,
    remove: webhookApi.deleteWebhook,
  },
  show: async () => (await import('./webhook-show.tsx')).webhookShow,
  titleField: 'url',
  csv: true,
  // Written by dialogs of its own, because a new one has a secret that is shown once.
  list: { actions: NewWebhook },
  columns: [
    { field: 'url', shown: true },
    { field: 'enabled', shown: true, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { field: 'events', shown: true, cell: ({ events }) => <WebhookEvents events={events} /> },
    { field: 'waiting', shown: true },
    { field: 'failing_since', shown: true },
    { field: 'off_at' },
    { field: 'created_at', shown: true },
    { field: 'updated_at', file: [] },
  ],
  filters: [{ field: 'url' }, { field: 'enabled' }, { field: 'failing_since' }, { field: 'waiting' }],
});
