import { useGetIdentity } from '@refinedev/core';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { StaffAccount } from '#contract/accounts/auth.ts';

/**
 * Asks for the present password before people change their own email; no draft stores it. Undefined: they cancelled.
 */
export function useAskForOwnPassword(): (
  id: string,
  email: string | undefined,
) => Promise<{ current_password?: string } | null> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const { data: me } = useGetIdentity<StaffAccount>();
  return async (id, email) => {
    if (!me?.has_password || id !== me.id || email === undefined || email === me.email) return {};
    let typed = '';
    const label = t('users.pendingEmail.currentPassword');
    const isGiven = await modal.confirm({
      title: t('users.pendingEmail.ownTitle'),
      content: (
        <>
          <p>{t('users.pendingEmail.ownText')}</p>
          <Input.Password
            aria-label={label}
            placeholder={label}
            autoComplete="current-password"
            autoFocus
            onChange={({ target }) => (typed = target.value)}
          />
        </>
      ),
      okText: t('actions.save'),
      cancelText: t('actions.cancel'),
      width: '30rem',
      icon: null,
    });
    return isGiven ? { current_password: typed } : null;
  };
}
