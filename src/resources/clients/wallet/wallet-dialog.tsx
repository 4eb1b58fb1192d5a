import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { Client } from '#contract/entities/client.ts';
import { newIdempotencyKey } from '#web/ui/shared/idempotency-key.ts';
import { FormDialog, type FormDialogProps } from '#web/ui/admin/form/form-dialog.tsx';
import { useWalletRefresh } from '#web/resources/matching/use-wallet-refresh.ts';
import type { ActWords, BeginningOf } from '#web/ui/admin/resource/declared-key.ts';

/** What the message says of what was done; it stays long enough to read sums and to undo. */
export interface Said {
  key: string;
  description: string;
  actions: ReactNode;
  duration: number;
}

/**
 * An action on a client's wallet. Its texts are `TEXTS.title`, `.go` and `.done`; what it answers with a text is said
 * below the last, with its button. The dialog has its own key, so that a repeat after a lost answer books nothing twice
 * (API.md, "Idempotency-Key").
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
  const refresh = useWalletRefresh(client.id);
  const [key] = useState(newIdempotencyKey);

  async function send(input: z.output<Schema>): Promise<void> {
    const said = await act(input, { 'Idempotency-Key': key });
    dialog.onClose();
    notification.success({ message: t(`${texts}.done`), ...(isSaid(said) && said) });
    await refresh();
  }

  return <FormDialog {...dialog} title={t(`${texts}.title`, words)} okText={t(`${texts}.go`)} send={send} />;
}

function isSaid(answer: unknown): answer is Said {
  return typeof answer === 'object' && answer !== null && 'description' in answer;
}
