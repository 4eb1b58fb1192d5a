import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { settingApi } from '#contract/routes/setting.ts';
import { useAccessPlace, useHolds, useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { panelPath } from '#web/ui/admin/resource/places.ts';

/**
 * Says that this screen is view-only, and why; who may end maintenance is led there. People who may change nothing else still change
 * their own account.
 */
export function ReadOnlyBanner() {
  const { t } = useTranslation();
  const reason = useReadOnlyReason();
  const mayEnd = useHolds()(settingApi.saveSetting);
  const { panelReadOnly } = useAccessPlace();
  const isOwn = useLocation().pathname === panelPath('account');
  if (reason === null || (isOwn && !panelReadOnly)) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
      {panelReadOnly && mayEnd && <Link to={maintenancePath}>{t('access.endMaintenance')}</Link>}
    </p>
  );
}

/** Where its switch is. */
const maintenancePath = `${panelPath('settings/general')}?group=maintenance`;
