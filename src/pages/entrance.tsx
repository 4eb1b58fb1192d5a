import { useEffect, useState } from 'react';
import { Redirect } from '#web/ui/customer/router/router.tsx';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { preloadable } from '#web/ui/customer/router/preloadable.tsx';

const CabinetCreation = preloadable(() =>
  import('#web/pages/cabinet-creation.tsx').then((m) => m.CabinetCreation),
);

/**
 * `/` and `/auth`: sends signed-in customers to the cabinet or the wait screen, staff to Home, and everybody else
 * `otherwise`, from `/` to the tariffs if there is a choice (DESIGN section 9, "Decided details").
 */
export function Entrance({ otherwise }: { otherwise: string }) {
  const [signedIn] = useState(() => {
    if (isCustomerSignedIn()) return 'customer';
    return storage.get('token') === null ? null : 'staff';
  });
  const { choosesTariff } = useCustomer().config;
  // A page of the server's own.
  const isStranger = signedIn === null && otherwise === '/auth' && choosesTariff;
  useEffect(() => {
    if (signedIn === 'staff') location.replace('/admin-panel');
    else if (isStranger) location.replace('/tariffs');
  }, [signedIn, isStranger]);
  if (signedIn === 'customer') return <CabinetCreation />;
  return (
    <>
      {signedIn !== 'staff' && !isStranger && <Redirect to={otherwise} />}
      <div className="sheet waiting" aria-busy="true" />
    </>
  );
}
