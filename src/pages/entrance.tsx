import { useEffect, useState } from 'react';
import { Redirect } from '#web/ui/customer/router.tsx';
import { isCustomerSignedIn } from '#web/providers/customer-session.ts';
import { storage } from '#web/providers/local-storage.ts';
import { preloadable } from '#web/ui/customer/preloadable.tsx';

const CabinetCreation = preloadable(() =>
  import('#web/pages/cabinet-creation.tsx').then((m) => m.CabinetCreation),
);

/**
 * `/` and `/auth`: whoever is signed in is taken further, a customer to the cabinet or the wait screen, staff to
 * Home; everybody else goes `otherwise` (DESIGN section 9, "Decided details").
 */
export function Entrance({ otherwise }: { otherwise: string }) {
  const [signedIn] = useState(() => {
    if (isCustomerSignedIn()) return 'customer';
    return storage.get('token') === null ? null : 'staff';
  });
  useEffect(() => {
    if (signedIn === 'staff') location.replace('/admin-panel');
  }, [signedIn]);
  if (signedIn === 'customer') return <CabinetCreation />;
  return signedIn === 'staff' ? null : <Redirect to={otherwise} />;
}
