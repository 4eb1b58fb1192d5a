import { useList } from '@refinedev/core';
import { causeOf } from '#web/providers/data-provider.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Pagination, Select, Skeleton, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { type LedgerEntry, type LedgerKind, ledgerKinds } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ReverseDialog } from './reverse-dialog.tsx';
import { useFormats, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import '#web/ui/admin/list/table/list-table.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

const pageSize = 25;

/** The lines of a wallet, newest first, page by page from the server; a wrong line can be reversed. */
export function ClientLedger({ client }: { client: Client }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [kinds, setKinds] = useState<LedgerKind[]>([]);
  const columns = useColumns(client);
  const { query, result } = useList<LedgerEntry>({
    resource: 'client_ledger',
    meta: {
      params: { id: client.id },
      version: client.updated_at,
      listQuery: {
        page,
        limit: pageSize,
        filters: kinds.length > 0 ? [{ field: 'kind', op: 'in', value: kinds }] : [],
      },
    },
    queryOptions: { placeholderData: keepPreviousData, retry: false },
    errorNotification: false,
  });
  const { isPlaceholderData, isSuccess } = query;
  const isEmpty = isSuccess && result.total === 0;
  return (
    <section className="panel client-ledger">
      <header className="panel-head">
        <h2>{t('clients.wallet.history')}</h2>
        {(!isEmpty || kinds.length > 0) && (
          <Select<LedgerKind[]>
            mode="multiple"
            allowClear
            className="ledger-kinds"
            aria-label={t('ledger.fields.kind')}
            placeholder={t('clients.wallet.anyKind')}
            value={kinds}
            onChange={(chosen) => {
              setKinds(chosen);
              setPage(1);
            }}
            options={ledgerKinds.map((value) => ({ value, label: t(`ledger.values.kind.${value}`) }))}
          />
        )}
      </header>
      {query.isPending && <Skeleton active />}
      {query.error && !query.data && (
        <Failure text={errorText(causeOf(query.error))} retry={() => void query.refetch()} />
      )}
      {isEmpty && <p className="muted">{t('clients.wallet.noHistory')}</p>}
      {isSuccess && !isEmpty && (
        <div className="table-frame" aria-busy={isPlaceholderData}>
          <Table<LedgerEntry>
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={result.data}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        </div>
      )}
      {isSuccess && (
        <Pagination
          hideOnSinglePage
          current={page}
          pageSize={pageSize}
          total={result.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
}

function useColumns(client: Client): TableColumnType<LedgerEntry>[] {
  const { t } = useTranslation();
  const { day, money } = useFormats();
  const mayReverse = useHolds()(walletApi.reverse) && client.deleted_at === null;
  const name = (field: string) => t(declaredKey(`ledger.fields.${field}`));
  return [
    {
      key: 'created_at',
      title: name('created_at'),
      render: (_, { created_at }) => <Moment iso={created_at} />,
    },
    {
      key: 'kind',
      title: name('kind'),
      render: (_, { kind, service, price, discount, reversed_by_id }) => (
        <>
          {t(`ledger.values.kind.${kind}`)}
          {service && <span className="muted"> · {t(`ledger.values.service.${service}`)}</span>}
          {price !== null && discount !== null && discount > 0 && (
            <div className="muted">
              {t('ledger.priced', { price: money(price), discount: money(discount) })}
            </div>
          )}
          {reversed_by_id && <div className="muted">{t('clients.wallet.reversed')}</div>}
        </>
      ),
    },
    {
      key: 'amount',
      title: name('amount'),
      align: 'right',
      render: (_, { amount }) => <Money minorUnits={amount} />,
    },
    {
      key: 'balance_after',
      title: name('balance_after'),
      align: 'right',
      render: (_, { balance_after }) => <Money minorUnits={balance_after} isBalance />,
    },
    {
      key: 'paper',
      title: name('invoice'),
      render: (_, { invoice, year }) => (invoice === null ? <Nothing /> : `${invoice} / ${year}`),
    },
    {
      key: 'period',
      title: name('period'),
      render: (_, { period_start, period_end }) =>
        period_start && period_end ? `${day(period_start)} – ${day(period_end)}` : <Nothing />,
    },
    {
      key: 'by',
      title: name('created_by_name'),
      render: (_, { created_by_name, note }) => (
        <>
          {created_by_name ?? <span className="muted">{t('clients.wallet.bySystem')}</span>}
          {note && <div className="muted ledger-note">{note}</div>}
        </>
      ),
    },
    ...(mayReverse
      ? [
          {
            key: 'acts',
            render: (_: unknown, entry: LedgerEntry) =>
              entry.kind !== 'reversal' &&
              entry.amount !== 0 &&
              entry.reversed_by_id === null && <ReverseButton client={client} entry={entry} />,
          },
        ]
      : []),
  ];
}

function ReverseButton({ client, entry }: { client: Client; entry: LedgerEntry }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <GuardedButton size="small" needs={walletApi.reverse} onClick={() => setOpen(true)}>
        {t('clients.wallet.reverse.short')}
      </GuardedButton>
      {isOpen && <ReverseDialog client={client} entry={entry} onClose={() => setOpen(false)} />}
    </>
  );
}
