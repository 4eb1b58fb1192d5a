import { useCallback, useEffect, useRef, useState } from 'react';
import type { CabinetState } from '#contract/cabinets/cabinet.ts';
import type { CustomerClient } from './customer-client.ts';
import { HttpError } from '#web/providers/http-client.ts';
import { storage } from '#web/ui/shared/local-storage.ts';
import { useCustomer } from './customer-context.ts';

const firstDelayMs = 500;
const longestDelayMs = 2000;
/** A cabinet without a task changes seldom. */
const restingDelayMs = 5000;
const probePatienceMs = 5000;

export interface CabinetWatch {
  state: CabinetState | null;
  /** The server did not answer; asking goes on. */
  isLost: boolean;
  /** Requests another attempt at a failed creation. Throws HttpError. */
  retry(): Promise<void>;
}

/** Watches one's cabinet on a page until it is ready, then enters it. */
export function useCabinetWatch({ onUnconfirmed }: { onUnconfirmed: () => void }): CabinetWatch {
  const { client, config } = useCustomer();
  const { cabinetPort } = config;
  const [state, setState] = useState<CabinetState | null>(null);
  const [isLost, setIsLost] = useState(false);
  const lookNow = useRef<() => void>(() => undefined);
  const unconfirmed = useRef(onUnconfirmed);
  useEffect(() => {
    unconfirmed.current = onUnconfirmed;
  });

  useEffect(() => {
    const watch = watchCabinet(client, cabinetPort, {
      onState: setState,
      onLost: setIsLost,
      onUnconfirmed: () => unconfirmed.current(),
    });
    lookNow.current = watch.lookNow;
    return watch.stop;
  }, [client, cabinetPort]);

  const retry = useCallback(async () => {
    try {
      setState((await client.call('retryCabinet')).data);
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof HttpError && error.code === 'cabinet_not_failed')) throw error;
    }
    lookNow.current();
  }, [client]);

  return { state, isLost, retry };
}

/**
 * Asks every half second at first and every two later, not while the page is hidden, and at once when it is visible or
 * online again.
 */
function watchCabinet(
  client: CustomerClient,
  cabinetPort: number,
  tell: {
    onState: (state: CabinetState) => void;
    onLost: (isLost: boolean) => void;
    onUnconfirmed: () => void;
  },
): { lookNow: () => void; stop: () => void } {
  const abort = new AbortController();
  const { signal } = abort;
  const probe = healthProbe(client, cabinetPort, signal);
  let delay = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;

  async function look() {
    if (isLooking || signal.aborted) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      const { data } = await client.call('cabinetStatus', { signal });
      tell.onLost(false);
      if (await follow(data)) return;
    } catch (error) {
      if (signal.aborted || isSessionOver(error)) return;
      tell.onLost(true);
    } finally {
      isLooking = false;
    }
    if (!document.hidden) timer = setTimeout(() => void look(), delay);
    delay = Math.min(longestDelayMs, delay * 1.25);
  }

  /** True when watching is done. */
  async function follow(seen: CabinetState): Promise<boolean> {
    tell.onState(seen);
    remember(seen);
    if (seen.status === 'active') return enter(client, signal);
    if (seen.status === 'none') return isStillUnconfirmed();
    if (seen.status !== 'creating') delay = restingDelayMs;
    if (seen.status === 'creating' && seen.step === 'health') void probe(seen.cabinet_url, lookNow);
    return false;
  }

  async function isStillUnconfirmed(): Promise<boolean> {
    const { data } = await client.call('me', { signal });
    if (data.confirmed) return false;
    tell.onUnconfirmed();
    return true;
  }

  function lookNow() {
    if (document.hidden) return;
    delay = firstDelayMs;
    void look();
  }

  void look();
  document.addEventListener('visibilitychange', lookNow, { signal });
  addEventListener('online', lookNow, { signal });
  const stop = () => {
    abort.abort();
    clearTimeout(timer);
  };
  return { lookNow, stop };
}

/** The browser's own health check, one at a time: after any answer the server checks for itself. */
function healthProbe(client: CustomerClient, cabinetPort: number, signal: AbortSignal) {
  let isProbing = false;
  return async (cabinetUrl: string | null, onAnswer: () => void): Promise<void> => {
    if (isProbing || cabinetUrl === null) return;
    isProbing = true;
    try {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(probePatienceMs)]);
      const address = healthCheckUrl(cabinetUrl, cabinetPort);
      await fetch(address, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: patience });
      const domain = new URL(cabinetUrl).hostname;
      await client.call('domainResolved', { body: { domain }, signal });
      onAnswer();
    } catch {
      // No answer yet, or not for the server: the next look tries again.
    } finally {
      isProbing = false;
    }
  };
}

/** The health check's address, on the port that is used for all cabinets (specification, section 7). */
export function healthCheckUrl(cabinetUrl: string, cabinetPort: number): string {
  const address = new URL('/api/system/health-check', cabinetUrl);
  address.port = String(cabinetPort);
  return address.href;
}

/** Opens the cabinet, signed in. False when it isn't ready after all. */
async function enter(client: CustomerClient, signal: AbortSignal): Promise<boolean> {
  try {
    const { data } = await client.call('enterCabinet', { signal });
    location.replace(data.url);
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'cabinet_not_active') return false;
    throw error;
  }
}

function remember({ status, cabinet_url }: CabinetState): void {
  if (cabinet_url !== null) storage.set('cabinetUrl', cabinet_url);
  if (status === 'creating') storage.set('creationCabinetTest', true);
  else storage.remove('creationCabinetTest');
  // A cabinet is made only after the email was confirmed.
  if (status !== 'none') storage.set('isRightEmail', true);
}

function isSessionOver(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401;
}
