import { addDays } from '#server/kernel/periods.ts';

/** A changed setting always leaves this many days. */
const daysLeft = 7;

/** A changed term that could matter within these days is applied in its own transaction. */
export const soonDays = daysLeft + 1;

/**
 * The moment before which a changed setting may not delete the database that was due for deletion at `deletionAt`: 7
 * days from the change, or the earlier date if that is sooner (DESIGN section 7, "Settings"). Pure.
 */
export function deletionFloor(deletionAt: Date, now: Date, timeZone: string): Date {
  // A millisecond more, so that the warning 7 days ahead comes after the change.
  const floor = new Date(addDays(now, daysLeft, timeZone).getTime() + 1);
  return deletionAt < floor ? deletionAt : floor;
}
