import { Link } from 'react-router';
import { type AllLedgerEntry, allLedgerList } from '#contract/entities/ledger-entry.ts';
import { ledgerApi } from '#contract/routes/wallet.ts';
import { LedgerSums } from '#web/resources/ledger/ledger-sums.tsx';
import { defineResource, showPath } from '#web/ui/admin/resource/define-resource.ts';

/** The lines of all clients' wallets with their sums (GROWTH section 16). */
export const ledgerResource = defineResource<AllLedgerEntry>({
  name: 'ledger',
  path: 'money/ledger',
  spec: allLedgerList,
  routes: { list: ledgerApi.lines },
  list: { summary: LedgerSums },
  csv: true,
  columns: [
    { field: 'created_at', shown: true },
    { field: 'value_date', shown: true },
    {
      field: 'client_name',
      shown: true,
      isCut: true,
      cell: ({ client }) => <Link to={showPath({ name: 'clients' }, client.id)}>{client.name}</Link>,
    },
    { field: 'kind', shown: true },
    { field: 'price' },
    { field: 'discount' },
    { field: 'amount', shown: true },
    { field: 'balance_after' },
    { field: 'service' },
    {
      field: 'invoice',
      cell: ({ invoice, document }) =>
        document ? <Link to={showPath({ name: 'money/documents' }, document.id)}>{invoice}</Link> : invoice,
    },
    { field: 'year' },
    { field: 'tariff_name', shown: true },
    { field: 'period_start' },
    { field: 'period_end' },
    { field: 'note', shown: true },
    { field: 'created_by_name' },
  ],
  filters: [
    { field: 'value_date', often: true, last: true },
    { field: 'kind', often: true },
    { field: 'client_name' },
    { field: 'tariff_id', often: true, from: 'tariffs' },
    { field: 'amount', often: true },
    { field: 'discount' },
    { field: 'service' },
    { field: 'created_at', last: true },
    { field: 'client_id', byLink: true },
  ],
});
