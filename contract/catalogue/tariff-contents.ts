/** What a card says that a tariff has; the public page and the account say the same. Pure. */

interface Node {
  id: string;
  parent_id: string | null;
}

interface Listed<Feature extends Node> {
  features: readonly Feature[];
}

/** The features that say it all: those without any of the others below them. */
export function leavesOf<Feature extends Node>(features: readonly Feature[]): Feature[] {
  const parents = new Set(features.map(({ parent_id }) => parent_id));
  return features.filter(({ id }) => !parents.has(id));
}

/**
 * The features of a tariff next to the one before it: `isMore` when it has all of that one's, which its name then says,
 * and `features` are what it has beyond them.
 */
export function contentsOf<Feature extends Node>(
  tariff: Listed<Feature>,
  before: Listed<Feature> | undefined,
): { isMore: boolean; features: Feature[] } {
  const own = leavesOf(tariff.features);
  const had = before ? leavesOf(before.features) : [];
  const isMore = had.length > 0 && had.every(({ id }) => tariff.features.some((one) => one.id === id));
  return { isMore, features: isMore ? own.filter(({ id }) => !had.some((one) => one.id === id)) : own };
}

/** Each metric that one of the tariffs limits, with its name; a tariff without that limit has as much as one likes. */
export function limitedMetrics(
  tariffs: readonly { limits: readonly { metric: string; name: string }[] }[],
): [metric: string, name: string][] {
  return [...new Map(tariffs.flatMap(({ limits }) => limits.map(({ metric, name }) => [metric, name])))];
}
