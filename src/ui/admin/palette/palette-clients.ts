import { useEffect, useState } from 'react';
import type { Client } from '#contract/entities/client.ts';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { clientApi } from '#contract/routes/client.ts';
import { containing, sought } from '#web/providers/list-pattern.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { recentClients } from './recent-clients.ts';

export interface FoundClients {
  state: 'idle' | 'searching' | 'found' | 'failed';
  clients: Client[];
  /** How many match, shown or not. */
  total: number;
}

const restMs = 180;
const shownAtOnce = 6;
const nobody: FoundClients = { state: 'idle', clients: [], total: 0 };

/**
 * The clients that the server finds for the typed text; while it is empty, those opened last. The server is asked
 * when typing pauses; the answer to an earlier text is cancelled.
 */
export function usePaletteClients(
  typed: string,
  { enabled, trashed }: { enabled: boolean; trashed: 'with' | 'without' },
): FoundClients {
  const { http } = useAdmin();
  const text = sought(typed);
  const [recent] = useState(recentClients);
  const [answer, setAnswer] = useState<FoundClients & { text: string | null }>({ ...nobody, text: null });
  const isAsked = enabled && (text !== '' || recent.length > 0);

  useEffect(() => {
    if (!isAsked) return;
    const stale = new AbortController();
    const timer = setTimeout(() => void ask(stale.signal), text === '' ? 0 : restMs);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };

    async function ask(signal: AbortSignal): Promise<void> {
      try {
        const query = printListQuery({ ...(text === '' ? oneOf(recent) : anythingLike(text)), trashed });
        const { data, meta } = await http.call(clientApi.clients, { query, signal });
        const clients = text === '' ? inOrderOf(recent, data) : data;
        setAnswer({ text, state: 'found', clients, total: meta.total });
      } catch {
        if (!signal.aborted) setAnswer({ ...nobody, text, state: 'failed' });
      }
    }
  }, [text, recent, isAsked, http, trashed]);

  if (!isAsked) return nobody;
  // Earlier results stay until the next answer, unless the text is empty now.
  if (answer.text === text) return answer;
  return text === '' || answer.text === ''
    ? { ...nobody, state: 'searching' }
    : { ...answer, state: 'searching' };
}

function anythingLike(text: string): Partial<ListQuery> {
  return { limit: shownAtOnce, filters: [{ field: 'search', op: 'ilike', value: containing(text) }] };
}

function oneOf(ids: string[]): Partial<ListQuery> {
  return { limit: ids.length, filters: [{ field: 'id', op: 'in', value: ids }] };
}

function inOrderOf(ids: readonly string[], clients: readonly Client[]): Client[] {
  return ids.flatMap((id) => clients.find((client) => client.id === id) ?? []);
}
