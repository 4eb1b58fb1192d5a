import { type SavedView, viewedLists, type ViewedList } from '#contract/entities/saved-view.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { builtInViewsOf } from './built-in-views.ts';
import { maySeeList, toSavedView, type ViewDeps } from './saved-view.ts';
import { mailedAmong, viewsFor } from './saved-view-store.ts';

/** The built-in views, the caller's own and the shared ones, for lists that the caller may see. */
export async function readViews(
  { db }: Pick<ViewDeps, 'db'>,
  caller: StaffCaller,
  resource?: ViewedList,
): Promise<SavedView[]> {
  const wanted = resource ? [resource] : (Object.keys(viewedLists) as ViewedList[]); // `keys` loses the type
  const resources = wanted.filter((name) => maySeeList(caller, name));
  const rows = await viewsFor(db, { userId: caller.actor.id, resources });
  const builtIn = resources.flatMap((name) => builtInViewsOf(caller, name));
  const ids = builtIn.map(({ id }) => id);
  const mailed = await mailedAmong(db, caller.actor.id, ids);
  return [
    ...builtIn.map((view) => ({ ...view, mail: mailed.has(view.id) ? ('weekly' as const) : null })),
    ...rows.map((row) => toSavedView(caller, row)),
  ];
}
