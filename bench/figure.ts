/** Something that was measured several times. */
export interface Figure {
  what: string;
  samples: number[];
  unit: 'ms' | 'min' | 'kB' | 'MB' | 'requests' | 'requests/s' | '×' | 'shift';
  /** In the same unit; the most allowed. Without a goal the figure is only printed. */
  goal?: number;
  /** The goal is the least allowed. */
  isFloor?: boolean;
}

/**
 * One line: what was measured, the median with its range, the goal, and measured/goal, or goal/measured for a minimum
 * (1 or less is good).
 */
export function lineOf({ what, samples, unit, goal, isFloor }: Figure): string {
  const middle = median(samples);
  const range = `median of ${samples.length}, ${rounded(Math.min(...samples))}–${rounded(Math.max(...samples))}`;
  const measured = `${rounded(middle)} ${unit} (${range})`;
  const ratio = goal === undefined ? NaN : isFloor ? goal / middle : middle / goal;
  const compared = goal === undefined ? '' : `goal ${goal} ${unit}`.padEnd(20) + ratio.toFixed(2);
  return `${what.padEnd(62)} ${measured.padEnd(42)} ${compared}`.trimEnd();
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [upper = NaN, lower = upper] = [sorted[half], sorted[half - 1]];
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

function rounded(value: number): string {
  return value < 1 ? value.toFixed(2) : value < 100 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}
