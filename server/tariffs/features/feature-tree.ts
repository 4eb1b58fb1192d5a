/** The tree of features. Pure. */

interface Node {
  id: string;
  parent_id: string | null;
}

/** Whether `id` is `ancestor` or somewhere below it. */
export function isWithin(features: readonly Node[], ancestor: string, id: string | null): boolean {
  const parents = new Map(features.map((one) => [one.id, one.parent_id]));
  const seen = new Set<string>();
  for (let at = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === ancestor) return true;
    seen.add(at);
  }
  return false;
}

/** Features with each before those below it; one whose parent isn't among them stands by itself. */
export function inTreeOrder<Feature extends Node>(features: readonly Feature[]): Feature[] {
  const ids = new Set(features.map(({ id }) => id));
  const parentOf = ({ parent_id }: Feature) => (parent_id !== null && ids.has(parent_id) ? parent_id : null);
  const below = (parent: string | null): Feature[] =>
    features
      .filter((feature) => parentOf(feature) === parent)
      .flatMap((feature) => [feature, ...below(feature.id)]);
  return below(null);
}

/** The features that may be newly included: neither archived nor below an archived one. */
export function offered<Feature extends Node & { archived: boolean }>(
  features: readonly Feature[],
): Feature[] {
  const archived = features.filter((one) => one.archived);
  return features.filter(({ id }) => !archived.some((one) => isWithin(features, one.id, id)));
}

/** The ids of siblings with one of them moved to a place; beyond the end is the end. */
export function movedTo(siblings: readonly string[], id: string, place: number): string[] {
  const others = siblings.filter((one) => one !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}
