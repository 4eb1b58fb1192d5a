import { type Webhook, webhookEntity } from '#contract/panel/webhook.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { webhookCsv, type WebhookRow, webhooksByIds, webhookSource } from './webhook-store.ts';

/** Webhooks for the list and its file; never their secrets. */
export function webhookListing(db: Db): Listing<Webhook> {
  return {
    name: 'webhooks',
    source: () => webhookSource(),
    rows: async (_caller, ids) => inOrderOf(ids, await webhooksByIds(db, ids)).map(toWebhook),
    csv: webhookCsv,
  };
}

export async function readWebhook(db: Db, id: string): Promise<Webhook> {
  const [row] = await webhooksByIds(db, [id]);
  if (!row) throw new AppError('not_found');
  return toWebhook(row);
}

/** Refuses an unknown webhook before the body is read. */
export function knownWebhook(db: Db) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    await readWebhook(db, params.id);
  };
}

export function toWebhook(row: WebhookRow): Webhook {
  return toAnswer(webhookEntity, row, {});
}
