import type { Db } from '#server/db/tables.ts';
import { featuresOf } from '#server/tariffs/tariff-store.ts';
import { type Languages, textIn } from '#server/kernel/messages.ts';
import { allFeatures } from './feature-store.ts';

/** A feature as people read it. */
interface NamedFeature {
  id: string;
  key: string;
  parent_id: string | null;
  name: string;
  /** A sentence on it, or empty. */
  description: string;
}

/** The features of tariffs in a language, by the tariff's id, in the order of their tree. */
export async function namedFeatures(
  db: Db,
  tariffIds: readonly string[],
  languages: Languages,
): Promise<Map<string, NamedFeature[]>> {
  const features = await allFeatures(db);
  const links = await featuresOf(db, tariffIds);
  return new Map(
    tariffIds.map((tariffId) => {
      const included = links.filter(({ tariff_id }) => tariff_id === tariffId);
      const named = features
        .filter(({ id }) => included.some(({ feature_id }) => feature_id === id))
        .map(({ id, key, parent_id, translations }) => ({
          id,
          key,
          parent_id,
          name: textIn(translations, 'name', languages, key),
          description: textIn(translations, 'description', languages),
        }));
      return [tariffId, named];
    }),
  );
}
