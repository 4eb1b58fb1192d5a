import { writeAudit } from '#server/audit-log/audit-store.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { requireChangeable, type ViewDeps, viewSubject } from './saved-view.ts';
import { deleteView, viewById } from './saved-view-store.ts';

/** Deletes a view. */
export async function removeView(deps: ViewDeps, caller: StaffCaller, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const view = await requireChangeable(
      deps,
      caller,
      await viewById(tx, id, { readerId: caller.actor.id, lock: true }),
    );
    await deleteView(tx, id);
    if (view.shared) {
      await writeAudit(tx, caller, { action: 'saved_view.delete', subject: viewSubject(view) });
    }
  });
}
