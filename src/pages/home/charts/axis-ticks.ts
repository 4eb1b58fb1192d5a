const mostTicks = 6;

/** Where an axis has its lines: from zero, in steps of 1, 2 or 5 times a power of ten, over all that the bars reach. */
export function axisTicks(lowest: number, highest: number): number[] {
  const [from, to] = [Math.min(0, lowest), Math.max(0, highest)];
  if (from === to) return [0, 1];
  const step = steps.find((one) => Math.ceil(to / one) - Math.floor(from / one) < mostTicks) ?? to - from;
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

/** 1, 2, 5, 10, 20, 50, … */
const steps = Array.from({ length: 45 }, (_, place) => [1, 2, 5].map((digit) => digit * 10 ** place)).flat();

/** How far bars reach that are stacked up from the line, and down from it. */
export function stackedReach(rows: readonly (readonly number[])[]): [lowest: number, highest: number] {
  const reach = (isCounted: (value: number) => boolean) =>
    rows.map((row) => row.filter(isCounted).reduce((sum, value) => sum + value, 0));
  return [Math.min(0, ...reach((value) => value < 0)), Math.max(0, ...reach((value) => value > 0))];
}
