import { type Selectable, sql } from 'kysely';
import { deliveryEntity, type DeliveryError } from '#contract/panel/webhook.ts';
import type { Db, EventTable, WebhookDeliveryTable } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for messages to webhooks. */

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export function deliverySource(webhookId: string): ListSource {
  return {
    from: sql`webhook_deliveries d`,
    id: sql`d.id`,
    defaultOrder: sql`d.created_at`,
    where: sql`d.webhook_id = ${webhookId}::uuid`,
    columns: columnsOf(deliveryEntity, { table: 'webhook_deliveries', alias: 'd', own: {} }),
  };
}

export const deliveryCsv = fileColumnsOf(deliveryEntity, {});

export async function deliveriesByIds(db: Db, ids: readonly string[]): Promise<DeliveryRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('webhook_deliveries').selectAll().where('id', 'in', ids).execute();
}

/** Whether an event waits to be read, and the webhooks with a message that is due. */
export async function waitingDeliveries(
  db: Db,
  now: Date,
): Promise<{ hasUnread: boolean; webhookIds: string[] }> {
  const { rows } = await sql<{ hasUnread: boolean; webhookIds: string[] }>`
    select exists (select from events where data is null) as "hasUnread", array(
      select w.id::text from webhooks w where w.enabled and exists (
        select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting' and d.next_at <= ${now}
          and (d.leased_until is null or d.leased_until <= ${now}))) as "webhookIds"`.execute(db);
  return rows[0] ?? { hasUnread: false, webhookIds: [] };
}

export type Message = Pick<DeliveryRow, 'id' | 'event_id' | 'type' | 'attempts'> & {
  at: Date;
  data: object;
};

/**
 * Takes some messages that are due, each client's first alone: the others of that client wait for it while it is being
 * tried. The worker that takes them has them until the lease is over.
 */
export async function leaseMessages(
  db: Db,
  {
    webhookId,
    now,
    until,
    lease,
    limit,
  }: { webhookId: string; now: Date; until: Date; lease: string; limit: number },
): Promise<Message[]> {
  const { rows } = await sql<Message>`
    with due as (
      select d.id from webhook_deliveries d join events e on e.id = d.event_id and e.data is not null
      where d.webhook_id = ${webhookId} and d.status = 'waiting' and d.next_at <= ${now}
        and (d.leased_until is null or d.leased_until <= ${now})
        and (d.client_id is null or not exists (
          select from webhook_deliveries o where o.webhook_id = d.webhook_id and o.client_id = d.client_id
            and o.status = 'waiting' and o.seq < d.seq))
      order by d.seq limit ${limit} for update of d skip locked
    )
    update webhook_deliveries d
    set lease = ${lease}, leased_until = ${until}, attempts = d.attempts + 1, tried_at = ${now}
    from due, events e where d.id = due.id and e.id = d.event_id
    returning d.id, d.event_id, d.type, d.attempts, e.at, e.data`.execute(db);
  return rows;
}

export interface Tried {
  status: DeliveryRow['status'];
  response_status: number | null;
  error: DeliveryError | null;
  duration_ms: number;
  next_at: Date | null;
}

/** Stores what became of a try; false when somebody else has taken the message since. */
export async function endTry(
  db: Db,
  { id, lease, tried }: { id: string; lease: string; tried: Tried },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ ...tried, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deliveryById(db: Db, id: string, { lock = false } = {}): Promise<DeliveryRow | undefined> {
  const query = db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Puts a message back to the beginning of its tries. */
export async function waitAgain(tx: Db, id: string, now: Date): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_deliveries')
    .set({
      status: 'waiting',
      attempts: 0,
      next_at: now,
      error: null,
      response_status: null,
      lease: null,
      leased_until: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type UnreadEvent = Pick<Selectable<EventTable>, 'id' | 'type' | 'subject_id'>;

/** Events whose row was not read yet, in their order; each to one reader. */
export function unreadEvents(tx: Db, limit: number): Promise<UnreadEvent[]> {
  return tx
    .selectFrom('events')
    .select(['id', 'type', 'subject_id'])
    .where('data', 'is', null)
    .orderBy('seq')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function storeEventData(tx: Db, id: string, data: object): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute();
}

/** Deletes events with their messages, but those that still wait. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await sql`
    delete from events e where e.at < ${before} and not exists (
      select from webhook_deliveries d where d.event_id = e.id and d.status = 'waiting')`.execute(db);
  await db.deleteFrom('event_listeners').where('expires_at', '<', before).execute();
}

/** The number of the newest event; 0 when there is none. */
export async function newestEvent(db: Db): Promise<number> {
  const row = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

export type ReadEvent = Pick<Selectable<EventTable>, 'seq' | 'type' | 'at' | 'data'>;

/** Events after a number, up to the first whose row was not read yet. */
export async function eventsAfter(db: Db, seq: number): Promise<ReadEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['seq', 'type', 'at', 'data'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(200)
    .execute();
  const unread = rows.findIndex(({ data }) => data === null);
  return unread < 0 ? rows : rows.slice(0, unread);
}
