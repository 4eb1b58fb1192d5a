/** Seconds from one try to the next: for a day, as a mail server that is away for a night is back in the morning. */
const delays = [2, 10, 60, 300, 900, 3600, ...Array.from({ length: 8 }, () => 10_800)];

export const maxTries = delays.length + 1;

/** Seconds to wait after this many tries; undefined after the last one. */
export function secondsToNextTry(attempts: number): number | undefined {
  return delays[attempts - 1];
}
