/**
 * What other systems can be told of (GROWTH section 18, "Events out"): each type with what its `data` is, which is the
 * row as its GET answers it. `docs/events.md` has an example of each.
 */
export const eventTypes = {
  'client.registered': 'client',
  'client.confirmed': 'client',
  'client.changed': 'client',
  'client.blocked': 'client',
  'client.unblocked': 'client',
  'client.deleted': 'client',
  'client.restored': 'client',
  'client.archived': 'client',
  'client.erased': 'client',
  'cabinet.active': 'client',
  'cabinet.failed': 'client',
  'cabinet.suspended': 'client',
  'cabinet.resumed': 'client',
  'cabinet.deleted': 'client',
  'subscription.charged': 'ledger_entry',
  'subscription.grace': 'client',
  'subscription.changed': 'client',
  'payment.succeeded': 'payment',
  'payment.refunded': 'payment',
  'document.issued': 'document',
  'document.paid': 'document',
  'limit.exceeded': 'client',
  'alarm.raised': 'alarm',
} as const satisfies Record<string, EventRow>;

/** `alarm`: there is no GET of one; it is kept with the event. */
export type EventRow = 'client' | 'ledger_entry' | 'payment' | 'document' | 'alarm';
export type EventType = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]; // the keys above

/** Sent to one webhook when somebody tries it; nobody subscribes to it. */
export const testEventType = 'webhook.test';

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
