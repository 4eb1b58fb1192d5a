import { useOne } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import { walletApi } from '#contract/routes/wallet.ts';
import { useOpenInAddress } from '#web/resources/clients/wallet/open-in-address.ts';
import { ReplenishDialog } from '#web/resources/clients/wallet/top-up/replenish-dialog.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Credits money for an open proforma: the client's top-up, filled in. Not there without the permission. */
export function PayDocument({ document }: { document: Document }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useOpenInAddress('replenish');
  const isHeld = useHolds()(walletApi.replenish);
  const isPayable = isHeld && document.status === 'open' && !document.client_deleted;
  const { result: client, query } = useOne<ClientDetails>({
    resource: 'clients',
    id: document.client.id,
    queryOptions: { enabled: isPayable && isOpen, retry: false },
  });
  if (!isPayable) return null;
  return (
    <>
      <GuardedButton
        needs={walletApi.replenish}
        type="primary"
        shortcut="t"
        loading={query.isFetching}
        onClick={() => setOpen(true)}
      >
        {t('documents.pay')}
      </GuardedButton>
      {isOpen && client && <ReplenishDialog client={client} pays={document} onClose={() => setOpen(false)} />}
    </>
  );
}
