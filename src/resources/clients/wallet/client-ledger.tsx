import { useList } from '@refinedev/core';
import { causeOf } from '#web/providers/data-provider.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { Pagination, Select, Skeleton, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { type LedgerEntry, type LedgerKind, ledgerKinds } from '#contract/entities/ledger-entry.ts';
import { emptyListQuery, type Filter } from '#contract/kernel/list-query.ts';
import { errorText } from '#web/providers/i18n.ts';
import { clientLedgerResource } from './client-ledger-resource.ts';
import { LedgerCards } from './ledger-cards.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import {
  EntryAuthor,
  EntryKind,
  EntryMore,
  EntryPaper,
  EntryPeriod,
  isReversible,
  ReverseButton,
  useMayReverse,
} from './ledger-entry-cells.tsx';
import { CsvExport } from '#web/ui/admin/list/csv-export.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import '#web/ui/admin/list/table/list-table.css';
import { useLate } from '#web/ui/admin/resource/use-late.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

const pageSize = 25;

/**
 * The lines of a wallet, newest first, page by page from the server; a wrong line can be reversed. On a phone each is two
 * lines of text, which open.
 */
export function ClientLedger({ client }: { client: Client }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [kinds, setKinds] = useState<LedgerKind[]>([]);
  const columns = useColumns(client);
  const isPhone = useIsPhone();
  const filters: Filter[] = kinds.length > 0 ? [{ field: 'kind', op: 'in', value: kinds }] : [];
  const { query, result } = useList<LedgerEntry>({
    resource: 'client_ledger',
    meta: {
      params: { id: client.id },
      version: client.updated_at,
      listQuery: {
        page,
        limit: pageSize,
        filters,
      },
    },
    queryOptions: { placeholderData: keepPreviousData, retry: false },
    errorNotification: false,
  });
  const { isPlaceholderData, isSuccess } = query;
  const isLate = useLate(isPlaceholderData);
  const isEmpty = isSuccess && result.total === 0;
  return (
    <section className="panel client-ledger">
      <header className="panel-head">
        <h2>{t('clients.wallet.history')}</h2>
        {(!isEmpty || kinds.length > 0) && (
          <LedgerTools
            client={client}
            filters={filters}
            total={result.total}
            kinds={kinds}
            onChoose={(chosen) => {
              setKinds(chosen);
              setPage(1);
            }}
          />
        )}
      </header>
      {(query.isPending || (isLate && isPhone)) && <Skeleton active />}
      {query.error && !query.data && (
        <Failure text={errorText(causeOf(query.error))} retry={() => void query.refetch()} />
      )}
      {isEmpty && <p className="muted">{t('clients.wallet.noHistory')}</p>}
      {isSuccess && !isEmpty && (
        <div className="table-frame" aria-busy={isPlaceholderData}>
          {isPhone ? (
            !isLate && <LedgerCards client={client} entries={result.data} />
          ) : (
            <Table<LedgerEntry>
              size="small"
              className={isLate ? 'rows-late' : ''}
              rowKey="id"
              columns={columns}
              dataSource={result.data}
              pagination={false}
              scroll={{ x: 'max-content' }}
            />
          )}
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

/** Which lines, and these as a file. */
function LedgerTools({
  client,
  filters,
  total,
  kinds,
  onChoose,
}: {
  client: Client;
  filters: Filter[];
  total: number | undefined;
  kinds: LedgerKind[];
  onChoose: (kinds: LedgerKind[]) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="ledger-tools">
      <Select<LedgerKind[]>
        mode="multiple"
        allowClear
        className="ledger-kinds"
        aria-label={t('ledger.fields.kind')}
        placeholder={t('clients.wallet.anyKind')}
        value={kinds}
        onChange={onChoose}
        options={ledgerKinds.map((value) => ({ value, label: t(`ledger.values.kind.${value}`) }))}
      />
      <CsvExport
        resource={clientLedgerResource}
        params={{ id: client.id }}
        query={{ ...emptyListQuery, filters }}
        columns={clientLedgerResource.columns.map(({ field }) => field)}
        total={total}
      />
    </div>
  );
}

function useColumns(client: Client): TableColumnType<LedgerEntry>[] {
  const { t } = useTranslation();
  const mayReverse = useMayReverse(client);
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
      render: (_, entry) => (
        <>
          <EntryKind entry={entry} />
          <EntryMore entry={entry} />
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
    { key: 'paper', title: name('invoice'), render: (_, entry) => <EntryPaper entry={entry} /> },
    {
      key: 'period',
      title: name('period'),
      render: (_, entry) => <EntryPeriod entry={entry} />,
    },
    {
      key: 'by',
      title: name('created_by_name'),
      render: (_, entry) => <EntryAuthor entry={entry} />,
    },
    ...(mayReverse
      ? [
          {
            key: 'acts',
            render: (_: unknown, entry: LedgerEntry) =>
              isReversible(entry) && <ReverseButton client={client} entry={entry} />,
          },
        ]
      : []),
  ];
}
