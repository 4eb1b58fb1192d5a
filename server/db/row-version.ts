import { Refused } from '#server/refused.ts';

/**
 * Refuses a write that was made from an older row, with the row as it is now (API.md, "`updated_at`"). Without a
 * moment nothing is compared.
 */
export function refuseStale(sent: string | undefined, stored: Date, current: () => unknown): void {
  if (sent === undefined || Date.parse(sent) === stored.getTime()) return;
  throw new Refused('stale', { extra: { current: current() } });
}

/** The moment of a change; later than the one before even within a millisecond or on a clock set back. */
export function nextUpdate(before: Date, now: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1);
}
