import { type Delivery, deliveryEntity, type DeliveryError } from '#contract/panel/webhook.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import {
  deliveriesByIds,
  deliveryById,
  deliveryCsv,
  type DeliveryRow,
  deliverySource,
} from './delivery-store.ts';

/** The messages to one webhook, newest first. */
export function deliveryListing(db: Db, webhookId: string): Listing<Delivery> {
  return {
    name: 'webhook_deliveries',
    source: () => deliverySource(webhookId),
    rows: async (_caller, ids) => inOrderOf(ids, await deliveriesByIds(db, ids)).map(toDelivery),
    csv: deliveryCsv,
  };
}

/** Refuses an unknown message before the body is read. */
export function knownDelivery(db: Db) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if (!(await deliveryById(db, params.id))) throw new AppError('not_found');
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
  return toAnswer(deliveryEntity, row, { error: row.error as DeliveryError | null }); // written as one
}
