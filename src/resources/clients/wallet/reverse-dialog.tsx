import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { reverseInput } from '#contract/clients/wallet.ts';
import type { LedgerEntry } from '#contract/entities/ledger-entry.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { Outcome } from '#web/resources/clients/subscription/outcome.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { TopUpOutcome } from './top-up/top-up-outcome.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

const fields: FormField[] = [{ group: 'reversal', name: 'note', kind: 'lines', label: 'clients.wallet.why' }];

/** Reverses a line of the wallet by another one; the line itself never changes. */
export function ReverseDialog({
  client,
  entry,
  onClose,
}: {
  client: Client;
  entry: LedgerEntry;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const call = useCall();
  const { money } = useFormats();
  const params = { id: client.id, entry: entry.id };
  return (
    <WalletDialog
      client={client}
      danger
      texts="clients.wallet.reverse"
      words={{ amount: money(entry.amount) }}
      name="ledger"
      fields={fields}
      schema={reverseInput}
      act={(body, headers) => call(walletApi.reverse, { params, body, headers })}
      onClose={onClose}
      above={<p>{t('clients.wallet.reverse.text', { kind: t(`ledger.values.kind.${entry.kind}`) })}</p>}
    >
      <ReversalOutcome client={client} amount={-entry.amount} />
    </WalletDialog>
  );
}

/** Returned money may pay what is due at once, like a top-up; removed money has no further effect. */
function ReversalOutcome({ client, amount }: { client: Client; amount: number }) {
  if (amount > 0) return <TopUpOutcome client={client} amount={amount} />;
  const balance_after = client.balance + amount;
  return <Outcome facts={{ charge: 0, balance_after, status: null, trialEnds: null }} />;
}
