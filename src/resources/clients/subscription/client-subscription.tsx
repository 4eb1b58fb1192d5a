import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { subscriptionApi } from '#contract/routes/subscription.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ClientDiscounts } from '#web/resources/clients/discounts/client-discounts.tsx';
import { ClientUsage } from './client-usage.tsx';
import { TariffChangeDialog } from './tariff-change-dialog.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { ResourceFacts } from '#web/ui/admin/show/resource-show.tsx';

/** A client's tariff, its dates, and what it uses. */
export function ClientSubscription({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="panels">
        <ResourceFacts
          resource={clientResource}
          row={client}
          title={t('clients.parts.subscription')}
          fields={[
            'status',
            'tariff_name',
            'billing_period',
            'next_tariff',
            'trialEnds',
            'remaining_days',
            ...(client.deletion_at === null ? [] : (['deletion_at'] as const)),
          ]}
          {...(client.deleted_at === null && { notes: { deletion_at: t('clients.cabinet.unlessPaid') } })}
        >
          <TariffChange client={client} />
        </ResourceFacts>
        <ClientUsage client={client} />
      </div>
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
    <div className="panel-acts">
      <GuardedButton needs={subscriptionApi.changeTariff} onClick={() => setOpen(true)}>
        {t('clients.tariffChange.open')}
      </GuardedButton>
      {isOpen && <TariffChangeDialog client={client} onClose={() => setOpen(false)} />}
    </div>
  );
}
