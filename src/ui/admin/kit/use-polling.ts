import { useEffect } from 'react';
import type { ClientSession } from '#web/providers/http-client.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';

interface Poller {
  session: Pick<ClientSession, 'isExpired'>;
  look: () => unknown;
  everyMs: number;
  isHidden?: () => boolean;
}

/**
 * Looks again and again while somebody may be there. With an outdated token it waits for the next act of a person: to
 * ask would renew the session of an empty desk. Returns how to stop.
 */
export function poll({ session, look, everyMs, isHidden = () => document.hidden }: Poller): () => void {
  const timer = setInterval(() => {
    if (!isHidden() && !session.isExpired?.()) look();
  }, everyMs);
  return () => clearInterval(timer);
}

/** The same for a query of a page; false: not now. */
export function usePolling(
  refetch: (options: { cancelRefetch: boolean }) => unknown,
  everyMs: number | false,
): void {
  const { session } = useAdmin();
  useEffect(() => {
    if (everyMs === false) return undefined;
    return poll({ session, everyMs, look: () => refetch({ cancelRefetch: false }) });
  }, [session, refetch, everyMs]);
}
