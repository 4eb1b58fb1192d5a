/** One thing that was measured, several times over. */
export interface Figure {
  what: string;
  samples: number[];
  unit: 'ms' | 'kB' | 'requests';
  /** In the same unit, not to be exceeded; without one the figure is only told. */
  goal?: number;
}

/** One line: what, the median with its range, the goal, and measured/goal (1 or less is good). */
export function lineOf({ what, samples, unit, goal }: Figure): string {
  const middle = median(samples);
  const range = `median of ${samples.length}, ${rounded(Math.min(...samples))}–${rounded(Math.max(...samples))}`;
  const measured = `${rounded(middle)} ${unit} (${range})`;
  const compared = goal === undefined ? '' : `goal ${goal} ${unit}`.padEnd(16) + (middle / goal).toFixed(2);
  return `${what.padEnd(62)} ${measured.padEnd(42)} ${compared}`.trimEnd();
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [upper = NaN, lower = upper] = [sorted[half], sorted[half - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

function rounded(value: number): string {
  return value < 100 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}
