import { savedViewApi as api } from '#contract/routes/panel/saved-view.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { changeView } from './change-view.ts';
import { createView } from './create-view.ts';
import { readViews } from './read-views.ts';
import { removeView } from './remove-view.ts';
import type { ViewDeps } from './saved-view.ts';

/** `admin/views`. */
export function savedViewRoutes(deps: ViewDeps): Implementation[] {
  return [
    onStaff(api.views, async ({ caller, query }) => ({
      data: await readViews(deps, caller, query.resource),
    })),
    onStaff(api.createView, async ({ caller, body }) => ({ data: await createView(deps, caller, body) })),
    onStaff(api.changeView, async ({ caller, params, body }) => ({
      data: await changeView(deps, caller, params.id, body),
    })),
    onStaff(api.deleteView, async ({ caller, params }) => {
      await removeView(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
