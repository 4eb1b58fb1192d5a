import { type Selectable, sql } from 'kysely';
import { type EventType, eventTypeNames } from '#contract/panel/event-types.ts';
import { webhookEntity } from '#contract/panel/webhook.ts';
import type { Db, WebhookTable } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for webhooks. */

export type StoredWebhook = Selectable<WebhookTable>;
export type WebhookRow = StoredWebhook & { waiting: number };

const waiting = sql<number>`(select count(*)::integer from webhook_deliveries d
  where d.webhook_id = w.id and d.status = 'waiting')`;

export function webhookSource(): ListSource {
  return {
    from: sql`webhooks w`,
    id: sql`w.id`,
    defaultOrder: sql`w.created_at`,
    search: [sql`w.url`],
    columns: columnsOf(webhookEntity, {
      table: 'webhooks',
      alias: 'w',
      own: { waiting: { sql: waiting, required: true } },
    }),
  };
}

export const webhookCsv = fileColumnsOf(webhookEntity, {
  events: { sql: sql`array_to_string(w.events, ', ')` },
});

export async function webhooksByIds(db: Db, ids: readonly string[]): Promise<WebhookRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('webhooks as w')
    .selectAll('w')
    .select(waiting.as('waiting'))
    .where('w.id', 'in', ids)
    .execute();
}

/** A webhook, locked for a change. */
export async function lockWebhook(tx: Db, id: string): Promise<WebhookRow | undefined> {
  await tx.selectFrom('webhooks').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await webhooksByIds(tx, [id]);
  return row;
}

/** How many there are, one that is added at a time. */
export async function countWebhooks(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('tenantry webhooks', 0))`.execute(tx);
  const row = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function insertWebhook(tx: Db, row: StoredWebhook): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export async function updateWebhook(tx: Db, id: string, changes: Partial<StoredWebhook>): Promise<void> {
  await tx.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** The types of the messages that are kept, each of which can be sent again; a test's says nothing. */
export async function keptTypes(tx: Db, webhookId: string): Promise<EventType[]> {
  const rows = await tx
    .selectFrom('webhook_deliveries')
    .select('type')
    .distinct()
    .where('webhook_id', '=', webhookId)
    .execute();
  return rows.flatMap(({ type }) => eventTypeNames.find((name) => name === type) ?? []);
}

/** What waits for a webhook that is switched off is given up; it can be sent again. */
export async function failWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error: 'off', next_at: null, lease: null, leased_until: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute();
}
