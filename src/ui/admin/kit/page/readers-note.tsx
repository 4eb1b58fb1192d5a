import type { Guarded } from '#web/providers/access-control-provider.ts';
import { LockIcon } from '#web/ui/admin/kit/icons.tsx';
import { useHolds, useMay, useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';

/** Tells people with read-only access why they can't save; `route` saves. */
export function ReadersNote({ route }: { route: Guarded }) {
  const isHeld = useHolds()(route);
  const { reason } = useMay()(route);
  const isSaid = useReadOnlyReason() !== null;
  if (isHeld || isSaid) return null;
  return (
    <p className="read-only-banner" role="note">
      <LockIcon />
      {reason}
    </p>
  );
}
