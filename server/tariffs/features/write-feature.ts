import type { Feature, FeatureChanges, FeatureInput } from '#contract/catalogue/feature.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, DescribedNames } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import {
  type CountedFeature,
  countedFeatures,
  insertFeature,
  type NewFeature,
  putInOrder,
  removeFeature,
  updateFeature,
} from './feature-store.ts';
import { isWithin, movedTo } from './feature-tree.ts';
import { toManaged } from './read-features.ts';

/** Tariffs and features change one after the other, so that what is checked here stays true until the commit. */
async function lockedFeatures(tx: Db): Promise<CountedFeature[]> {
  await lockUntilCommit(tx, 'tariffs');
  return countedFeatures(tx);
}

/** Adds a feature, last of its siblings unless `position` says otherwise. */
export function createFeature(
  { db }: { db: Db },
  caller: Caller,
  { parent_id = null, position, archived = false, translations, key }: FeatureInput,
): Promise<Feature> {
  return answered(db, caller, async (tx) => {
    const features = await lockedFeatures(tx);
    const row = {
      id: newId(caller.now),
      key,
      parent_id,
      archived,
      translations: storedTexts(translations),
      position: position ?? siblingsOf(features, parent_id).length,
      updated_at: caller.now,
    };
    refuseWrongPlace(features, row);
    await insertFeature(tx, row);
    const placed = await place(tx, features, row);
    await writeAudit(tx, caller, {
      action: 'feature.create',
      subject: subjectOf(row),
      changes: auditChanges({}, auditedIn(features)(placed)),
    });
    return toManaged({ ...placed, tariffs_count: 0 }, true);
  });
}

/** Changes, moves or archives a feature; tariffs that include it keep it. */
export function changeFeature(
  { db }: { db: Db },
  caller: Caller,
  { id, input: { updated_at, translations, ...fields } }: { id: string; input: FeatureChanges },
): Promise<Feature> {
  return answered(db, caller, async (tx) => {
    const features = await lockedFeatures(tx);
    const found = features.find((one) => one.id === id);
    if (!found) throw new AppError('not_found');
    const { tariffs_count, ...before } = found;
    const after = await changeRow<NewFeature>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toManaged(found, true),
      merge() {
        const merged = {
          ...before,
          ...fields,
          translations: translations ? storedTexts(translations) : before.translations,
        };
        refuseWrongPlace(features, merged);
        const isMoved = merged.parent_id !== before.parent_id && fields.position === undefined;
        const last = siblingsOf(features, merged.parent_id).filter((one) => one !== id).length;
        return { ...merged, position: isMoved ? last : Math.min(merged.position, last) };
      },
      audited: auditedIn(features),
      write: async (row) => {
        await updateFeature(tx, row);
        await place(tx, features, row);
      },
      entry: (row) => ({ action: 'feature.change', subject: subjectOf(row) }),
    });
    return toManaged({ ...after, tariffs_count }, true);
  });
}

/** Deletes a feature that no tariff includes and that has none below it. */
export async function deleteFeature({ db }: { db: Db }, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const features = await lockedFeatures(tx);
    const feature = features.find((one) => one.id === id);
    if (!feature) throw new AppError('not_found');
    const hasChildren = features.some(({ parent_id }) => parent_id === id);
    if (feature.tariffs_count > 0 || hasChildren) throw new AppError('in_use');
    await removeFeature(tx, id);
    await putInOrder(
      tx,
      siblingsOf(features, feature.parent_id).filter((one) => one !== id),
    );
    await writeAudit(tx, caller, { action: 'feature.delete', subject: subjectOf(feature) });
  });
}

/** Refuses a key that another one has, an unknown parent, and a parent that is the feature itself or below it. */
function refuseWrongPlace(
  features: readonly CountedFeature[],
  { id, key, parent_id }: Pick<NewFeature, 'id' | 'key' | 'parent_id'>,
): void {
  if (features.some((one) => one.key === key && one.id !== id))
    throw fieldError('key', 'validation.keyTaken');
  if (parent_id === null) return;
  const isKnown = features.some((one) => one.id === parent_id);
  if (!isKnown) throw fieldError('parent_id', 'validation.notAllowed');
  if (isWithin(features, id, parent_id)) throw fieldError('parent_id', 'validation.belowItself');
}

/** Puts a stored feature at its place among its siblings, and gives it with that place. */
async function place<Row extends Pick<NewFeature, 'id' | 'parent_id' | 'position'>>(
  tx: Db,
  features: readonly CountedFeature[],
  row: Row,
): Promise<Row> {
  const order = movedTo(siblingsOf(features, row.parent_id), row.id, row.position);
  await putInOrder(tx, order);
  return { ...row, position: order.indexOf(row.id) };
}

function siblingsOf(features: readonly CountedFeature[], parent: string | null): string[] {
  return features.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id);
}

/** The texts to store: what is empty is left out, and a language without a text too. */
function storedTexts(translations: FeatureInput['translations']): DescribedNames {
  return Object.fromEntries(
    Object.entries(translations).flatMap(([language, { name, description }]) =>
      name || description ? [[language, { name, ...(description && { description }) }]] : [],
    ),
  );
}

/** A feature in the audit log: its parent by key, texts by language. */
function auditedIn(features: readonly CountedFeature[]) {
  return ({ key, parent_id, position, archived, translations }: NewFeature): Record<string, unknown> => {
    const texts = Object.entries(translations).flatMap(([language, text]) =>
      Object.entries(text).map(([part, said]) => [`${part}.${language}`, said]),
    );
    const parent = features.find(({ id }) => id === parent_id)?.key ?? null;
    return { key, parent, position, archived, ...Object.fromEntries(texts) };
  };
}

function subjectOf({ id, key }: Pick<NewFeature, 'id' | 'key'>) {
  return { type: 'feature', id, name: key };
}
