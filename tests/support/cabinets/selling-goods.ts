import { insertFeatures } from '../../../scripts/demo/features.ts';
import type { Installation } from '#tests/support/subscriptions/subscribers.ts';

/** Gives every tariff the features of a shop, which the reference cabinet's goods need; a new one has none of them. */
export async function sellingGoods({ clock, platform }: Installation): Promise<void> {
  const { db } = platform.database;
  const ids = await insertFeatures(db, clock.now());
  const tariffs = await db.selectFrom('tariffs').select('id').execute();
  await db
    .insertInto('tariff_features')
    .values(
      tariffs.flatMap(({ id }) =>
        [...ids.values()].map((feature) => ({ tariff_id: id, feature_id: feature })),
      ),
    )
    .execute();
}
