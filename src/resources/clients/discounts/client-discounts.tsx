import { Skeleton, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { ClientDiscount } from '#contract/catalogue/discount.ts';
import { discountApi } from '#contract/routes/subscription.ts';
import { errorText } from '#web/providers/i18n.ts';
import { walletKey } from '#web/resources/matching/use-wallet-refresh.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { DiscountDialog } from './discount-dialog.tsx';
import { useDiscountWords } from './discount-words.ts';
import '#web/ui/admin/list/table/list-table.css';

const tones = { running: 'good', used: 'off', ended: 'off' } as const;

/** The discounts that a client was given: who gave them, why, and what remains; a running one can be ended. */
export function ClientDiscounts({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(discountApi.discounts, {
    params: { id: client.id },
    key: [...walletKey(client.id), 'discounts', client.updated_at],
    keepsLast: true,
  });
  const columns = useColumns(client, refetch);
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{t('clients.discounts.title')}</h2>
        <GiveDiscount client={client} />
      </header>
      {error !== null && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {error === null && !data && <Skeleton active paragraph={{ rows: 2 }} />}
      {data?.length === 0 && <p className="muted">{t('clients.discounts.none')}</p>}
      {data !== undefined && data.length > 0 && (
        <div className="table-frame">
          <Table<ClientDiscount>
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={data}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </div>
      )}
    </section>
  );
}

function useColumns(
  client: ClientDetails,
  onEnded: () => Promise<unknown>,
): TableColumnType<ClientDiscount>[] {
  const { t } = useTranslation();
  const words = useDiscountWords();
  const mayEnd = useHolds()(discountApi.endDiscount) && client.deleted_at === null;
  return [
    {
      key: 'what',
      title: t('clients.discounts.what'),
      render: (_, discount) => (
        <>
          {words.value(discount)}
          <div className="muted">{words.periods(discount.periods)}</div>
        </>
      ),
    },
    {
      key: 'left',
      title: t('clients.discounts.remains'),
      render: (_, { state, periods_left, ended_at, ended_by }) => (
        <>
          <StateTag tone={tones[state]} word={t(`clients.discounts.states.${state}`)} />
          {state === 'running' && periods_left !== null && (
            <div className="muted">{t('clients.discounts.left', { count: periods_left })}</div>
          )}
          {ended_at !== null && (
            <div className="muted">
              <Moment iso={ended_at} /> {ended_by?.name}
            </div>
          )}
        </>
      ),
    },
    {
      key: 'reason',
      title: t('clients.wallet.why'),
      render: (_, { reason }) => <div className="ledger-note">{reason}</div>,
    },
    {
      key: 'by',
      title: t('ledger.fields.created_by_name'),
      render: (_, { created_by, created_at }) => (
        <>
          {created_by?.name ?? <span className="muted">{t('clients.discounts.byCode')}</span>}
          <div className="muted">
            <Moment iso={created_at} />
          </div>
        </>
      ),
    },
    ...(mayEnd
      ? [
          {
            key: 'acts',
            render: (_: unknown, discount: ClientDiscount) =>
              discount.state === 'running' && (
                <EndDiscount client={client} discount={discount} onEnded={onEnded} />
              ),
          },
        ]
      : []),
  ];
}

function GiveDiscount({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeld = useHolds()(discountApi.giveDiscount);
  if (client.deleted_at !== null || !isHeld) return null;
  return (
    <>
      <GuardedButton needs={discountApi.giveDiscount} size="small" onClick={() => setOpen(true)}>
        {t('clients.discounts.give.go')}
      </GuardedButton>
      {isOpen && <DiscountDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function EndDiscount({
  client,
  discount,
  onEnded,
}: {
  client: ClientDetails;
  discount: ClientDiscount;
  onEnded: () => Promise<unknown>;
}) {
  const call = useCall();
  const words = useDiscountWords();
  const { day } = useFormats();
  return (
    <ActionButton
      resource="clients"
      id={client.id}
      danger
      needs={discountApi.endDiscount}
      texts="clients.discounts.end"
      words={{ amount: words.value(discount), at: day(discount.created_at) }}
      send={async () => {
        await call(discountApi.endDiscount, { params: { id: client.id, discount: discount.id } });
        await onEnded();
      }}
    />
  );
}
