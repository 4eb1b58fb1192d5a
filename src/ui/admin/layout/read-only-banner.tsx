import { useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';

/** Says that this screen is view-only, and why. */
export function ReadOnlyBanner() {
  const reason = useReadOnlyReason();
  if (reason === null) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
    </p>
  );
}
