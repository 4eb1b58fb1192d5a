/** Seconds from one try to the next. */
const delays = [2, 10, 60, 300, 900, 3600, 10_800] as const;

export const maxTries = delays.length + 1;

/** Seconds to wait after this many tries; undefined after the last one. */
export function secondsToNextTry(attempts: number): number | undefined {
  return delays[attempts - 1];
}
