import { useTranslation } from 'react-i18next';
import { type Client, client as clientRow } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientApi } from '#contract/routes/client.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { DeletedBanner } from '#web/ui/admin/show/deleted-banner.tsx';
import type { RowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';
import { useCall, useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

const version = clientRow.pick({ status: true, updated_at: true });

/** What can be done to a client that is not deleted: change, invite, block or unblock, delete. */
export function ClientActions({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { block, unblock, remove, sendEmail } = useClientActs(client);
  const place = { resource: 'clients', id: client.id } as const;
  const { name, email, awaits } = client;
  return (
    <>
      <WriteLink
        to={editPath(clientResource, client.id)}
        needs={clientApi.changeClient}
        label="actions.edit"
      />
      {awaits && (
        <ActionButton
          {...place}
          needs={clientApi.inviteClient}
          label={t(`clients.awaitedEmail.${awaits}.send`)}
          question={{
            title: t(`clients.awaitedEmail.${awaits}.title`, { email }),
            text: t('clients.awaitedEmail.text'),
          }}
          act={sendEmail}
        />
      )}
      {['trial', 'active', 'grace'].includes(client.status) && (
        <ActionButton
          {...place}
          needs={clientApi.changeClient}
          label={t('clients.block.go')}
          question={{ title: t('clients.block.title', { name }), text: t('clients.block.text') }}
          act={block}
        />
      )}
      {client.blocked_by_hand && (
        <ActionButton
          {...place}
          needs={clientApi.changeClient}
          label={t('clients.unblock.go')}
          question={{ title: t('clients.unblock.title', { name }), text: t('clients.unblock.text') }}
          act={unblock}
        />
      )}
      <ActionButton
        {...place}
        danger
        needs={clientApi.deleteClient}
        label={t('actions.delete')}
        question={{ title: t('clients.delete.title', { name }), text: t('clients.delete.text') }}
        act={remove}
      />
    </>
  );
}

/** Above a deleted client: since when, and the way back. */
export function DeletedClient({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { restore } = useClientActs(client);
  if (client.deleted_at === null) return null;
  return (
    <DeletedBanner text={t('clients.deletedBanner')} since={client.deleted_at}>
      <ActionButton
        resource="clients"
        id={client.id}
        type="primary"
        needs={clientApi.restoreClient}
        label={t('actions.restore')}
        question={{
          title: t('clients.restore.title', { name: client.name }),
          text: t('clients.restore.text'),
        }}
        act={restore}
      />
    </DeletedBanner>
  );
}

function useClientActs({
  id,
  status,
  updated_at,
}: Client): Record<'block' | 'unblock' | 'remove' | 'restore' | 'sendEmail', RowAction> {
  const { t } = useTranslation();
  const call = useCall();
  const { update, removeSoftly, restore: bringBack } = useRowWrites('clients');

  /** The cabinet's own steps make a newer version too: what counts is that the status is still the one that was seen. */
  async function changeStatus(values: { status: 'active' | 'blocked'; updated_at?: string }) {
    try {
      return await update(id, values);
    } catch (error) {
      const now = error instanceof HttpError ? version.safeParse(error.current).data : undefined;
      if (now?.status !== status) throw error;
      return update(id, { ...values, updated_at: now.updated_at });
    }
  }

  async function unblock(seen?: string): Promise<string> {
    const { data } = await changeStatus({
      status: 'active',
      ...(seen !== undefined && { updated_at: seen }),
    });
    return t(
      version.parse(data).status === 'blocked' ? 'clients.unblock.byBalance' : 'clients.statusUpdated',
    );
  }

  const said = (work: () => Promise<unknown>, done: string): RowAction => ({
    send: async () => {
      await work();
      return done;
    },
  });
  const restore = said(() => bringBack(id), t('clients.restore.done'));
  return {
    block: {
      ...said(() => changeStatus({ status: 'blocked', updated_at }), t('clients.statusUpdated')),
      // What is undone is newer than what this screen has seen.
      undo: { send: () => unblock() },
    },
    unblock: { send: () => unblock(updated_at) },
    remove: { ...said(() => removeSoftly(id), t('clients.delete.done')), undo: restore },
    restore,
    sendEmail: said(() => call(clientApi.inviteClient, { params: { id } }), t('clients.awaitedEmail.done')),
  };
}
