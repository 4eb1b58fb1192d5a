import { type RawBuilder, type Selectable, sql } from 'kysely';
import { announcementEntity } from '#contract/clients/announcement.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { AnnouncementTable, Db } from '#server/db/tables.ts';
import { columnsOf, fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL for announcements, for who put them away, and for who was emailed them. */

export type AnnouncementRow = Selectable<AnnouncementTable>;

export function announcementSource({
  locale,
  defaultLocale,
}: {
  locale: Locale;
  defaultLocale: Locale;
}): ListSource {
  const title = sql`coalesce(a.texts -> ${sql.lit(locale)} ->> 'title', a.texts -> ${sql.lit(defaultLocale)} ->> 'title')`;
  return {
    from: sql`announcements a`,
    id: sql`a.id`,
    defaultOrder: sql`a.created_at`,
    where: sql`a.deleted_at is null`,
    search: [sql`a.texts::text`],
    columns: columnsOf(announcementEntity, {
      table: 'announcements',
      alias: 'a',
      own: {
        title: { sql: title, required: true },
        from: { sql: sql`a.starts_at`, required: true },
        to: { sql: sql`a.ends_at` },
      },
    }),
  };
}

export const announcementCsv = fileColumnsOf(announcementEntity, {});

export async function announcementsByIds(db: Db, ids: readonly string[]): Promise<AnnouncementRow[]> {
  if (ids.length === 0) return [];
  return present(db).where('id', 'in', ids).execute();
}

export function lockAnnouncement(tx: Db, id: string): Promise<AnnouncementRow | undefined> {
  return present(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

function present(db: Db) {
  return db.selectFrom('announcements').selectAll().where('deleted_at', 'is', null);
}

export async function insertAnnouncement(
  tx: Db,
  { texts, ...row }: Omit<AnnouncementRow, 'mailed_at' | 'deleted_at'>,
): Promise<void> {
  await tx
    .insertInto('announcements')
    .values({ ...row, texts: JSON.stringify(texts) })
    .execute();
}

export async function updateAnnouncement(tx: Db, { id, texts, ...row }: AnnouncementRow): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ ...row, texts: JSON.stringify(texts) })
    .where('id', '=', id)
    .execute();
}

/** Those that are shown at a moment, the newest first. */
export function shownAnnouncements(db: Db, now: Date): Promise<AnnouncementRow[]> {
  return present(db)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function putAwayBy(db: Db, clientId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('announcements_put_away')
    .select('announcement_id')
    .where('client_id', '=', clientId)
    .execute();
  return new Set(rows.map(({ announcement_id }) => announcement_id));
}

export async function putAway(
  tx: Db,
  { announcementId, clientId, now }: { announcementId: string; clientId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('announcements_put_away')
    .values({ announcement_id: announcementId, client_id: clientId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks one that is to be emailed; undefined while another worker has it, or when it is not any more. */
export function takeMailed(tx: Db, id: string, now: Date): Promise<AnnouncementRow | undefined> {
  return present(tx)
    .where('id', '=', id)
    .where('mail', '=', true)
    .where('mailed_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markMailed(tx: Db, id: string, now: Date): Promise<void> {
  await tx.updateTable('announcements').set({ mailed_at: now }).where('id', '=', id).execute();
}

export async function noteMailed(tx: Db, id: string, clientIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('announcement_mails')
    .values(clientIds.map((client_id) => ({ announcement_id: id, client_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Conditions on a row of clients, for the list of an audience. */
export function isClient(id: RawBuilder<unknown>, clientId: string): RawBuilder<unknown> {
  return sql`${id} = ${clientId}`;
}

export function wasNotMailed(id: RawBuilder<unknown>, announcementId: string): RawBuilder<unknown> {
  return sql`not exists (
    select from announcement_mails m where m.announcement_id = ${announcementId} and m.client_id = ${id})`;
}
