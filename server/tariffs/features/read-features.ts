import type { Feature } from '#contract/catalogue/feature.ts';
import type { ListQuery } from '#contract/kernel/list-query.ts';
import type { Db, FeatureRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { allFeatures, type CountedFeature, countedFeatures, type NewFeature } from './feature-store.ts';
import { offered } from './feature-tree.ts';

/** The features that a tariff may include, flat or as a tree; with `include=archived` all, and what staff manage. */
export async function readFeatures(
  { db }: { db: Db },
  { include, asTree, page, limit }: ListQuery,
): Promise<{ data: Feature[]; meta: { total: number } }> {
  const withTexts = include.includes('translations');
  const features = include.includes('archived')
    ? (await countedFeatures(db)).map((row) => toManaged(row, withTexts))
    : offered(await allFeatures(db)).map((row) => toFeature(row, withTexts));
  const start = (page - 1) * limit;
  const data = asTree ? treeOf(features) : features.slice(start, start + limit);
  return { data, meta: { total: features.length } };
}

/** Refuses an unknown feature before the body is read. */
export function knownFeature({ db }: { db: Db }) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    const features = await allFeatures(db);
    if (!features.some(({ id }) => id === params.id)) throw new AppError('not_found');
  };
}

/** A feature as tariffs show it. */
export function toFeature({ id, key, parent_id, translations }: FeatureRow, withTexts: boolean): Feature {
  return { id, key, parent_id, ...(withTexts && { translations }) };
}

/** The same with what staff change. */
export function toManaged(
  row: NewFeature & Pick<CountedFeature, 'tariffs_count'>,
  withTexts: boolean,
): Feature {
  const { position, archived, tariffs_count, updated_at } = row;
  return {
    ...toFeature(row, withTexts),
    position,
    archived,
    tariffs_count,
    updated_at: updated_at.toISOString(),
  };
}

function treeOf(features: readonly Feature[], parent: string | null = null): Feature[] {
  return features
    .filter(({ parent_id }) => parent_id === parent)
    .map((feature) => ({ ...feature, children: treeOf(features, feature.id) }));
}
