import type { Delivery } from '#contract/panel/webhook.ts';
import { testEventType } from '#contract/panel/event-types.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { insertEvents } from '#server/events/event-store.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { toWebhook } from '#server/webhooks/read-webhooks.ts';
import type { WebhookRow } from '#server/webhooks/webhook-store.ts';
import { requireWebhook, subjectOf } from '#server/webhooks/write-webhook.ts';
import { deliveryById, waitAgain } from './delivery-store.ts';
import { toDelivery } from './read-deliveries.ts';

/** Sends a message again at once, whatever became of it, with the id that it had. */
export function resendDelivery(db: Db, caller: StaffCaller, id: string): Promise<Delivery> {
  return answered(db, caller, async (tx) => {
    const seen = await deliveryById(tx, id);
    if (!seen) throw new AppError('not_found');
    const webhook = await requireOn(tx, seen.webhook_id);
    const row = await waitAgain(tx, id, caller.now);
    const changes = [{ field: 'type', before: null, after: row.type }];
    await writeAudit(tx, caller, { action: 'webhook.resend', subject: subjectOf(webhook), changes });
    return toDelivery(row);
  });
}

/** Sends one message that says nothing, once: its data is the webhook itself. */
export function testWebhook(db: Db, caller: StaffCaller, webhookId: string): Promise<Delivery> {
  const { now } = caller;
  return answered(db, caller, async (tx) => {
    const webhook = await requireOn(tx, webhookId);
    const [eventId, id] = [newId(now), newId(now)];
    const data = toWebhook(webhook);
    const event = { id: eventId, type: testEventType, clientId: null, subjectId: webhookId, data } as const;
    await insertEvents(tx, now, [event], [{ id, webhookId, eventId }]);
    await writeAudit(tx, caller, { action: 'webhook.test', subject: subjectOf(webhook) });
    const row = await deliveryById(tx, id);
    if (!row) throw new Error('the message just written is gone');
    return toDelivery(row);
  });
}

async function requireOn(tx: Db, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(tx, id);
  if (!webhook.enabled) throw new AppError('webhook_off');
  return webhook;
}
