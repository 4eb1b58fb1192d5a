import type { ViewMail } from '#contract/entities/saved-view.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { mailWeek } from './mail-week.ts';
import { deleteViewMail, insertViewMail } from './saved-view-store.ts';

/** The caller asks to be emailed a view each Monday, or no more. The first one comes on the next Monday. */
export async function chooseViewMail(
  tx: Db,
  { actor, now }: Pick<StaffCaller, 'actor' | 'now'>,
  { viewId, mail, timeZone }: { viewId: string; mail: ViewMail | null; timeZone: string },
): Promise<void> {
  const asked = { view_id: viewId, user_id: actor.id };
  if (mail === null) return deleteViewMail(tx, asked);
  return insertViewMail(tx, { ...asked, last_week: mailWeek(now, timeZone) });
}
