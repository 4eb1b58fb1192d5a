import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Guarded } from '#web/providers/access-control-provider.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { documentApi } from '#contract/routes/document.ts';
import { BonusDialog } from './bonus-dialog.tsx';
import { ClientForecast } from '#web/resources/clients/subscription/client-forecast.tsx';
import { ClientLedger } from './client-ledger.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { NewestMoney } from './newest-money.tsx';
import { OpenProformas } from './open-proformas.tsx';
import { ProformaDialog } from './proforma-dialog.tsx';
import { ReplenishDialog } from './top-up/replenish-dialog.tsx';
import { useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { useOpenInAddress } from './open-in-address.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { ResourceFacts } from '#web/ui/admin/show/resource-show.tsx';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';

/** A client's wallet: what to top up, the history, and what comes next; the balance is in the page's head. */
export function ClientWallet({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="panels">
        <ResourceFacts
          resource={clientResource}
          row={client}
          title={t('clients.parts.wallet')}
          fields={['recommended_amount', 'last_top_up']}
        >
          <WalletActs client={client} />
          <OpenProformas client={client} />
        </ResourceFacts>
        <ClientForecast client={client} />
        <NewestMoney client={client} />
      </div>
      <ClientLedger client={client} />
    </>
  );
}

/** What can be done with the money besides a top-up, which is the first act of the page's head. */
function WalletActs({ client }: { client: ClientDetails }) {
  return (
    <div className="panel-acts">
      <BonusButton client={client} />
      <ProformaButton client={client} />
    </div>
  );
}

/** Opens the dialog of a top-up, the page's first act; absent without the permission or for a deleted client. */
export function ReplenishButton({ client }: { client: ClientDetails }) {
  const [, setOpen] = useOpenInAddress('replenish');
  return (
    <WalletButton
      client={client}
      type="primary"
      label="clients.wallet.replenish.go"
      shortcut="t"
      onClick={() => setOpen(true)}
    />
  );
}

/** The dialog itself, once on the page: opened by a button, or by an address from the palette. */
export function ReplenishByAddress({ client }: { client: ClientDetails }) {
  const [isOpen, setOpen] = useOpenInAddress('replenish');
  const may = useMay()(walletApi.replenish);
  if (!isOpen || client.deleted_at !== null || !may.allowed) return null;
  return <ReplenishDialog client={client} onClose={() => setOpen(false)} />;
}

function BonusButton({ client }: { client: ClientDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WalletButton client={client} label="clients.wallet.bonus.go" onClick={() => setOpen(true)} />
      {isOpen && <BonusDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function ProformaButton({ client }: { client: ClientDetails }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WalletButton
        client={client}
        needs={documentApi.issueDocument}
        label="clients.wallet.proforma.go"
        onClick={() => setOpen(true)}
      />
      {isOpen && <ProformaDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}

function WalletButton({
  client,
  needs = walletApi.replenish,
  label,
  ...button
}: {
  client: ClientDetails;
  needs?: Guarded;
  label: TextKey;
  type?: 'primary';
  shortcut?: string;
  onClick: () => void;
}) {
  const { t } = useTranslation();
  const isHeld = useHolds()(needs);
  if (client.deleted_at !== null || !isHeld) return null;
  return (
    <GuardedButton needs={needs} {...button}>
      {t(label)}
    </GuardedButton>
  );
}
