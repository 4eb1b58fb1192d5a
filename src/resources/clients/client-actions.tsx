import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { adminClientsApi } from '#contract/admin-clients-api.ts';
import { type Client, client as clientRow, type ClientDetails } from '#contract/client.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { ActButton } from '#web/ui/act-button.tsx';
import { useAdmin } from '#web/ui/admin-context.ts';
import { editPath } from '#web/ui/define-resource.ts';
import { DeletedBanner } from '#web/ui/deleted-banner.tsx';
import type { Act } from '#web/ui/use-act.tsx';
import { WriteLink } from '#web/ui/write-link.tsx';

const version = clientRow.pick({ status: true, updated_at: true });

/** What can be done to a client that is not deleted: change, invite, block or unblock, delete. */
export function ClientActions({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { block, unblock, remove, sendLetter } = useClientActs(client);
  const place = { resource: 'clients', id: client.id } as const;
  const { name, email, awaits } = client;
  return (
    <>
      <WriteLink to={editPath(clientResource, client.id)} needs="clients.write" label="actions.edit" />
      {awaits && (
        <ActButton
          {...place}
          needs="clients.write"
          label={t(`clients.letter.${awaits}.send`)}
          question={{ title: t(`clients.letter.${awaits}.title`, { email }), text: t('clients.letter.text') }}
          act={sendLetter}
        />
      )}
      {['trial', 'active', 'grace'].includes(client.status) && (
        <ActButton
          {...place}
          needs="clients.write"
          label={t('clients.block.go')}
          question={{ title: t('clients.block.title', { name }), text: t('clients.block.text') }}
          act={block}
        />
      )}
      {client.blocked_by_hand && (
        <ActButton
          {...place}
          needs="clients.write"
          label={t('clients.unblock.go')}
          question={{ title: t('clients.unblock.title', { name }), text: t('clients.unblock.text') }}
          act={unblock}
        />
      )}
      <ActButton
        {...place}
        danger
        needs="clients.delete"
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
      <ActButton
        resource="clients"
        id={client.id}
        type="primary"
        needs="clients.delete"
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
}: Client): Record<'block' | 'unblock' | 'remove' | 'restore' | 'sendLetter', Act> {
  const { t } = useTranslation();
  const { config, http } = useAdmin();
  const { variant } = config;
  const api = useMemo(() => adminClientsApi(variant), [variant]);
  const params = { id };

  /** The cabinet's own steps make a newer version too: what counts is that the status is still the one that was seen. */
  async function changeStatus(body: { status: 'active' | 'blocked'; updated_at?: string }) {
    try {
      return await http.call(api.changeClient, { params, body });
    } catch (error) {
      const now = error instanceof HttpError ? version.safeParse(error.current).data : undefined;
      if (now?.status !== status) throw error;
      return http.call(api.changeClient, { params, body: { ...body, updated_at: now.updated_at } });
    }
  }

  async function unblock(seen?: string): Promise<string> {
    const { data } = await changeStatus({
      status: 'active',
      ...(seen !== undefined && { updated_at: seen }),
    });
    return t(data.status === 'blocked' ? 'clients.unblock.byBalance' : 'clients.statusUpdated');
  }

  async function restore(): Promise<string> {
    await http.call(api.restoreClient, { params });
    return t('clients.restore.done');
  }

  return {
    block: {
      send: async () => {
        await changeStatus({ status: 'blocked', updated_at });
        return t('clients.statusUpdated');
      },
      // What is undone is newer than what this screen has seen.
      undo: { send: () => unblock() },
    },
    unblock: { send: () => unblock(updated_at) },
    remove: {
      send: async () => {
        await http.call(api.deleteClient, { params });
        return t('clients.delete.done');
      },
      undo: { send: restore },
    },
    restore: { send: restore },
    sendLetter: {
      send: async () => {
        await http.call(api.inviteClient, { params });
        return t('clients.letter.done');
      },
    },
  };
}
