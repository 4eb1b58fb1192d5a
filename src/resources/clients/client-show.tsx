import { useTranslation } from 'react-i18next';
import type { Client, ClientDetails } from '#contract/client.ts';
import { ClientActions, DeletedClient } from '#web/resources/clients/client-actions.tsx';
import { ClientActivity } from '#web/resources/clients/client-activity.tsx';
import { ClientCabinet } from '#web/resources/clients/client-cabinet.tsx';
import { ClientState } from '#web/resources/clients/client-cells.tsx';
import { ClientSubscription } from '#web/resources/clients/client-subscription.tsx';
import { ClientWallet, ReplenishButton, ReplenishByAddress } from '#web/resources/clients/client-wallet.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ClientTimes } from '#web/resources/clients/client-times.tsx';
import { SignInAsClient } from '#web/resources/clients/sign-in-as-client.tsx';
import { PageTabs, usePageTab } from '#web/ui/page-tabs.tsx';
import { Permitted } from '#web/ui/permitted.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/resource-show.tsx';
import './client-show.css';

/** How often a cabinet with work under way is looked at. */
const creatingMs = 2000;

export function Component() {
  return (
    <Permitted to="clients.read">
      <ResourceShow<Client, ClientDetails>
        resource={clientResource}
        refetchInterval={({ cabinet }) => (cabinet.task === null ? false : creatingMs)}
      >
        {(client) => <ClientPage client={client} />}
      </ResourceShow>
    </Permitted>
  );
}

const tabs = ['profile', 'subscription', 'wallet', 'cabinet', 'payment', 'activity'] as const;

function ClientPage({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const tab = usePageTab('tab', tabs);
  return (
    <article>
      <DeletedClient client={client} />
      <ReplenishByAddress client={client} />
      <header className="show-head">
        <div>
          <h1>{client.name}</h1>
          <p className="show-subtitle">
            <ClientState status={client.status} />
            <span className="muted">{t(`clients.values.type.${client.type}`)}</span>
            <a href={`mailto:${client.email}`}>{client.email}</a>
          </p>
        </div>
        <div className="show-actions">
          <ReplenishButton client={client} />
          <SignInAsClient client={client} />
          {client.deleted_at === null && <ClientActions client={client} />}
        </div>
      </header>
      <PageTabs
        parameter="tab"
        tabs={tabs}
        label={t('clients.parts.all')}
        name={(name) => t(`clients.tabs.${name}`)}
      />
      {tab === 'profile' && <Profile client={client} />}
      {tab === 'subscription' && <ClientSubscription client={client} />}
      {tab === 'wallet' && <ClientWallet client={client} />}
      {tab === 'cabinet' && (
        <>
          <ClientCabinet client={client} />
          <ClientTimes client={client} />
        </>
      )}
      {tab === 'payment' && <Payment client={client} />}
      {tab === 'activity' && <ClientActivity client={client} />}
    </article>
  );
}

function Profile({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <div className="panels">
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.contact')}
        fields={['name', 'type', 'ident', 'email', 'phone', 'address', 'vat_number', 'locale']}
      />
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.history')}
        fields={['manager', 'created_at', 'last_login', 'last_visit', 'registration_source', 'promo_code']}
      />
    </div>
  );
}

function Payment({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <div className="panels">
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.tabs.payment')}
        fields={[
          'payment_payer',
          'payment_code',
          'payment_ipn',
          'payment_bank',
          'payment_mfo',
          'payment_account',
          'payment_address',
          'payment_phone',
          'payment_product',
        ]}
      />
    </div>
  );
}
