import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/client.ts';
import { BonusDialog } from '#web/resources/clients/bonus-dialog.tsx';
import { ClientForecast } from '#web/resources/clients/client-forecast.tsx';
import { ClientLedger } from '#web/resources/clients/client-ledger.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ReplenishDialog } from '#web/resources/clients/replenish-dialog.tsx';
import { useMay } from '#web/ui/admin-context.ts';
import { useOpenInAddress } from '#web/ui/open-in-address.ts';
import { GuardedButton } from '#web/ui/guarded-button.tsx';
import { useDraftDialog } from '#web/ui/form/kept-draft.ts';
import { ResourceFacts } from '#web/ui/resource-show.tsx';

/** The wallet of a client: what is in it, what happened in it, and what will. */
export function ClientWallet({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="panels">
        <ResourceFacts
          resource={clientResource}
          row={client}
          title={t('clients.parts.wallet')}
          fields={['balance', 'recommended_amount', 'lasts_until', 'last_top_up']}
        >
          <WalletActs client={client} />
        </ResourceFacts>
        <ClientForecast client={client} />
      </div>
      <ClientLedger client={client} />
    </>
  );
}

function WalletActs({ client }: { client: ClientDetails }) {
  return (
    <div className="panel-acts">
      <ReplenishButton client={client} />
      <BonusButton client={client} />
    </div>
  );
}

/** Opens the dialog of a top-up; not there for whoever may not, nor for a client that is deleted. */
export function ReplenishButton({ client }: { client: ClientDetails }) {
  const [, setOpen] = useOpenInAddress('replenish');
  return (
    <WalletButton
      client={client}
      type="primary"
      label="clients.wallet.replenish.go"
      onClick={() => setOpen(true)}
    />
  );
}

/** The dialog itself, once on the page: a button opens it, or an address that the palette leads to. */
export function ReplenishByAddress({ client }: { client: ClientDetails }) {
  const [isOpen, setOpen] = useOpenInAddress('replenish');
  const may = useMay()('clients.replenish', { write: true });
  if (!isOpen || client.deleted_at !== null || !may.allowed) return null;
  return <ReplenishDialog client={client} onClose={() => setOpen(false)} />;
}

function BonusButton({ client }: { client: ClientDetails }) {
  const [isOpen, setOpen] = useDraftDialog('bonus');
  return (
    <>
      <WalletButton client={client} label="clients.wallet.bonus.go" onClick={() => setOpen(true)} />
      {isOpen && <BonusDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function WalletButton({
  client,
  label,
  ...button
}: {
  client: ClientDetails;
  label: string;
  type?: 'primary';
  onClick: () => void;
}) {
  const { t } = useTranslation();
  const isHeld = useMay()('clients.replenish', { write: false }).allowed;
  if (client.deleted_at !== null || !isHeld) return null;
  return (
    <GuardedButton needs="clients.replenish" {...button}>
      {t(label)}
    </GuardedButton>
  );
}
