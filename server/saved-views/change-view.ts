import type { SavedView, SavedViewChanges } from '#contract/entities/saved-view.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { nextUpdate, refuseStale } from '#server/db/row-version.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import {
  checkedSearch,
  editable,
  requireChangeable,
  toSavedView,
  type ViewDeps,
  viewSubject,
  writing,
} from './saved-view.ts';
import { type SavedViewRow, updateView, viewById } from './saved-view-store.ts';

/** Changes a view; fields that were not sent stay. */
export async function changeView(
  deps: ViewDeps,
  caller: StaffCaller,
  id: string,
  { updated_at, search, ...input }: SavedViewChanges,
): Promise<SavedView> {
  return writing(deps, caller, async (tx) => {
    const seen = await viewById(tx, id, { lock: true });
    const before = await requireChangeable(deps, caller, seen, { share: input.shared });
    refuseStale(updated_at, before.updated_at, () => toSavedView(caller, before));
    const after: SavedViewRow = {
      ...before,
      ...input,
      ...(search !== undefined && { search: checkedSearch(before.resource, search) }),
      updated_at: nextUpdate(before.updated_at, caller.now),
    };
    const changes = auditChanges(editable(before), editable(after));
    if (changes.length === 0) return toSavedView(caller, before);
    await updateView(tx, id, { ...editable(after), updated_at: after.updated_at });
    if (before.shared || after.shared) {
      await writeAudit(tx, caller, { action: 'saved_view.change', subject: viewSubject(after), changes });
    }
    return toSavedView(caller, after);
  });
}
