/** More workers than this, besides the one that began, don't share one piece of work. */
const mostHelpers = 15;

/** The numbers of the helpers for work in parts: one for each part after the first. */
export function helpersFor(parts: number): number[] {
  return Array.from({ length: Math.min(Math.max(parts - 1, 0), mostHelpers) }, (_, helper) => helper);
}
