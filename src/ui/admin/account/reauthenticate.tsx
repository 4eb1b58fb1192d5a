import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

const ReauthenticateDialog = lazy(() => import('./reauthenticate-dialog.tsx'));

/** Opens over whatever is on the screen when an act needs a fresh proof; the act then goes on by itself. */
export function Reauthenticate() {
  const { proof } = useAdmin().session;
  if (!useSyncExternalStore(proof.subscribe, proof.isOpen)) return null;
  return (
    <Suspense fallback={null}>
      <ReauthenticateDialog />
    </Suspense>
  );
}
