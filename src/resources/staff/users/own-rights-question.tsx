import { useGetIdentity } from '@refinedev/core';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { lostRights } from '#web/resources/staff/users/lost-rights.ts';
import { permissionKey } from '#web/ui/admin/resource/permission-key.ts';

/**
 * Asks before people take rights from themselves, and lists what they will no longer be able to do. True: nothing is
 * taken, or they confirmed.
 */
export function useAskAboutOwnRights(): (
  id: string,
  left: readonly Permission[] | undefined,
) => Promise<boolean> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { data: me } = useGetIdentity<StaffAccount>();
  return async (id, left) => {
    if (!me || id !== me.id || !left) return true;
    const lost = lostRights(me.permissions, left);
    if (lost.length === 0) return true;
    return modal.confirm({
      title: t('users.ownRights.title'),
      content: (
        <>
          <p>{t('users.ownRights.text')}</p>
          <ul>
            {lost.map((name) => (
              <li key={name}>
                {name === 'read_only'
                  ? t('users.ownRights.anything')
                  : t(`permissions.${permissionKey(name)}`)}
              </li>
            ))}
          </ul>
          <p>{t('users.ownRights.back')}</p>
        </>
      ),
      okText: t('users.ownRights.go'),
      okButtonProps: { danger: true },
      cancelText: t('actions.back'),
      width: '30rem',
      icon: null,
    });
  };
}
