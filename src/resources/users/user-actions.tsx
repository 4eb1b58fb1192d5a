import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { adminTwoFactorApi } from '#contract/admin-two-factor-api.ts';
import { adminUsersApi } from '#contract/admin-users-api.ts';
import type { StaffAccount } from '#contract/auth.ts';
import type { User } from '#contract/user.ts';
import { useIsAbove } from '#web/resources/users/is-above.ts';
import { userResource } from '#web/resources/users/user-resource.tsx';
import { ActButton } from '#web/ui/act-button.tsx';
import { useAdmin, useMay } from '#web/ui/admin-context.ts';
import { editPath } from '#web/ui/define-resource.ts';
import { DeletedBanner } from '#web/ui/deleted-banner.tsx';
import type { Act } from '#web/ui/use-act.tsx';
import { WriteLink } from '#web/ui/write-link.tsx';

/** What can be done to a member of staff; nothing to one with more rights than one's own, and the reason is said. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation();
  const { data: me } = useGetIdentity<StaffAccount>();
  const { inviteAgain, endSessions, resetTwoFactor, remove } = useUserActs(user);
  const isAbove = useIsAbove(user);
  const isWriter = useMay()('users.write', { write: false }).allowed;
  if (isAbove) return isWriter ? <p className="muted">{t('users.above')}</p> : null;
  const place = { resource: 'users', id: user.id, needs: 'users.write' } as const;
  const { name, email } = user;
  const isSelf = me?.id === user.id;
  return (
    <>
      <WriteLink to={editPath(userResource, user.id)} needs="users.write" label="actions.edit" />
      {user.invited ? (
        <ActButton
          {...place}
          label={t('users.invite.again')}
          question={{ title: t('users.invite.title', { email }), text: t('users.invite.text') }}
          act={inviteAgain}
        />
      ) : (
        <ActButton
          {...place}
          label={t('users.endSessions.go')}
          question={{ title: t('users.endSessions.title', { name }), text: t('users.endSessions.text') }}
          act={endSessions}
        />
      )}
      {user.two_factor && !isSelf && (
        <ActButton
          {...place}
          label={t('users.twoFactor.go')}
          question={{ title: t('users.twoFactor.title', { name }), text: t('users.twoFactor.text') }}
          act={resetTwoFactor}
        />
      )}
      <ActButton
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
        <ActButton
          resource="users"
          id={user.id}
          type="primary"
          needs="users.write"
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
}: User): Record<'inviteAgain' | 'endSessions' | 'resetTwoFactor' | 'remove' | 'restore', Act> {
  const { t } = useTranslation();
  const { http } = useAdmin();
  const params = { id };
  const restore: Act = {
    send: async () => {
      await http.call(adminUsersApi.restoreUser, { params });
      return t('users.restore.done');
    },
  };
  return {
    restore,
    remove: {
      send: async () => {
        await http.call(adminUsersApi.deleteUser, { params });
        return t('users.delete.done');
      },
      undo: restore,
    },
    inviteAgain: {
      send: async () => {
        await http.call(adminUsersApi.inviteUserAgain, { params });
        return t('users.invite.done');
      },
    },
    resetTwoFactor: {
      send: async () => {
        await http.call(adminTwoFactorApi.resetTwoFactor, { params });
        return t('users.twoFactor.done');
      },
    },
    endSessions: {
      send: async () => {
        await http.call(adminUsersApi.endUserSessions, { params });
        return t('users.endSessions.done');
      },
    },
  };
}
