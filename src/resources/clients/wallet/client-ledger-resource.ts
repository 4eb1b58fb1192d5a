import { type LedgerEntry, ledgerList } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** The lines of one client's wallet, as a file has them. */
export const clientLedgerResource = defineResource<LedgerEntry>({
  name: 'client_ledger',
  spec: ledgerList,
  routes: { list: walletApi.ledger },
  csv: true,
  columns: [
    { field: 'created_at', shown: true },
    { field: 'kind', shown: true },
    { field: 'amount', shown: true },
    { field: 'balance_after', shown: true },
    { field: 'invoice', shown: true },
    { field: 'year', shown: true },
    { field: 'period_start', shown: true },
    { field: 'period_end', shown: true },
    { field: 'note', shown: true },
    { field: 'created_by_name', shown: true },
  ],
  filters: [],
});
