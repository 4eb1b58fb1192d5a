import type { SavedView, SavedViewChanges, ViewMail } from '#contract/entities/saved-view.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import type { Db } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { builtInViewsOf } from './built-in-views.ts';
import { chooseViewMail } from './choose-view-mail.ts';
import {
  checkedSearch,
  editable,
  maySeeList,
  requireChangeable,
  requireVisible,
  toSavedView,
  type ViewDeps,
  viewSubject,
  writing,
} from './saved-view.ts';
import { type SavedViewRow, updateView, viewById } from './saved-view-store.ts';

/** Changes a view; fields that were not sent stay. Everybody who sees it may have it by email, also a built-in one. */
export async function changeView(
  deps: ViewDeps,
  caller: StaffCaller,
  id: string,
  { mail, ...changes }: SavedViewChanges,
): Promise<SavedView> {
  return writing(deps, caller, async (tx) => {
    const { updated_at: _, ...fields } = changes;
    const isMailAlone = mail !== undefined && Object.keys(fields).length === 0;
    const choose = async () => {
      if (mail !== undefined) await chooseViewMail(tx, caller, { viewId: id, mail, timeZone: deps.timeZone });
    };
    const builtIn = isMailAlone && builtInFor(caller, id);
    if (builtIn) {
      await choose();
      return { ...builtIn, mail };
    }
    const seen = await viewById(tx, id, { readerId: caller.actor.id, lock: true });
    if (isMailAlone) {
      requireVisible(caller, seen);
      await choose();
      return toSavedView(caller, { ...seen, mail });
    }
    const after = await changeFields(deps, tx, caller, { id, seen, changes, mail });
    await choose();
    return toSavedView(caller, after);
  });
}

function builtInFor(caller: StaffCaller, id: string): SavedView | undefined {
  const view = builtInViewsOf(caller).find((one) => one.id === id);
  return view && maySeeList(caller, view.resource) ? view : undefined;
}

async function changeFields(
  deps: ViewDeps,
  tx: Db,
  caller: StaffCaller,
  {
    id,
    seen,
    changes: { updated_at, search, ...input },
    mail,
  }: {
    id: string;
    seen: SavedViewRow | undefined;
    changes: Omit<SavedViewChanges, 'mail'>;
    mail: ViewMail | null | undefined;
  },
): Promise<SavedViewRow> {
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
  return { ...after, ...(mail !== undefined && { mail }) };
}
