import { useEffect, useRef, useState } from 'react';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';
import type { CustomerClient } from './customer-client.ts';
import { useCustomer } from './customer-context.ts';
import { isCustomerSignedIn, keepCustomerSession } from './customer-session.ts';

/** A cabinet that sends its visitor back within this time keeps no session: then the form shows instead of a loop. */
const tryAgainMs = 60_000;

/** Goes on as the client whose cabinet is named. Throws HttpError: 404 when the person is no member of it. */
export async function actForCabinet(client: CustomerClient, cabinet: string): Promise<void> {
  const { data } = await client.call('me');
  if (data.id === cabinet) return;
  const answer = await client.call('switchCompany', { body: { client_id: cabinet } });
  clearCustomerSession();
  keepCustomerSession(answer);
}

/**
 * For who comes from a cabinet and is signed in here: straight on, without a form. True while it is tried; a stranger,
 * and somebody who is no member there, gets the form.
 */
export function useStraightIn(cabinet: string | null, onDone: () => void): boolean {
  const { client } = useCustomer();
  const [isTrying, setTrying] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (cabinet === null || !isCustomerSignedIn() || !isFirstTry(cabinet)) return;
    setTrying(true);
    void actForCabinet(client, cabinet).then(
      () => done.current(),
      () => setTrying(false),
    );
  }, [cabinet, client]);
  return isTrying;
}

function isFirstTry(cabinet: string): boolean {
  const key = `entered ${cabinet}`;
  try {
    const last = Number(sessionStorage.getItem(key));
    sessionStorage.setItem(key, String(Date.now()));
    return Math.abs(Date.now() - last) > tryAgainMs;
  } catch {
    // Without a memory nothing stops a loop.
    return false;
  }
}
