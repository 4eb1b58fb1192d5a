import { sql } from 'kysely';
import type { EventType, testEventType } from '#contract/panel/event-types.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL of events and of who gets them. */

export interface Subscriber {
  /** Null for a terminal that listens. */
  webhook_id: string | null;
  events: EventType[];
}

/** Who wants to know of one of these types. */
export async function subscribersOf(tx: Db, types: readonly EventType[], now: Date): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select id as webhook_id, events from webhooks where enabled and events && ${[...types]}::text[]
    union all
    select null, events from event_listeners where expires_at > ${now} and events && ${[...types]}::text[]`.execute(
    tx,
  );
  return rows;
}

export interface StoredEvent {
  id: string;
  type: EventType | typeof testEventType;
  clientId: string | null;
  subjectId: string;
  data?: object;
}

export interface NewDelivery {
  id: string;
  webhookId: string;
  eventId: string;
}

/** Writes events and their messages, however many, in two statements. */
export async function insertEvents(
  tx: Db,
  now: Date,
  events: readonly StoredEvent[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await sql`
    insert into events (id, type, client_id, subject_id, at, data)
    select id, type, client_id, subject_id, ${now}, data::jsonb
    from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
      ${events.map(({ clientId }) => clientId)}::uuid[], ${events.map(({ subjectId }) => subjectId)}::uuid[],
      ${events.map(({ data }) => (data === undefined ? null : JSON.stringify(data)))}::text[])
      with ordinality as e (id, type, client_id, subject_id, data, place)
    order by place`.execute(tx);
  if (deliveries.length === 0) return;
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, seq, client_id, type, status, next_at, created_at)
    select d.id, d.webhook_id, e.id, e.seq, e.client_id, e.type, 'waiting', ${now}, ${now}
    from unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ webhookId }) => webhookId)}::uuid[],
      ${deliveries.map(({ eventId }) => eventId)}::uuid[]) as d (id, webhook_id, event_id)
    join events e on e.id = d.event_id`.execute(tx);
}
