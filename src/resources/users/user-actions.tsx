import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { User } from '#contract/entities/user.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { userApi } from '#contract/routes/user.ts';
import { useIsAbove } from '#web/resources/users/is-above.ts';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { DeletedBanner } from '#web/ui/admin/show/deleted-banner.tsx';
import type { RowAction } from '#web/ui/admin/actions/use-row-action.tsx';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';
import { useCall, useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** What can be done to a member of staff; nothing to one with more rights than one's own, and the reason is said. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data: me } = useGetIdentity<StaffAccount>();
  const { inviteAgain, endSessions, resetTwoFactor, remove } = useUserActs(user);
  const isAbove = useIsAbove(user);
  const isWriter = useHolds()(userApi.changeUser);
  if (isAbove) return isWriter ? <p className="muted">{t('users.above')}</p> : null;
  const place = { resource: 'users', id: user.id, needs: userApi.changeUser } as const;
  const { name, email } = user;
  const isSelf = me?.id === user.id;
  return (
    <>
      <WriteLink to={editPath(userResource, user.id)} needs={userApi.changeUser} label="actions.edit" />
      {user.invited ? (
        <ActionButton
          {...place}
          label={t('users.invite.again')}
          question={{ title: t('users.invite.title', { email }), text: t('users.invite.text') }}
          act={inviteAgain}
        />
      ) : (
        <ActionButton
          {...place}
          label={t('users.endSessions.go')}
          question={{ title: t('users.endSessions.title', { name }), text: t('users.endSessions.text') }}
          act={endSessions}
        />
      )}
      {user.two_factor && !isSelf && (
        <ActionButton
          {...place}
          label={t('users.twoFactor.go')}
          question={{ title: t('users.twoFactor.title', { name }), text: t('users.twoFactor.text') }}
          act={resetTwoFactor}
        />
      )}
      <ActionButton
        {...place}
        danger
        label={t('actions.delete')}
        question={{
          title: t('users.delete.title', { name }),
          text: t(isSelf ? 'users.delete.selfText' : 'users.delete.text'),
        }}
        // Nobody takes back their own deletion: they are out by then.
        act={isSelf ? { send: remove.send } : remove}
      />
    </>
  );
}

/** Above a deleted member of staff: since when, and the way back. */
export function DeletedUser({ user }: { user: User }) {
  const { t } = useTranslation();
  const { restore } = useUserActs(user);
  const isAbove = useIsAbove(user);
  if (user.deleted_at === null) return null;
  return (
    <DeletedBanner text={t('users.deletedBanner')} since={user.deleted_at}>
      {!isAbove && (
        <ActionButton
          resource="users"
          id={user.id}
          type="primary"
          needs={userApi.restoreUser}
          label={t('actions.restore')}
          question={{ title: t('users.restore.title', { name: user.name }), text: t('users.restore.text') }}
          act={restore}
        />
      )}
    </DeletedBanner>
  );
}

function useUserActs({
  id,
}: User): Record<'inviteAgain' | 'endSessions' | 'resetTwoFactor' | 'remove' | 'restore', RowAction> {
  const { t } = useTranslation();
  const call = useCall();
  const { removeSoftly, restore: bringBack } = useRowWrites('users');
  const params = { id };
  const said = (work: () => Promise<unknown>, done: string): RowAction => ({
    send: async () => {
      await work();
      return done;
    },
  });
  const restore = said(() => bringBack(id), t('users.restore.done'));
  return {
    restore,
    remove: { ...said(() => removeSoftly(id), t('users.delete.done')), undo: restore },
    inviteAgain: said(() => call(userApi.inviteUserAgain, { params }), t('users.invite.done')),
    resetTwoFactor: said(() => call(twoFactorApi.resetTwoFactor, { params }), t('users.twoFactor.done')),
    endSessions: said(() => call(userApi.endUserSessions, { params }), t('users.endSessions.done')),
  };
}
