import { type Selectable, sql } from 'kysely';
import type { ViewedList } from '#contract/entities/saved-view.ts';
import type { Db, SavedViewTable } from '#server/db/tables.ts';

/** SQL for saved views, each with its owner's name. */

export type SavedViewRow = Selectable<SavedViewTable> & { owner_name: string };

function views(db: Db) {
  return db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.owner_id')
    .selectAll('v')
    .select('u.name as owner_name');
}

/** A person's own views and those shared with everyone, for some lists, by name. */
export function viewsFor(
  db: Db,
  { userId, resources }: { userId: string; resources: readonly ViewedList[] },
): Promise<SavedViewRow[]> {
  if (resources.length === 0) return Promise.resolve([]);
  return views(db)
    .where('v.resource', 'in', resources)
    .where(({ or, eb }) => or([eb('v.owner_id', '=', userId), eb('v.shared', '=', true)]))
    .orderBy(sql`v.name collate "uk-x-icu"`)
    .orderBy('v.id')
    .execute();
}

export function viewById(db: Db, id: string, { lock = false } = {}): Promise<SavedViewRow | undefined> {
  const query = views(db).where('v.id', '=', id);
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
}
