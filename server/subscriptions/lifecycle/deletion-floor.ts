import { addDays } from '#server/kernel/periods.ts';

/** The days that a changed setting always leaves. */
const daysLeft = 7;

/** A changed term that could matter within these days is applied in its own transaction. */
export const soonDays = daysLeft + 1;

/**
 * Before when a changed setting may not delete the database that would have been deleted at `deletionAt`: 7 days from
 * the change, or at the moment that held, if it is sooner (DESIGN section 7, "Settings"). Pure.
 */
export function deletionFloor(deletionAt: Date, now: Date, timeZone: string): Date {
  // A moment more, so that the warning of 7 days lies ahead of the change.
  const floor = new Date(addDays(now, daysLeft, timeZone).getTime() + 1);
  return deletionAt < floor ? deletionAt : floor;
}
