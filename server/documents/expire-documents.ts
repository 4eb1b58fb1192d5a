import type { Db } from '#server/db/tables.ts';
import { addDays, localDay } from '#server/kernel/periods.ts';
import { expireDueBefore } from './document-store.ts';

/** How long after its due date an unpaid proforma stays open, in days (GROWTH section 16). */
const openDaysAfterDue = 30;

/** Closes proformas that nobody has paid in time; money that comes later pays them still. */
export async function expireDocuments(
  { db, timeZone }: { db: Db; timeZone: string },
  now: Date,
): Promise<void> {
  await expireDueBefore(db, localDay(addDays(now, -openDaysAfterDue, timeZone), timeZone));
}
