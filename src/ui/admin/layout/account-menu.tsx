import { useGetIdentity, useLogout } from '@refinedev/core';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { StaffAccount } from '#contract/accounts/auth.ts';
import { PersonIcon } from '#web/ui/admin/kit/icons.tsx';

/** Shows who is signed in, and links to the account and the logout. */
export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: me } = useGetIdentity<StaffAccount>();
  const { mutate: logOut } = useLogout();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...(me
            ? [
                {
                  key: 'me',
                  type: 'group' as const,
                  label: (
                    <span className="account-menu-me">
                      <strong>{me.name}</strong>
                      <span>{me.email}</span>
                    </span>
                  ),
                },
                { key: 'line', type: 'divider' as const },
              ]
            : []),
          { key: 'account', label: t('nav.account'), onClick: () => void navigate('/admin-panel/account') },
          { key: 'logout', label: t('actions.logOut'), onClick: () => logOut() },
        ],
      }}
    >
      <Button
        type="text"
        className="account-button"
        aria-label={me ? `${t('nav.account')}: ${me.name}` : t('nav.account')}
        icon={<PersonIcon />}
      >
        <span className="account-name">{me?.name}</span>
      </Button>
    </Dropdown>
  );
}
