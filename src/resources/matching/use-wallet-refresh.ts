import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { inboxKey } from '#web/resources/matching/inbox-key.ts';

/** Reads again what shows the money of a client, or of all of them. */
export function useWalletRefresh(clientId?: string): () => Promise<unknown> {
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  return () =>
    Promise.all([
      invalidate(
        clientId === undefined
          ? { resource: 'clients', invalidates: ['resourceAll'] }
          : { resource: 'clients', id: clientId, invalidates: ['detail', 'list'] },
      ),
      invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'client_ledger', invalidates: ['list'] }),
      invalidate({ resource: 'ledger', invalidates: ['list'] }),
      invalidate({ resource: 'payments', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'documents', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'document_timeline', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'bank_lines', invalidates: ['list'] }),
      queries.invalidateQueries({ queryKey: inboxKey }),
      queries.invalidateQueries({ queryKey: clientId === undefined ? walletKeys : walletKey(clientId) }),
    ]);
}

/** The cache key of everything about a client's wallet. */
export function walletKey(clientId: string): readonly string[] {
  return [...walletKeys, clientId];
}

const walletKeys = ['client-wallet'] as const;
