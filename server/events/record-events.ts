import type { EventType } from '#contract/panel/event-types.ts';
import type { Db } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { insertEvents, subscribersOf } from './event-store.ts';

export interface NewEvent {
  type: EventType;
  /** The client whose messages go in order; null for what is nobody's. */
  clientId: string | null;
  /** The row that is read for the message. */
  subjectId: string;
  /** For what has no row with a GET. */
  data?: object;
}

/**
 * Records what happened for those who want to know, in the transaction that causes it (docs/decisions/0198). Nothing
 * is written while nobody has subscribed. The caller holds the lock of the client's row, which puts the events in order.
 */
export async function recordEvents(tx: Db, now: Date, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const subscribers = await subscribersOf(tx, [...new Set(events.map(({ type }) => type))], now);
  const wanted = new Set(subscribers.flatMap((one) => one.events));
  const rows = events.filter(({ type }) => wanted.has(type)).map((event) => ({ ...event, id: newId(now) }));
  if (rows.length === 0) return;
  const deliveries = subscribers.flatMap(({ webhook_id, events: types }) =>
    webhook_id === null
      ? []
      : rows
          .filter(({ type }) => types.includes(type))
          .map(({ id }) => ({ id: newId(now), webhookId: webhook_id, eventId: id })),
  );
  await insertEvents(tx, now, rows, deliveries);
}
