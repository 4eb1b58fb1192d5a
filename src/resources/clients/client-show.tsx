import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientEntity } from '#contract/entities/client.ts';
import { ClientActions, DeletedClient } from '#web/resources/clients/client-actions.tsx';
import { ClientActivity } from '#web/resources/clients/client-activity.tsx';
import { ClientCabinet } from '#web/resources/clients/cabinet/client-cabinet.tsx';
import { ClientSubscription } from '#web/resources/clients/subscription/client-subscription.tsx';
import {
  ClientWallet,
  ReplenishButton,
  ReplenishByAddress,
} from '#web/resources/clients/wallet/client-wallet.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ClientTimes } from '#web/resources/clients/subscription/client-times.tsx';
import { SignInAsClient } from '#web/resources/clients/sign-in-as-client.tsx';
import { partOf } from '#web/ui/admin/resource/entity-fields.ts';
import { PageTabs, usePageTab } from '#web/ui/admin/kit/page/page-tabs.tsx';
import { PendingEmail } from '#web/ui/admin/show/pending-email.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/admin/show/resource-show.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { LockedHint } from '#web/resources/login-locks/locked-hint.tsx';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import { ClientVatCheck } from '#web/resources/clients/vat-check.tsx';
import './client-show.css';
import { ClientState } from '#web/ui/admin/kit/state-tag.tsx';

/** How often a cabinet with a task under way is read again. */
const creatingMs = 2000;

export function Component() {
  return (
    <ResourceShow<ClientDetails>
      resource={clientResource}
      lookEvery={({ cabinet }) => (cabinet.task === null ? false : creatingMs)}
    >
      {(client) => <ClientPage client={client} />}
    </ResourceShow>
  );
}

const tabs = ['profile', 'subscription', 'wallet', 'cabinet', 'payment', 'activity'] as const;

function ClientPage({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const tab = usePageTab('tab', tabs);
  return (
    <article>
      <DeletedClient client={client} />
      <LockedHint id={client.id} />
      <ReplenishByAddress client={client} />
      <header className="show-head">
        <div>
          <PageHeading title={client.name} />
          <p className="show-subtitle">
            {client.deleted_at !== null && <DeletedWord />}
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
      <PendingEmail resource="clients" row={client} />
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.contact')}
        fields={partOf(clientEntity, 'contact', ['name', 'type', 'ident', 'email', 'phone', 'locale'])}
      />
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.history')}
        fields={partOf(clientEntity, 'account', ['manager', 'created_at', 'last_login', 'last_visit'])}
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
        fields={partOf(clientEntity, 'payment')}
      />
      <ClientVatCheck client={client} />
    </div>
  );
}
