import { webhookApi as api } from '#contract/routes/panel/webhook.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList, onListBelow } from '#server/lists/list-reply.ts';
import { deliveryListing, knownDelivery } from './delivery/read-deliveries.ts';
import { resendDelivery, testWebhook } from './delivery/resend-delivery.ts';
import { knownWebhook, readWebhook, webhookListing } from './read-webhooks.ts';
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateSecret,
  type WebhookDeps,
} from './write-webhook.ts';

/** `admin/webhooks` (GROWTH section 18, "Events out"). */
export function webhookRoutes(deps: WebhookDeps & { lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  const known = knownWebhook(db);
  return [
    onList(api.webhooks, webhookListing(db), lists),
    onStaff(api.webhook, async ({ params }) => ({ data: await readWebhook(db, params.id) })),
    onStaff(api.createWebhook, async ({ caller, body }) => ({
      data: await createWebhook(deps, caller, body),
    })),
    onStaff(
      api.changeWebhook,
      async ({ caller, params: { id }, body: input }) => ({
        data: await changeWebhook(deps, caller, { id, input }),
      }),
      known,
    ),
    onStaff(api.deleteWebhook, async ({ caller, params }) => {
      await removeWebhook(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(
      api.rotateWebhookSecret,
      async ({ caller, params }) => ({ data: await rotateSecret(deps, caller, params.id) }),
      known,
    ),
    onStaff(
      api.testWebhook,
      async ({ caller, params }) => ({ data: await testWebhook(db, caller, params.id) }),
      known,
    ),
    onListBelow(api.webhookDeliveries, (id) => deliveryListing(db, id), lists, known),
    onStaff(
      api.resendDelivery,
      async ({ caller, params }) => ({ data: await resendDelivery(db, caller, params.id) }),
      knownDelivery(db),
    ),
  ];
}
