import type { MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Client, client as clientRow } from '#contract/entities/client.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import { clientApi } from '#contract/routes/client.ts';
import { HttpError } from '#web/providers/http-error.ts';
import { clientResource } from '#web/resources/clients/client-resource.tsx';
import { NoteButton } from '#web/resources/clients/notes/note-button.tsx';
import { useOpenInAddress } from '#web/resources/clients/wallet/open-in-address.ts';
import { FoldedActs } from '#web/resources/clients/head/folded-acts.tsx';
import { ReplenishButton } from '#web/resources/clients/wallet/client-wallet.tsx';
import { SignInAsClient } from '#web/resources/clients/sign-in-as-client.tsx';
import { EraseDialog, ErasedBanner } from '#web/resources/clients/head/erasure.tsx';
import { DeletionReason } from '#web/resources/clients/head/reasons.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { ReasonDialog } from '#web/ui/admin/form/reason-dialog.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { useHolds, useMay } from '#web/ui/admin/resource/admin-context.ts';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { DeletedBanner } from '#web/ui/admin/show/deleted-banner.tsx';
import type { TextKey } from '#web/ui/admin/resource/declared-key.ts';
import type { RowAction } from '#web/ui/admin/resource/row-action.ts';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';
import { useCall, useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

const version = clientRow.pick({ status: true, updated_at: true });

/** Actions on a client that is not deleted; a phone has room for the first and for changing, its menu has the others. */
export function ClientActions({ client }: { client: ClientDetails }) {
  const mayBlock = useHolds()(clientApi.changeClient);
  const [isBlocking, setBlocking] = useOpenInAddress('block');
  const [asked, setAsked] = useState<'delete' | 'erase' | null>(null);
  const { block, remove } = useClientActions(client);
  const { id, name } = client;
  const place = { resource: 'clients', id, words: { name } } as const;
  const mayBeBlocked = mayBlock && ['trial', 'active', 'grace'].includes(client.status);
  const more = [
    ...useMoreAction(clientApi.deleteClient, 'actions.delete', () => setAsked('delete')),
    ...useMoreAction(clientApi.eraseClient, 'clients.erase.go', () => setAsked('erase')),
  ];
  const isPhone = useIsPhone();
  const usual = <UsualActions client={client} {...(mayBeBlocked && { onBlock: () => setBlocking(true) })} />;
  return (
    <>
      <ReplenishButton client={client} />
      {!isPhone && usual}
      <WriteLink
        to={editPath(clientResource, id)}
        needs={clientApi.changeClient}
        label="actions.edit"
        shortcut="e"
      />
      <FoldedActs name={name} items={more}>
        {isPhone && usual}
        <NoteButton />
      </FoldedActs>
      {isBlocking && mayBeBlocked && (
        <ReasonDialog
          {...place}
          texts="clients.block"
          label="clients.block.go"
          {...block}
          onClose={() => setBlocking(false)}
        />
      )}
      {asked === 'delete' && (
        <ReasonDialog
          {...place}
          danger
          texts="clients.delete"
          label="actions.delete"
          {...remove}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'erase' && <EraseDialog client={client} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Into the cabinet, the email that somebody waits for, and suspend or resume. */
function UsualActions({ client, onBlock }: { client: ClientDetails; onBlock?: () => void }) {
  const { t } = useTranslation();
  const call = useCall();
  const { unblock } = useClientActions(client);
  const { id, name, email, awaits, blocked_by_hand } = client;
  return (
    <>
      <SignInAsClient client={client} />
      {awaits && (
        <ActionButton
          resource="clients"
          id={id}
          needs={clientApi.inviteClient}
          texts={`clients.awaitedEmail.${awaits}`}
          words={{ email }}
          send={() => call(clientApi.inviteClient, { params: { id } })}
        />
      )}
      {onBlock && (
        <GuardedButton needs={clientApi.changeClient} shortcut="b" onClick={onBlock}>
          {t('clients.block.go')}
        </GuardedButton>
      )}
      {blocked_by_hand && (
        <ActionButton
          resource="clients"
          id={id}
          needs={clientApi.changeClient}
          texts="clients.unblock"
          shortcut="b"
          words={{ name }}
          {...unblock}
        />
      )}
    </>
  );
}

/** What is done seldom and can't be pressed by mistake; nothing for who may not. */
function useMoreAction(
  route: typeof clientApi.deleteClient | typeof clientApi.eraseClient,
  label: TextKey,
  onClick: () => void,
): NonNullable<MenuProps['items']> {
  const { t } = useTranslation();
  const { allowed, reason } = useMay()(route);
  if (!useHolds()(route)) return [];
  const title = reason === undefined ? {} : { title: reason };
  return [{ key: label, label: t(label), danger: true, disabled: !allowed, ...title, onClick }];
}

/** In the head of a deleted client: the menu alone, because restoring stands in the banner below. */
export function DeletedClientActions({ client }: { client: ClientDetails }) {
  const [isErasing, setErasing] = useState(false);
  const more = useMoreAction(clientApi.eraseClient, 'clients.erase.go', () => setErasing(true));
  if (client.erasure !== null) return null;
  return (
    <>
      <FoldedActs name={client.name} items={more} />
      {isErasing && <EraseDialog client={client} onClose={() => setErasing(false)} />}
    </>
  );
}

/** Shown below the head of a deleted client: since when, by whom and why, and a button to restore it. */
export function DeletedClient({ client }: { client: ClientDetails }) {
  const { id, name, deleted_at, deleted_by, erasure } = client;
  const { t } = useTranslation();
  const { restore } = useRowWrites('clients');
  if (erasure !== null) return <ErasedBanner erasure={erasure} />;
  if (deleted_at === null) return null;
  return (
    <DeletedBanner
      text={t('clients.deletedBanner')}
      since={deleted_at}
      by={deleted_by?.name}
      below={<DeletionReason client={client} />}
    >
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

type Undoable = Pick<RowAction, 'undo'> & { send: (reason: string) => Promise<unknown> };

function useClientActions({
  id,
  status,
  updated_at,
}: Client): Record<'block' | 'remove', Undoable> & { unblock: Pick<RowAction, 'send'> } {
  const { t } = useTranslation();
  const { update, removeSoftly, restore } = useRowWrites('clients');

  /** The cabinet's steps also make newer versions; only a changed status counts as a conflict. */
  async function changeStatus(values: {
    status: 'active' | 'blocked';
    reason?: string;
    updated_at?: string;
  }) {
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
      send: (reason) => changeStatus({ status: 'blocked', reason, updated_at }),
      // What is undone is newer than what this screen has seen.
      undo: { send: () => unblock(), done: t('clients.unblock.done') },
    },
    unblock: { send: () => unblock(updated_at) },
    remove: {
      send: (reason) => removeSoftly(id, { reason }),
      undo: { send: () => restore(id), done: t('clients.restore.done') },
    },
  };
}
