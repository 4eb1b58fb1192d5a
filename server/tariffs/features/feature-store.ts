import { sql } from 'kysely';
import type { Db, DescribedNames, FeatureRow } from '#server/db/tables.ts';
import { inTreeOrder } from './feature-tree.ts';

/** SQL for features. */

export type CountedFeature = FeatureRow & { tariffs_count: number };
export type NewFeature = Omit<FeatureRow, 'translations'> & { translations: DescribedNames };

/** Every feature in the order of the tree, archived ones included. */
export async function allFeatures(db: Db): Promise<FeatureRow[]> {
  return inTreeOrder(
    await db.selectFrom('features').selectAll().orderBy('position').orderBy('key').execute(),
  );
}

/** The same, with the number of tariffs that include each. */
export async function countedFeatures(db: Db): Promise<CountedFeature[]> {
  const rows = await db
    .selectFrom('features as f')
    .selectAll('f')
    .select(
      sql<number>`(select count(*) from tariff_features tf where tf.feature_id = f.id)`.as('tariffs_count'),
    )
    .orderBy('f.position')
    .orderBy('f.key')
    .execute();
  return inTreeOrder(rows);
}

export async function insertFeature(db: Db, { translations, ...row }: NewFeature): Promise<void> {
  await db
    .insertInto('features')
    .values({ ...row, translations: JSON.stringify(translations) })
    .execute();
}

export async function updateFeature(db: Db, { id, translations, ...row }: NewFeature): Promise<void> {
  await db
    .updateTable('features')
    .set({ ...row, translations: JSON.stringify(translations) })
    .where('id', '=', id)
    .execute();
}

export async function removeFeature(db: Db, id: string): Promise<void> {
  await db.deleteFrom('features').where('id', '=', id).execute();
}

/** Gives siblings the positions of their order, from 0. */
export async function putInOrder(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update features f set position = o.place - 1
    from unnest(${ids}::uuid[]) with ordinality o (id, place)
    where f.id = o.id and f.position <> o.place - 1`.execute(db);
}
