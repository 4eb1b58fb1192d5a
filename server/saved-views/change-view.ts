import type { SavedView, SavedViewChanges } from '#contract/entities/saved-view.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
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
import { updateView, viewById } from './saved-view-store.ts';

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
    const after = await changeRow(tx, caller, {
      before,
      sent: updated_at,
      current: () => toSavedView(caller, before),
      merge: async () => ({
        ...before,
        ...input,
        ...(search !== undefined && {
          search: await checkedSearch(deps, caller, { resource: before.resource, search }),
        }),
      }),
      audited: editable,
      write: (row) => updateView(tx, id, { ...editable(row), updated_at: row.updated_at }),
      entry: (row) =>
        before.shared || row.shared ? { action: 'saved_view.change', subject: viewSubject(row) } : undefined,
    });
    return toSavedView(caller, after);
  });
}
