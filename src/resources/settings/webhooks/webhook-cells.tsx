import { useTranslation } from 'react-i18next';
import { lazy, Suspense, useState } from 'react';
import type { EventType } from '#contract/panel/event-types.ts';
import type { Webhook } from '#contract/panel/webhook.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Hint } from '#web/ui/admin/kit/hint.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';

const NewWebhookDialog = lazy(() => import('./webhook-form.tsx'));

/** Whether it is told of events. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { enabled, off_at, failing_since } = webhook;
  if (!enabled && off_at) return <StateTag tone="bad" word={t('webhooks.state.given_up')} />;
  if (!enabled) return <StateTag tone="off" word={t('webhooks.state.off')} />;
  return failing_since ? (
    <StateTag tone="warning" word={t('webhooks.state.failing')} />
  ) : (
    <StateTag tone="good" word={t('webhooks.state.on')} />
  );
}

/** Its types: the first by its name, the others in a tooltip. */
export function WebhookEvents({ events }: { events: readonly EventType[] }) {
  const { t } = useTranslation();
  const names = events.map((type) => t(`webhook_deliveries.values.type.${type}`));
  const [first, ...others] = names;
  if (others.length === 0) return first;
  return (
    <Hint text={names.join(', ')}>
      <span>
        {first} <span className="muted">+{others.length}</span>
      </span>
    </Hint>
  );
}

/** Adds a webhook. */
export function NewWebhook() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton type="primary" needs={webhookApi.createWebhook} onClick={() => setOpen(true)}>
        {t('webhooks.new')}
      </GuardedButton>
      {isOpen && (
        <Suspense fallback={null}>
          <NewWebhookDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
