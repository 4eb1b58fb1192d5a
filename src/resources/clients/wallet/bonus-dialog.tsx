import { useTranslation } from 'react-i18next';
import type { Client } from '#contract/entities/client.ts';
import { bonusInput } from '#contract/clients/wallet.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { WalletDialog } from './wallet-dialog.tsx';

const fields: FormField[] = [
  { group: 'bonus', name: 'amount', kind: 'money' },
  { group: 'bonus', name: 'note', kind: 'lines', label: 'clients.wallet.why' },
];

/** A bonus: money that nobody paid, with the reason for it. */
export function BonusDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  return (
    <WalletDialog
      client={client}
      texts="clients.wallet.bonus"
      words={{ name: client.name }}
      name="ledger"
      fields={fields}
      schema={bonusInput}
      act={(body, headers) => call(walletApi.giveBonus, { params: { id: client.id }, body, headers })}
      onClose={onClose}
      above={<p className="muted">{t('clients.wallet.bonus.text')}</p>}
    />
  );
}
