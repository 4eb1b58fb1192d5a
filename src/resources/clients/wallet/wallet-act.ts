import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { newOnceKey } from '#web/resources/clients/idempotency-key.ts';

/**
 * What acts on a wallet share: a key of the dialog's own, so that a repeat after a lost answer books nothing twice
 * (API.md, "Idempotency-Key"), and screens that are fetched again afterwards.
 */
export function useWalletAct(clientId: string) {
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  const [key] = useState(newOnceKey);

  return {
    headers: { 'Idempotency-Key': key },
    async done(message: string): Promise<void> {
      notification.success({ message });
      await Promise.all([
        invalidate({ resource: 'clients', id: clientId, invalidates: ['detail', 'list'] }),
        invalidate({ resource: 'ledger', invalidates: ['list'] }),
        queries.invalidateQueries({ queryKey: walletKey(clientId) }),
      ]);
    },
  };
}

/** Of everything that is asked about a client's wallet. */
export function walletKey(clientId: string): readonly string[] {
  return ['client-wallet', clientId];
}
