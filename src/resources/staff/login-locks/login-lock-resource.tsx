import { type LoginLock, loginLockList } from '#contract/entities/login-lock.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { LockAccount, LockScope, UnlockButton } from '#web/resources/staff/login-locks/login-lock-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Logins locked or slowed down after failures (GROWTH section 15, "Logins"). */
export const loginLockResource = defineResource<LoginLock>({
  name: 'login_locks',
  path: 'settings/login-locks',
  title: 'settings.login-locks.title',
  spec: loginLockList,
  routes: { list: loginLockApi.loginLocks },
  csv: true,
  columns: [
    { field: 'email', shown: true },
    { field: 'id', file: [], shown: true, cell: (lock) => <UnlockButton lock={lock} /> },
    { field: 'account_name', shown: true, cell: (lock) => <LockAccount lock={lock} /> },
    { field: 'scope', shown: true, cell: ({ scope }) => <LockScope scope={scope} /> },
    { field: 'address', shown: true },
    { field: 'failures', shown: true },
    { field: 'until', shown: true },
    { field: 'account_kind' },
    { field: 'slowed_at', hasTime: true },
  ],
  filters: [
    { field: 'account_kind', often: true },
    { field: 'scope', often: true },
    { field: 'email' },
    { field: 'account_name' },
    { field: 'account_id', byLink: true },
    { field: 'address' },
    { field: 'failures' },
    { field: 'slowed_at', often: true, last: true },
  ],
});
