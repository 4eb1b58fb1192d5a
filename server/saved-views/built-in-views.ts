import { builtInViews, type SavedView, type ViewedList } from '#contract/entities/saved-view.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';

/** The views that everybody has, of one list or of all; "mine" is the caller's. They belong to nobody and can't be changed. */
export function builtInViewsOf({ actor, locale }: StaffCaller, list?: ViewedList): SavedView[] {
  const views = list === undefined ? builtInViews : builtInViews.filter(({ resource }) => resource === list);
  return views.map(({ id, resource, key, search, ...view }) => ({
    id,
    resource,
    name: translate(locale, `builtInViews.${key}`),
    search: search(actor.id),
    columns: 'columns' in view ? [...view.columns] : null,
    mail: null,
    shared: true,
    built_in: true,
    owner: null,
    is_own: false,
    may_change: false,
    created_at: epoch,
    updated_at: epoch,
  }));
}

const epoch = new Date(0).toISOString();
