import { useGetIdentity } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { User } from '#contract/entities/user.ts';
import { oidcApi } from '#contract/routes/accounts/oidc.ts';
import { twoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { userApi } from '#contract/routes/user.ts';
import { useIsAbove } from '#web/resources/staff/users/is-above.ts';
import { userResource } from '#web/resources/staff/users/user-resource.tsx';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { editPath } from '#web/ui/admin/resource/define-resource.ts';
import { DeletedBanner } from '#web/ui/admin/show/deleted-banner.tsx';
import { WriteLink } from '#web/ui/admin/actions/write-link.tsx';
import { useCall, useRowWrites } from '#web/ui/admin/resource/row-writes.ts';

/** Actions on a colleague; none on one with more rights than the caller, and the reason is shown. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation();
  const call = useCall();
  const { data: me } = useGetIdentity<StaffAccount>();
  const { removeSoftly, restore } = useRowWrites('users');
  const isAbove = useIsAbove(user);
  const isWriter = useHolds()(userApi.changeUser);
  if (isAbove) return isWriter ? <p className="muted">{t('users.above')}</p> : null;
  const { id, name, email } = user;
  const place = { resource: 'users', id, needs: userApi.changeUser } as const;
  const params = { id };
  const isSelf = me?.id === id;
  return (
    <>
      <WriteLink
        to={editPath(userResource, id)}
        needs={userApi.changeUser}
        label="actions.edit"
        shortcut="e"
      />
      {user.invited ? (
        <ActionButton
          {...place}
          texts="users.invite"
          words={{ email }}
          send={() => call(userApi.inviteUserAgain, { params })}
        />
      ) : (
        <ActionButton
          {...place}
          texts="users.endSessions"
          words={{ name }}
          send={() => call(userApi.endUserSessions, { params })}
        />
      )}
      {user.two_factor && !isSelf && (
        <ActionButton
          {...place}
          texts="users.twoFactor"
          words={{ name }}
          send={() => call(twoFactorApi.resetTwoFactor, { params })}
        />
      )}
      {user.signs_in_by_oidc && !isSelf && (
        <ActionButton
          {...place}
          texts="users.oidc"
          words={{ name }}
          send={() => call(oidcApi.unlink, { params })}
        />
      )}
      <ActionButton
        {...place}
        danger
        texts="users.delete"
        label="actions.delete"
        words={{ name }}
        text={isSelf ? t('users.delete.selfText') : undefined}
        send={() => removeSoftly(id)}
        // Nobody takes back their own deletion: they are out by then.
        undo={isSelf ? undefined : { send: () => restore(id), done: t('users.restore.done') }}
      />
    </>
  );
}

/** Shown above a deleted colleague: since when, and a button to restore. */
export function DeletedUser({ user }: { user: User }) {
  const { t } = useTranslation();
  const { restore } = useRowWrites('users');
  const isAbove = useIsAbove(user);
  const { id, name, email, invited, deleted_at } = user;
  if (deleted_at === null) return null;
  return (
    <DeletedBanner text={t('users.deletedBanner')} since={deleted_at}>
      {!isAbove && (
        <ActionButton
          resource="users"
          id={id}
          type="primary"
          needs={userApi.restoreUser}
          texts="users.restore"
          label="actions.restore"
          words={{ name, email }}
          text={invited ? t('users.restore.invitedText', { email }) : undefined}
          send={() => restore(id)}
        />
      )}
    </DeletedBanner>
  );
}
