import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { subscriptionApi } from '#contract/routes/subscription.ts';
import { ClientDiscounts } from '#web/resources/clients/discounts/client-discounts.tsx';
import { ClientUsage } from './client-usage.tsx';
import { TariffChangeDialog } from './tariff-change-dialog.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';

/** What a client uses of its tariff, and the way to another one; the tariff and its dates are in the page's head. */
export function ClientSubscription({ client }: { client: ClientDetails }) {
  return (
    <>
      <ClientUsage client={client}>
        <TariffChange client={client} />
      </ClientUsage>
      <ClientDiscounts client={client} />
    </>
  );
}

function TariffChange({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isHeld = useHolds()(subscriptionApi.changeTariff);
  if (client.deleted_at !== null || !isHeld) return null;
  return (
    <>
      <GuardedButton needs={subscriptionApi.changeTariff} size="small" onClick={() => setOpen(true)}>
        {t('clients.tariffChange.open')}
      </GuardedButton>
      {isOpen && <TariffChangeDialog client={client} onClose={() => setOpen(false)} />}
    </>
  );
}
