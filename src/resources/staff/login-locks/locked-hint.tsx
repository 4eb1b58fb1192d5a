import { useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { loginLockApi } from '#contract/routes/accounts/login-lock.ts';
import { useHolds } from '#web/ui/admin/resource/admin-context.ts';

/** Shown on an account's page while its logins are locked, with a link to unlock them. */
export function LockedHint({ id }: { id: string }) {
  const { t } = useTranslation();
  const maySee = useHolds()(loginLockApi.loginLocks);
  const ofAccount: Partial<ListQuery> = { filters: [{ field: 'account_id', op: 'eq', value: id }] };
  const { result } = useList({
    resource: 'login_locks',
    meta: { listQuery: ofAccount },
    queryOptions: { enabled: maySee, retry: false },
    errorNotification: false,
  });
  if (!result.total) return null;
  return (
    <p role="note">
      {t('login_locks.hint')}:{' '}
      <Link to={`/admin-panel/settings/login-locks?${printListQuery(ofAccount)}`}>
        {t('login_locks.title')}
      </Link>
    </p>
  );
}
