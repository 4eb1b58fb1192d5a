import { useLocation } from 'react-router';
import { useAccessPlace, useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { panelPath } from '#web/ui/admin/resource/places.ts';

/** Says that this screen is view-only, and why. People who may change nothing else still change their own account. */
export function ReadOnlyBanner() {
  const reason = useReadOnlyReason();
  const { panelReadOnly } = useAccessPlace();
  const isOwn = useLocation().pathname === panelPath('account');
  if (reason === null || (isOwn && !panelReadOnly)) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
    </p>
  );
}
