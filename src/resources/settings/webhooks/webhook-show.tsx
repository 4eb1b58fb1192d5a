import { useInvalidate } from '@refinedev/core';
import { Alert, App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Webhook } from '#contract/panel/webhook.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { useFormats, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { listPath, type ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';
import { useCall, useRowWrites } from '#web/ui/admin/resource/row-writes.ts';
import { EventNames } from './event-choice.tsx';
import { WebhookState } from './webhook-cells.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { ChangeWebhookDialog, WebhookSecret } from './webhook-form.tsx';
import { webhookResource } from './webhook-resource.tsx';

/** A webhook: what it is told of, and every message to it. */
export const webhookShow: ShowDeclaration<Webhook> = {
  above: OffNotice,
  subtitle: ({ row }) => <WebhookState webhook={row} />,
  actions: Actions,
  parts: [{ part: State }, { part: WebhookDeliveries }],
};

function OffNotice({ row }: { row: Webhook }) {
  const { t } = useTranslation();
  if (row.enabled || !row.off_at) return null;
  return <Alert type="error" showIcon message={t('webhooks.offNotice')} />;
}

function State({ row }: { row: Webhook }) {
  const { t } = useTranslation();
  const { moment, number } = useFormats();
  const { failing_since, off_at, previous_until } = row;
  return (
    <DescriptionPanel
      title={t('webhooks.parts.state')}
      facts={[
        [t('webhooks.fields.events'), <EventNames key="events" of={row.events} />],
        [t('webhooks.fields.waiting'), number(row.waiting)],
        ...(failing_since
          ? [[t('webhooks.fields.failing_since'), moment(failing_since)] as [string, string]]
          : []),
        ...(off_at ? [[t('webhooks.fields.off_at'), moment(off_at)] as [string, string]] : []),
        ...(previous_until
          ? [[t('webhooks.fields.previous_until'), moment(previous_until)] as [string, string]]
          : []),
        [t('webhooks.fields.created_at'), moment(row.created_at)],
      ]}
    />
  );
}

function Actions({ row }: { row: Webhook }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const may = useMay()(webhookApi.changeWebhook);
  const invalidate = useInvalidate();
  const call = useCall();
  const { run, isRunning } = useRowAction('webhooks', row.id);
  return (
    <>
      {may.allowed && <Button onClick={() => setOpen(true)}>{t('actions.edit')}</Button>}
      {row.enabled && (
        <GuardedButton
          needs={webhookApi.testWebhook}
          loading={isRunning}
          onClick={() =>
            void run({
              send: async () => {
                await call(webhookApi.testWebhook, { params: { id: row.id } });
                await invalidate({ resource: 'webhook_deliveries', invalidates: ['resourceAll'] });
              },
              done: t('webhooks.test.done'),
            })
          }
        >
          {t('webhooks.test.go')}
        </GuardedButton>
      )}
      <RotateButton row={row} />
      <DeleteButton row={row} />
      {isOpen && <ChangeWebhookDialog webhook={row} onClose={() => setOpen(false)} />}
    </>
  );
}

function RotateButton({ row }: { row: Webhook }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const call = useCall();
  const [secret, setSecret] = useState<string | null>(null);
  const { run, isRunning } = useRowAction('webhooks', row.id);
  return (
    <>
      <GuardedButton
        needs={webhookApi.rotateWebhookSecret}
        loading={isRunning}
        onClick={() =>
          void modal.confirm({
            title: t('webhooks.rotate.title'),
            content: t('webhooks.rotate.text'),
            okText: t('webhooks.rotate.go'),
            cancelText: t('actions.cancel'),
            onOk: () =>
              run({
                send: async () => {
                  const { data } = await call(webhookApi.rotateWebhookSecret, { params: { id: row.id } });
                  setSecret(data.secret);
                },
                done: t('webhooks.rotate.done'),
              }),
          })
        }
      >
        {t('webhooks.rotate.go')}
      </GuardedButton>
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function DeleteButton({ row }: { row: Webhook }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { remove } = useRowWrites('webhooks');
  const { run, isRunning } = useRowAction('webhooks', row.id);
  return (
    <GuardedButton
      danger
      needs={webhookApi.deleteWebhook}
      loading={isRunning}
      onClick={() =>
        void modal.confirm({
          title: t('webhooks.delete.title', { name: row.url }),
          content: t('webhooks.delete.text'),
          okText: t('actions.delete'),
          okButtonProps: { danger: true },
          cancelText: t('actions.cancel'),
          onOk: () =>
            run({
              send: async () => {
                await remove(row.id);
                await navigate(listPath(webhookResource));
              },
              done: t('webhooks.delete.done'),
            }),
        })
      }
    >
      {t('actions.delete')}
    </GuardedButton>
  );
}
