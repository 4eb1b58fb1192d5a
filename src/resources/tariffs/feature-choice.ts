import type { Feature } from '#contract/catalogue/feature.ts';

/** The choice with a feature and its ancestors added, or with it and everything below it removed. */
export function withFeature(
  tree: readonly Feature[],
  chosen: readonly string[],
  id: string,
  isChosen: boolean,
): string[] {
  const path = pathTo(tree, id);
  if (isChosen) return union(chosen, path.map(idOf));
  const dropped = new Set(path.slice(-1).flatMap(idsWithin));
  return chosen.filter((one) => !dropped.has(one));
}

/** The choice with a feature, its ancestors and everything below it added. */
export function withEverythingBelow(
  tree: readonly Feature[],
  chosen: readonly string[],
  id: string,
): string[] {
  const path = pathTo(tree, id);
  return union(chosen, [...path.map(idOf), ...path.slice(-1).flatMap(idsWithin)]);
}

/** A feature and all below it. */
export function idsWithin(feature: Feature): string[] {
  return [feature.id, ...(feature.children ?? []).flatMap(idsWithin)];
}

/** The features with these ids, in the order of the tree. */
export function featuresAmong(tree: readonly Feature[], ids: readonly string[]): Feature[] {
  return tree.flatMap((feature) => [
    ...(ids.includes(feature.id) ? [feature] : []),
    ...featuresAmong(feature.children ?? [], ids),
  ]);
}

/** The tree with only the features whose names contain the text, their ancestors, and everything below them. */
export function featuresNamed(
  tree: readonly Feature[],
  text: string,
  nameOf: (feature: Feature) => string,
): Feature[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return [...tree];
  return tree.flatMap((feature) => {
    if (nameOf(feature).toLocaleLowerCase().includes(wanted)) return [feature];
    const children = featuresNamed(feature.children ?? [], text, nameOf);
    return children.length > 0 ? [{ ...feature, children }] : [];
  });
}

function pathTo(tree: readonly Feature[], id: string): Feature[] {
  for (const feature of tree) {
    if (feature.id === id) return [feature];
    const path = pathTo(feature.children ?? [], id);
    if (path.length > 0) return [feature, ...path];
  }
  return [];
}

function idOf({ id }: Feature): string {
  return id;
}

function union(chosen: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...chosen, ...more])];
}
