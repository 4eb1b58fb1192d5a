import { builtInViews, type SavedView, type ViewedList } from '#contract/entities/saved-view.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { translate } from '#server/kernel/messages.ts';

/** The views of a list that everybody has; "mine" is the caller's. They belong to nobody and can't be changed. */
export function builtInViewsOf({ actor, locale }: StaffCaller, resource: ViewedList): SavedView[] {
  const views = builtInViews.filter((view) => view.resource === resource);
  return views.map(({ id, key, search }) => ({
    id,
    resource,
    name: translate(locale, `builtInViews.${key}`),
    search: search(actor.id),
    columns: null,
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
