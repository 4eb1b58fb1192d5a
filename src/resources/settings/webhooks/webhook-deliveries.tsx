import { useInfiniteList } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DeliveryStatus } from '#contract/panel/event-types.ts';
import type { Delivery, Webhook } from '#contract/panel/webhook.ts';
import { webhookApi } from '#contract/routes/panel/webhook.ts';
import { causeOf } from '#web/providers/data-provider.ts';
import { errorText } from '#web/providers/i18n.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useRowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { StateTag, type Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import './webhook-deliveries.css';

const pageSize = 25;
const lookEveryMs = 3000;
const tones: Record<DeliveryStatus, Tone> = { waiting: 'new', delivered: 'good', failed: 'bad' };

/** The messages to a webhook, newest first, and what became of each. */
export function WebhookDeliveries({ row: webhook }: { row: Webhook }) {
  const { t } = useTranslation();
  const { query, result } = useInfiniteList<Delivery>({
    resource: 'webhook_deliveries',
    pagination: { pageSize },
    meta: { params: { id: webhook.id } },
    queryOptions: { retry: false },
    errorNotification: false,
  });
  // A new message shifts the pages, so one can come twice.
  const rows = new Map(query.data?.pages.flatMap(({ data }) => data).map((one) => [one.id, one]));
  const isMoving = [...rows.values()].some(({ status }) => status === 'waiting');
  usePolling(() => void query.refetch(), isMoving && lookEveryMs);
  return (
    <section className="panel webhook-deliveries" aria-busy={query.isFetching}>
      <header className="panel-head">
        <h2>{t('webhook_deliveries.title')}</h2>
      </header>
      {query.error && !query.data && (
        <Failure text={errorText(causeOf(query.error))} retry={() => void query.refetch()} />
      )}
      {query.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {query.data && rows.size === 0 && <p className="muted">{t('webhook_deliveries.none')}</p>}
      <ul className="delivery-list">
        {[...rows.values()].map((one) => (
          <li key={one.id}>
            <Message webhook={webhook} delivery={one} />
          </li>
        ))}
      </ul>
      {result.hasNextPage && (
        <Button size="small" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('clients.activity.more')}
        </Button>
      )}
    </section>
  );
}

function Message({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const call = useCall();
  const { id, type, client_id, status, attempts, response_status, error, next_at } = delivery;
  const { run, isRunning } = useRowAction('webhook_deliveries', id);
  return (
    <>
      <div>
        <StateTag tone={tones[status]} word={t(`webhook_deliveries.values.status.${status}`)} />
        <strong>{t(`webhook_deliveries.values.type.${type}`)}</strong>
        <span className="muted">{moment(delivery.created_at)}</span>
        {client_id !== null && (
          <Link to={showPath({ name: 'clients' }, client_id)}>
            {t('webhook_deliveries.fields.client_id')}
          </Link>
        )}
      </div>
      <div className="muted">
        {t('webhook_deliveries.fields.attempts')}: {attempts}
        {response_status !== null && ` · ${response_status}`}
        {error && ` · ${t(`webhook_deliveries.values.error.${error}`)}`}
        {status === 'waiting' &&
          attempts > 0 &&
          next_at &&
          ` · ${t('webhook_deliveries.fields.next_at')}: ${moment(next_at)}`}
      </div>
      {webhook.enabled && (
        <GuardedButton
          size="small"
          needs={webhookApi.resendDelivery}
          loading={isRunning}
          onClick={() =>
            void run({
              send: () => call(webhookApi.resendDelivery, { params: { id } }),
              done: t('webhook_deliveries.resent'),
            })
          }
        >
          {t('webhook_deliveries.resend')}
        </GuardedButton>
      )}
    </>
  );
}
