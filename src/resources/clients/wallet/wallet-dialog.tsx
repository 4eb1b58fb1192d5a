import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { Client } from '#contract/entities/client.ts';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { FormDialog, type FormDialogProps } from '#web/ui/admin/form/form-dialog.tsx';
import type { ActWords, BeginningOf } from '#web/ui/admin/resource/declared-key.ts';

/**
 * An action on a client's wallet. Its texts are `TEXTS.title`, `.go` and `.done`; a text that it gives is said below the
 * last. The dialog has its own key, so that
 * a repeat after a lost answer books nothing twice (API.md, "Idempotency-Key").
 */
export function WalletDialog<Schema extends z.ZodType>({
  client,
  texts,
  words,
  act,
  ...dialog
}: Omit<FormDialogProps<Schema>, 'title' | 'okText' | 'send'> & {
  client: Pick<Client, 'id'>;
  texts: BeginningOf<'title'> & BeginningOf<'go'> & BeginningOf<'done'>;
  words: ActWords;
  act: (input: z.output<Schema>, headers: Record<string, string>) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const invalidate = useInvalidate();
  const queries = useQueryClient();
  const [key] = useState(newIdempotencyKey);

  async function send(input: z.output<Schema>): Promise<void> {
    const said = await act(input, { 'Idempotency-Key': key });
    dialog.onClose();
    notification.success({
      message: t(`${texts}.done`),
      ...(typeof said === 'string' && { description: said }),
    });
    await Promise.all([
      invalidate({ resource: 'clients', id: client.id, invalidates: ['detail', 'list'] }),
      invalidate({ resource: 'client_ledger', invalidates: ['list'] }),
      invalidate({ resource: 'ledger', invalidates: ['list'] }),
      invalidate({ resource: 'payments', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'documents', invalidates: ['resourceAll'] }),
      invalidate({ resource: 'document_timeline', invalidates: ['resourceAll'] }),
      queries.invalidateQueries({ queryKey: walletKey(client.id) }),
    ]);
  }

  return <FormDialog {...dialog} title={t(`${texts}.title`, words)} okText={t(`${texts}.go`)} send={send} />;
}

/** The cache key of everything about a client's wallet. */
export function walletKey(clientId: string): readonly string[] {
  return ['client-wallet', clientId];
}
