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

/** Actions on a client that is not deleted: change, invite, block or unblock, delete. */
export function ClientActions({ client }: { client: ClientDetails }) {
  const call = useCall();
  const { block, unblock, remove } = useClientActions(client);
  const { id, name, email, awaits } = client;
  const place = { resource: 'clients', id } as const;
  const words = { name };
  return (
    <>
      <WriteLink to={editPath(clientResource, id)} needs={clientApi.changeClient} label="actions.edit" />
      {awaits && (
        <ActionButton
          {...place}
          needs={clientApi.inviteClient}
          texts={`clients.awaitedEmail.${awaits}`}
          words={{ email }}
          send={() => call(clientApi.inviteClient, { params: { id } })}
        />
      )}
      {['trial', 'active', 'grace'].includes(client.status) && (
        <ActionButton
          {...place}
          needs={clientApi.changeClient}
          texts="clients.block"
          words={words}
          {...block}
        />
      )}
      {client.blocked_by_hand && (
        <ActionButton
          {...place}
          needs={clientApi.changeClient}
          texts="clients.unblock"
          words={words}
          {...unblock}
        />
      )}
      <ActionButton
        {...place}
        danger
        needs={clientApi.deleteClient}
        texts="clients.delete"
        label="actions.delete"
        words={words}
        {...remove}
      />
    </>
  );
}

/** Shown above a deleted client: since when, and a button to restore it. */
export function DeletedClient({ client: { id, name, deleted_at } }: { client: Client }) {
  const { t } = useTranslation();
  const { restore } = useRowWrites('clients');
  if (deleted_at === null) return null;
  return (
    <DeletedBanner text={t('clients.deletedBanner')} since={deleted_at}>
      <ActionButton
        resource="clients"
        id={id}
        type="primary"
        needs={clientApi.restoreClient}
        texts="clients.restore"
        label="actions.restore"
        words={{ name }}
        send={() => restore(id)}
      />
    </DeletedBanner>
  );
}

type Undoable = Pick<RowAction, 'send' | 'undo'>;

function useClientActions({
  id,
  status,
  updated_at,
}: Client): Record<'block' | 'unblock' | 'remove', Undoable> {
  const { t } = useTranslation();
  const { update, removeSoftly, restore } = useRowWrites('clients');

  /** The cabinet's steps also make newer versions; only a changed status counts as a conflict. */
  async function changeStatus(values: { status: 'active' | 'blocked'; updated_at?: string }) {
    try {
      return await update(id, values);
    } catch (error) {
      const now = error instanceof HttpError ? version.safeParse(error.current).data : undefined;
      if (now?.status !== status) throw error;
      return update(id, { ...values, updated_at: now.updated_at });
    }
  }

  async function unblock(seen?: string): Promise<string | undefined> {
    const { data } = await changeStatus({
      status: 'active',
      ...(seen !== undefined && { updated_at: seen }),
    });
    return version.parse(data).status === 'blocked' ? t('clients.unblock.byBalance') : undefined;
  }

  return {
    block: {
      send: () => changeStatus({ status: 'blocked', updated_at }),
      // What is undone is newer than what this screen has seen.
      undo: { send: () => unblock(), done: t('clients.unblock.done') },
    },
    unblock: { send: () => unblock(updated_at) },
    remove: {
      send: () => removeSoftly(id),
      undo: { send: () => restore(id), done: t('clients.restore.done') },
    },
  };
}
