import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import type { Permission } from '../kernel/permissions.ts';
import { moment } from '../kernel/primitives.ts';
import { alarmPermissions } from '../accounts/alarm.ts';
import {
  deliveryStatuses,
  type EventRow,
  type EventType,
  eventTypeNames,
  eventTypes,
  testEventType,
} from './event-types.ts';

export const webhookLimits = {
  url: { max: 2000 },
  /** Each has deliveries of its own that nobody else's wait for. */
  count: { max: 50 },
} as const;

/** How long the secret before a rotation is still valid. */
export const secretOverlapSeconds = 24 * 3600;

const address = z
  .string()
  .trim()
  .max(webhookLimits.url.max)
  .refine(isWebAddress, { error: 'validation.webAddress' });

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') && url.username === '' && url.password === ''
  );
}

const types = z
  .array(z.enum(eventTypeNames))
  .min(1, { error: 'validation.chooseOne' })
  .transform((chosen): EventType[] => eventTypeNames.filter((name) => chosen.includes(name)));

/** Every field of a webhook, once, in the order of the list's file (GROWTH section 18, "Events out"). */
export const webhookEntity = {
  id: rowId,
  url: { row: z.string(), ...own(address), list: { type: 'text' }, csv: true },
  events: { row: z.array(z.enum(eventTypeNames)), ...own(types), csv: true },
  enabled: {
    row: z.boolean(),
    input: z.boolean().default(true),
    change: z.boolean(),
    list: { type: 'boolean' },
    csv: true,
  },
  /** The first failure since the last success. */
  failing_since: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** When it was switched off by itself, after five days of failures. */
  off_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Messages that wait. */
  waiting: { row: z.int(), list: { type: 'number' }, csv: true },
  /** Until then the secret before the last rotation is valid too. */
  previous_until: { row: moment.nullable() },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

/** A system that is told of events; never its secret. */
export const webhook = z.object(shapeOf(webhookEntity, 'row'));
export type Webhook = z.infer<typeof webhook>;

/** The same with its new secret, which is never shown again. */
export const webhookWithSecret = webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;

/** `POST admin/webhooks` */
export const webhookInput = z.strictObject(shapeOf(webhookEntity, 'input'));
export type WebhookInput = z.infer<typeof webhookInput>;

/** `PUT admin/webhooks/{id}` */
export const webhookChanges = z
  .strictObject(shapeOf(webhookEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() });
export type WebhookChanges = z.infer<typeof webhookChanges>;

export const webhookList: ListSpec = { fields: listFieldsOf(webhookEntity), search: true };

/** What one must be allowed to read to have it sent somewhere. An alarm names a client, an address or a payer. */
const readRights: Record<EventRow, readonly Permission[]> = {
  client: ['clients.read'],
  ledger_entry: ['payments.read'],
  payment: ['payments.read'],
  document: ['payments.read'],
  alarm: Object.values(alarmPermissions),
};

export function rightsFor(chosen: readonly EventType[]): Permission[] {
  return [...new Set(chosen.flatMap((type) => readRights[eventTypes[type]]))];
}

/**
 * Why a try failed. `rejected`: the answer was not 2xx. `off`: it waited when its webhook was switched off. The others
 * are those of calls to addresses from outside.
 */
export const deliveryErrors = [
  'rejected',
  'refused',
  'unreachable',
  'timeout',
  'forbidden_address',
  'redirected',
  'answer_too_long',
  'off',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

const messageTypes = [...eventTypeNames, testEventType] as const;

/** Every field of a message to a webhook, in the order of the list's file. */
export const deliveryEntity = {
  id: rowId,
  /** Also the message's `webhook-id`, the same however often it is sent. */
  event_id: { row: z.string(), list: { type: 'id' } },
  type: { row: z.enum(messageTypes), list: { type: 'enum', values: messageTypes }, csv: true },
  client_id: { row: z.string().nullable(), list: { type: 'id' }, csv: true },
  status: { row: z.enum(deliveryStatuses), list: { type: 'enum', values: deliveryStatuses }, csv: true },
  attempts: { row: z.int(), list: { type: 'number' }, csv: true },
  response_status: { row: z.int().nullable(), list: { type: 'number' }, csv: true },
  error: {
    row: z.enum(deliveryErrors).nullable(),
    list: { type: 'enum', values: deliveryErrors },
    csv: true,
  },
  duration_ms: { row: z.int().nullable(), list: { type: 'number' }, csv: true },
  tried_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  /** Of one that waits: when it is tried next. */
  next_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  created_at: created,
} as const satisfies Entity;

export const delivery = z.object(shapeOf(deliveryEntity, 'row'));
export type Delivery = z.infer<typeof delivery>;

export const deliveryList: ListSpec = { fields: listFieldsOf(deliveryEntity) };
