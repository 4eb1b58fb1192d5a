import { useEffect, useRef, useState } from 'react';
import { clearCustomerSession } from '#web/ui/shared/local-storage.ts';
import type { CustomerClient } from '#web/ui/customer/session/customer-client.ts';
import { useHydrated } from './use-hydrated.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { isCustomerSignedIn, keepCustomerSession } from '#web/ui/customer/session/customer-session.ts';

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
  // The server renders the form for everybody.
  const isHydrated = useHydrated();
  const [isWanted] = useState(() => cabinet !== null && isCustomerSignedIn() && !wasJustTried(cabinet));
  const [isRefused, setRefused] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isWanted || cabinet === null) return;
    void tryOnce(client, cabinet).then(
      () => done.current(),
      () => setRefused(true),
    );
  }, [isWanted, cabinet, client]);
  return isHydrated && isWanted && !isRefused;
}

/** Without a memory nothing would stop a loop: then it counts as tried. */
function wasJustTried(cabinet: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(keyOf(cabinet)));
    return Math.abs(Date.now() - last) <= tryAgainMs;
  } catch {
    return true;
  }
}

/** Throws also when it can't be remembered. */
async function tryOnce(client: CustomerClient, cabinet: string): Promise<void> {
  sessionStorage.setItem(keyOf(cabinet), String(Date.now()));
  await actForCabinet(client, cabinet);
}

const keyOf = (cabinet: string) => `entered ${cabinet}`;
