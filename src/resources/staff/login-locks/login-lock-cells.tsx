import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { lockPermissions, type LoginLock } from '#contract/entities/login-lock.ts';
import { staff } from '#contract/http/route.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { ActionButton } from '#web/ui/admin/actions/action-button.tsx';
import { showPath } from '#web/ui/admin/resource/define-resource.ts';
import { Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import '#web/resources/staff/login-locks/login-locks.css';

export function LockAccount({ lock: { account_kind, account_id, account_name } }: { lock: LoginLock }) {
  if (account_id === null) return <Nothing />;
  const name = account_kind === 'staff' ? 'users' : 'clients';
  return <Link to={showPath({ name }, account_id)}>{account_name}</Link>;
}

export function LockScope({ scope }: Pick<LoginLock, 'scope'>) {
  const { t } = useTranslation();
  return <div className="lock-scope">{t(`login_locks.values.scope.${scope}`)}</div>;
}

/** Ends a lock, after asking whether the caller knows who asks for it. */
export function UnlockButton({ lock }: { lock: LoginLock }) {
  const { t } = useTranslation();
  const call = useCall();
  const { id, account_kind, account_name, email, address } = lock;
  return (
    <ActionButton
      resource="login_locks"
      id={id}
      // Unlocking staff and unlocking customers need different permissions.
      needs={{ method: 'DELETE', access: staff(lockPermissions[account_kind]) }}
      texts="login_locks.unlock"
      text={
        <>
          <p className="muted">{account_name ?? email ?? address}</p>
          <p>{t('login_locks.unlock.text')}</p>
        </>
      }
      send={() => call(loginLockApi.endLoginLock, { params: { id } })}
    />
  );
}
