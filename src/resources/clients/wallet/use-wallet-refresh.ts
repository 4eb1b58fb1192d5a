import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';

/** Reads again what shows a client's money. */
export function useWalletRefresh(clientId: string): () => Promise<unknown> {
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  return () =>
    Promise.all([
      invalidate({ resource: 'clients', id: clientId, invalidates: ['detail', 'list'] }),
      invalidate({ resource: 'client_timeline', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'client_ledger', invalidates: ['list'] }),
      invalidate({ resource: 'ledger', invalidates: ['list'] }),
      invalidate({ resource: 'payments', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'documents', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'document_timeline', invalidates: ['resourceAll'] }),
      queries.invalidateQueries({ queryKey: walletKey(clientId) }),
    ]);
}

/** The cache key of everything about a client's wallet. */
export function walletKey(clientId: string): readonly string[] {
  return ['client-wallet', clientId];
}
