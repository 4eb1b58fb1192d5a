import { type Selectable, sql } from 'kysely';
import type { ViewedList, ViewMail } from '#contract/entities/saved-view.ts';
import type { Db, SavedViewTable } from '#server/db/tables.ts';

/** SQL for saved views, each with its owner's name. */

/** `mail`: whether the reader is emailed it. */
export type SavedViewRow = Selectable<SavedViewTable> & { owner_name: string; mail: ViewMail | null };

function views(db: Db, readerId: string) {
  return db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .selectAll('v')
    .select('u.name as owner_name')
    .select(
      sql<ViewMail | null>`case when exists (
        select from view_mails m where m.view_id = v.id and m.user_id = ${readerId}) then 'weekly' end`.as(
        'mail',
      ),
    );
}

/** A person's own views and those shared with everyone, for some lists, by name. */
export function viewsFor(
  db: Db,
  { userId, resources }: { userId: string; resources: readonly ViewedList[] },
): Promise<SavedViewRow[]> {
  if (resources.length === 0) return Promise.resolve([]);
  return views(db, userId)
    .where('v.resource', 'in', resources)
    .where(({ or, eb }) => or([eb('v.owner_id', '=', userId), eb('v.shared', '=', true)]))
    .orderBy(sql`v.name collate "uk-x-icu"`)
    .orderBy('v.id')
    .execute();
}

export function viewById(
  db: Db,
  id: string,
  { readerId, lock = false }: { readerId: string; lock?: boolean },
): Promise<SavedViewRow | undefined> {
  const query = views(db, readerId).where('v.id', '=', id);
  return (lock ? query.forUpdate('v') : query).executeTakeFirst();
}

export async function countViewsOf(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('saved_views')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertView(db: Db, row: Selectable<SavedViewTable>): Promise<void> {
  await db.insertInto('saved_views').values(row).execute();
}

export async function updateView(
  db: Db,
  id: string,
  changes: Partial<Omit<Selectable<SavedViewTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('saved_views').set(changes).where('id', '=', id).execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom('saved_views').where('id', '=', id).execute();
  await db.deleteFrom('view_mails').where('view_id', '=', id).execute();
}

/** The views that a person is emailed, of some. */
export async function mailedAmong(db: Db, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('view_mails')
    .select('view_id')
    .where('user_id', '=', userId)
    .where('view_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ view_id }) => view_id));
}

type AskedMail = Pick<ViewMailRow, 'view_id' | 'user_id'>;
type ViewMailRow = { view_id: string; user_id: string; last_week: string };

export async function insertViewMail(tx: Db, row: ViewMailRow): Promise<void> {
  await tx
    .insertInto('view_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteViewMail(tx: Db, { view_id, user_id }: AskedMail): Promise<void> {
  await tx.deleteFrom('view_mails').where('view_id', '=', view_id).where('user_id', '=', user_id).execute();
}

/** Who was not emailed their view since a Monday. */
export function dueViewMails(db: Db, week: string): Promise<AskedMail[]> {
  return db
    .selectFrom('view_mails')
    .select(['view_id', 'user_id'])
    .where('last_week', '<', week)
    .orderBy('user_id')
    .orderBy('view_id')
    .execute();
}

/** Locks one of them; false when another worker has it, or had it. */
export async function takeViewMail(tx: Db, { view_id, user_id }: AskedMail, week: string): Promise<boolean> {
  const row = await tx
    .selectFrom('view_mails')
    .select('view_id')
    .where('view_id', '=', view_id)
    .where('user_id', '=', user_id)
    .where('last_week', '<', week)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

export async function markViewMailed(tx: Db, { view_id, user_id }: AskedMail, week: string): Promise<void> {
  await tx
    .updateTable('view_mails')
    .set({ last_week: week })
    .where('view_id', '=', view_id)
    .where('user_id', '=', user_id)
    .execute();
}

/** What an email needs of a view. */
export type MailableView = Pick<SavedViewRow, 'id' | 'resource' | 'name' | 'search' | 'columns'>;

/** A view of any author, also of somebody who left. */
export function mailableView(
  db: Db,
  id: string,
): Promise<(MailableView & Pick<SavedViewRow, 'shared' | 'owner_id'>) | undefined> {
  return db
    .selectFrom('saved_views')
    .select(['id', 'resource', 'name', 'search', 'columns', 'shared', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}
