import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientApi } from '#contract/routes/client.ts';
import { clientEntity } from '#contract/entities/client.ts';
import { DeletedClient } from '#web/resources/clients/client-actions.tsx';
import { ClientNotes } from '#web/resources/clients/notes/client-notes.tsx';
import { NoteByAddress } from '#web/resources/clients/notes/note-button.tsx';
import { PinnedNote } from '#web/resources/clients/notes/pinned-note.tsx';
import { ClientHead } from '#web/resources/clients/head/client-head.tsx';
import { ClientMembers } from '#web/resources/clients/head/client-members.tsx';
import { Copyable } from '#web/resources/clients/head/copyable.tsx';
import { BlockReason, ClosingNote, UnpaidNote } from '#web/resources/clients/head/reasons.tsx';
import { ClientTimeline } from '#web/resources/clients/timeline/client-timeline.tsx';
import { ClientCabinet } from '#web/resources/clients/cabinet/client-cabinet.tsx';
import { FailedCabinet } from '#web/resources/clients/cabinet/failed-cabinet.tsx';
import { ClientSubscription } from '#web/resources/clients/subscription/client-subscription.tsx';
import { ClientWallet, ReplenishByAddress } from '#web/resources/clients/wallet/client-wallet.tsx';
import { WaitingPayments } from '#web/resources/clients/wallet/waiting-payments.tsx';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ClientTimes } from '#web/resources/clients/subscription/client-times.tsx';
import { partOf } from '#web/ui/admin/resource/entity-fields.ts';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { OwnValue } from '#web/ui/admin/kit/own-value.tsx';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { PageTabs, usePageTab } from '#web/ui/admin/kit/page/page-tabs.tsx';
import { PendingEmail } from '#web/ui/admin/show/pending-email.tsx';
import { ResourceFacts, ResourceShow } from '#web/ui/admin/show/resource-show.tsx';
import { LockedHint } from '#web/resources/staff/login-locks/locked-hint.tsx';
import { typedPhoneInGroups } from '#web/ui/shared/phone-groups.ts';
import { ClientVatCheck } from '#web/resources/clients/vat-check.tsx';
import './client-show.css';

/** How often a cabinet with a task under way is read again. */
const creatingMs = 2000;

/** Nothing is under way: of a deleted client the cabinet is suspended a moment later. */
function isSettled({ cabinet, erasure, deleted_at }: ClientDetails): boolean {
  const isErased = erasure === null || erasure.finished_at !== null;
  return cabinet.task === null && isErased && !(deleted_at !== null && cabinet.status === 'active');
}

export function Component() {
  return (
    <ResourceShow<ClientDetails>
      resource={clientResource}
      lookEvery={(client) => (isSettled(client) ? false : creatingMs)}
    >
      {(client) => <ClientPage client={client} />}
    </ResourceShow>
  );
}

const tabs = ['overview', 'money', 'cabinet', 'details'] as const;

function ClientPage({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const tab = usePageTab('tab', tabs);
  return (
    <article>
      <ReplenishByAddress client={client} />
      <NoteByAddress client={client} />
      <ClientHead client={client} />
      <DeletedClient client={client} />
      <LockedHint id={client.id} />
      <BlockReason client={client} />
      <UnpaidNote client={client} />
      <ClosingNote client={client} />
      <PinnedNote client={client} />
      <WaitingPayments client={client} />
      <PageTabs
        parameter="tab"
        tabs={tabs}
        label={t('clients.parts.all')}
        name={(name) => t(`clients.tabs.${name}`)}
      />
      {tab === 'overview' && <Overview client={client} />}
      {tab === 'money' && (
        <>
          <ClientWallet client={client} />
          <ClientTimes client={client} />
        </>
      )}
      {tab === 'cabinet' && <ClientCabinet client={client} />}
      {tab === 'details' && <Details client={client} />}
    </article>
  );
}

/** What happened, and next to it what is known. */
function Overview({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <div className="overview">
      <FailedCabinet client={client} />
      <ClientTimeline client={client} />
      <div className="overview-facts">
        <PendingEmail resource="clients" row={client} />
        <ClientNotes client={client} />
        <ClientSubscription client={client} />
        <ResourceFacts
          resource={clientResource}
          row={client}
          title={t('clients.parts.history')}
          fields={['created_at', 'last_login', 'last_visit']}
        />
      </div>
    </div>
  );
}

/** The fields that staff define; nothing where there are none. */
function OwnFacts({ client: { custom } }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const fields = useOwnFields() ?? [];
  if (fields.length === 0) return null;
  return (
    <DescriptionPanel
      title={t('clients.parts.custom')}
      facts={fields.map((field) => [field.name, <OwnValue field={field} value={custom[field.key]} />])}
    />
  );
}

/** What invoices need; where nothing is known, the way to fill it in. */
function PaymentDetails({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const fields = partOf(clientEntity, 'payment');
  const title = t('clients.parts.payment');
  const isKnown = fields.some((field) => client[field] !== null && client[field] !== '');
  if (isKnown) {
    return (
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={title}
        fields={fields}
        cells={dictatedOf(client)}
      />
    );
  }
  return (
    <section className="panel">
      <h2>{title}</h2>
      <p className="muted">{t('clients.parts.noPayment')}</p>
      {client.deleted_at === null && (
        <WriteLink
          to={editPath(clientResource, client.id)}
          needs={clientApi.changeClient}
          label="clients.parts.fillIn"
        />
      )}
    </section>
  );
}

/** Codes and numbers that are read out, or pasted into a bank's form. */
const dictated = [
  'ident',
  'payment_code',
  'payment_ipn',
  'payment_mfo',
  'payment_account',
  'payment_phone',
] as const;

function dictatedOf(client: ClientDetails): Record<string, ReactNode> {
  return Object.fromEntries(
    dictated.map((field) => [field, <DictatedValue client={client} field={field} />]),
  );
}

/** Such a value with a button that copies it; nothing where there is none. */
function DictatedValue({ client, field }: { client: ClientDetails; field: (typeof dictated)[number] }) {
  const { t } = useTranslation();
  const text = client[field];
  if (text === null || text === '') return <Nothing />;
  const shown = field === 'payment_phone' ? typedPhoneInGroups(text, client) : text;
  return (
    <Copyable text={text} label={t('copy.named', { name: t(`clients.fields.${field}`) })}>
      <bdi>{shown}</bdi>
    </Copyable>
  );
}

function Details({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  return (
    <div className="panels">
      <PendingEmail resource="clients" row={client} />
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.contact')}
        fields={partOf(clientEntity, 'contact', ['name', 'type', 'ident', 'email', 'phone', 'locale'])}
        cells={dictatedOf(client)}
      />
      <ClientMembers client={client} />
      <PaymentDetails client={client} />
      <ResourceFacts
        resource={clientResource}
        row={client}
        title={t('clients.parts.account')}
        fields={partOf(clientEntity, 'account', ['manager'])}
      />
      <OwnFacts client={client} />
      <ClientVatCheck client={client} />
    </div>
  );
}
