/** Seconds from one try to the next (GROWTH section 18): 5 s, 5 min, 30 min, then hours. Pure. */
const delays = [5, 300, 1800, ...[2, 5, 10, 14, 20].map((hours) => hours * 3600)] as const;

/** Seconds to wait after this many tries; undefined after the last one. */
export function secondsToNextTry(attempts: number): number | undefined {
  return delays[attempts - 1];
}

const daysUntilOff = 5;

/** Whether a webhook has failed for so long that it is switched off. */
export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= daysUntilOff * 86_400_000;
}
