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
 * Polls while somebody may be there. With an expired token it waits for a person's next action, because a request
 * would renew the session of an empty desk. Returns a function that stops it.
 */
export function poll({ session, look, everyMs, isHidden = () => document.hidden }: Poller): () => void {
  const timer = setInterval(() => {
    if (!isHidden() && !session.isExpired?.()) look();
  }, everyMs);
  return () => clearInterval(timer);
}

/** The same for a query on a page; false: not now. */
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
