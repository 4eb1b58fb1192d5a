import * as z from 'zod';
import { dataOf, done, listOf } from '../../http/answers.ts';
import { route, staff } from '../../http/route.ts';
import {
  delivery,
  deliveryList,
  webhook,
  webhookChanges,
  webhookInput,
  webhookList,
  webhookWithSecret,
} from '../../panel/webhook.ts';
import { id } from '../../kernel/primitives.ts';

const byId = z.strictObject({ id });

/** Events for other systems, by Standard Webhooks: prefix `admin` (GROWTH section 18; docs/events.md). */
export const webhookApi = {
  webhooks: route({
    method: 'GET',
    path: '/admin/webhooks',
    access: staff('webhooks.read'),
    summary: 'Systems that are told of events',
    list: webhookList,
    answer: listOf(webhook),
  }),
  webhook: route({
    method: 'GET',
    path: '/admin/webhooks/:id',
    access: staff('webhooks.read'),
    summary: 'One of them',
    params: byId,
    answer: dataOf(webhook),
  }),
  createWebhook: route({
    method: 'POST',
    path: '/admin/webhooks',
    access: staff('webhooks.write'),
    summary: 'Subscribe a system to events that one may read; its secret is shown once, here',
    body: webhookInput,
    answer: dataOf(webhookWithSecret),
    status: 201,
    errors: ['above_own_permissions'],
  }),
  changeWebhook: route({
    method: 'PUT',
    path: '/admin/webhooks/:id',
    access: staff('webhooks.write'),
    summary: 'Change its address or events, or switch it on or off; what waits when it is switched off fails',
    params: byId,
    body: webhookChanges,
    answer: dataOf(webhook),
    errors: ['above_own_permissions', 'stale'],
  }),
  deleteWebhook: route({
    method: 'DELETE',
    path: '/admin/webhooks/:id',
    access: staff('webhooks.write'),
    summary: 'Delete it with its messages',
    params: byId,
    answer: done,
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    path: '/admin/webhooks/:id/rotate',
    access: staff('webhooks.write'),
    summary: 'Make a new secret, shown once, here; for 24 hours messages are signed with both',
    params: byId,
    bodyOptional: true,
    body: z.strictObject({}),
    answer: dataOf(webhookWithSecret),
    errors: ['above_own_permissions'],
  }),
  testWebhook: route({
    method: 'POST',
    path: '/admin/webhooks/:id/test',
    access: staff('webhooks.write'),
    summary: 'Send it one message of the type `webhook.test`, once',
    params: byId,
    bodyOptional: true,
    body: z.strictObject({}),
    answer: dataOf(delivery),
    status: 201,
    errors: ['webhook_off'],
  }),
  webhookDeliveries: route({
    method: 'GET',
    path: '/admin/webhooks/:id/deliveries',
    access: staff('webhooks.read'),
    summary: 'Its messages of the last 30 days, and what became of them',
    params: byId,
    list: deliveryList,
    answer: listOf(delivery),
  }),
  resendDelivery: route({
    method: 'POST',
    path: '/admin/webhook-deliveries/:id/resend',
    access: staff('webhooks.write'),
    summary: 'Send a message again at once, with all its tries',
    params: byId,
    bodyOptional: true,
    body: z.strictObject({}),
    answer: dataOf(delivery),
    errors: ['webhook_off'],
  }),
};
